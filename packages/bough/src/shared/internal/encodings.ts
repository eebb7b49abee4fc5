// Small encodings: base64 (RFC 4648 4) without Node's `Buffer`, UTF-8, the steps of JSON Pointers, IPv6 addresses.

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}

/** Decodes base64; throws for anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = binary.charCodeAt(at);
  }
  return bytes;
}

/** Decodes UTF-8; throws for anything else. Keeps a byte order mark, which belongs to the text. */
export const strictUtf8: TextDecoder = /* @__PURE__ */ new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});

/** One step of a JSON Pointer, with its slash (RFC 6901, section 3). */
export function pointerStep(name: PropertyKey): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

const IPV4 = /^(?:(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/;

/** Whether a text is an address of IP version 6 (RFC 3986 3.2.2). */
export function isIpv6(text: string): boolean {
  const [before = "", after, more] = text.split("::");
  const count = groupsIn(before, after === undefined) + groupsIn(after ?? "", true);
  return more === undefined && (after === undefined ? count === 8 : count < 8);
}

/** How many groups of 16 bits a text has; `NaN` if one of them is wrong. The last two may be an IPv4 address. */
function groupsIn(text: string, isEnd: boolean): number {
  const groups = text === "" ? [] : text.split(":");
  return groups.reduce((count, group, index) => {
    const isLast = isEnd && index === groups.length - 1;
    return (
      count + (/^[\da-f]{1,4}$/i.test(group) ? 1 : isLast && IPV4.test(group) ? 2 : Number.NaN)
    );
  }, 0);
}
