// The check of a `Host` header: it must be a plain `host[:port]`. Bough does not use it for routing
// or guards; the check protects code that builds URLs from it. Nothing is resolved or normalised.

/** Whether the text is a plain `host[:port]`, without list, user or path (RFC 9110 7.2, RFC 3986 3.2.2). */
export function isPlainHost(text: string): boolean {
  // Nearly every request has the same host as the one before.
  if (text === lastPlain) {
    return true;
  }
  const plain = isPlain(text);
  if (plain) {
    lastPlain = text;
  }
  return plain;
}

let lastPlain: string | undefined;

function isPlain(text: string): boolean {
  const end = text.startsWith("[") ? literalEnd(text) : nameEnd(text);
  if (end <= 0) {
    return false;
  }
  return end === text.length || (text[end] === ":" && isPort(text, end + 1));
}

/** The position after a name or an IPv4 address, as in RFC 3986 but without commas and escapes. */
function nameEnd(text: string): number {
  const other = text.search(/[^\w.~!$&'()*+;=-]/);
  return other < 0 ? text.length : other;
}

/** The position after `[IPv6]`; -1 if it is not closed or not an address. */
function literalEnd(text: string): number {
  const close = text.indexOf("]");
  // The longest form has 45 characters.
  return close > 0 && close <= 46 && isIPv6(text.slice(1, close)) ? close + 1 : -1;
}

/** Whether the text is an IPv6 address (RFC 3986 3.2.2). */
function isIPv6(address: string): boolean {
  const halves = address.split("::");
  if (halves.length > 2) {
    return false;
  }
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1);
  // An IPv4 address counts as two groups, and only at the end.
  const tail = last !== undefined && !address.endsWith(":") && isIPv4(last) ? 1 : 0;
  const count = groups.length + tail;
  if (halves.length === 2 ? count > 7 : count !== 8) {
    return false;
  }
  return groups.slice(0, groups.length - tail).every((group) => /^[\da-f]{1,4}$/i.test(group));
}

function isIPv4(text: string): boolean {
  const bytes = text.split(".");
  return (
    bytes.length === 4 &&
    bytes.every((byte) => /^(?:0|[1-9]\d{0,2})$/.test(byte) && Number(byte) < 256)
  );
}

/** Whether the rest is a port. An empty one means the default of the scheme (RFC 3986 3.2.3). */
function isPort(text: string, start: number): boolean {
  let port = 0;
  for (let position = start; position < text.length; position++) {
    const digit = text.charCodeAt(position) - 48;
    if (digit < 0 || digit > 9) {
      return false;
    }
    port = port * 10 + digit;
    if (port > 65_535) {
      return false;
    }
  }
  return true;
}
