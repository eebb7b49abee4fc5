// A request as it is sent, and how it is printed.

/** A request. */
export interface RawCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** The call as TypeScript, if a client of the declaration can make it. */
  readonly code?: string | undefined;
}

/** Hides credentials in a text. */
export type Masked = (text: string) => string;

/** Makes a function that writes `$TOKEN` in place of every credential. */
export function maskOf(secrets: readonly string[], name: string): Masked {
  const known = secrets.filter((one) => one !== "").toSorted((a, b) => b.length - a.length);
  return (text) => known.reduce((masked, one) => masked.replaceAll(one, `$${name}`), text);
}

const LONGEST = 2_000;

/** The command that makes a call. */
export function curlOf({ method, url, headers, body }: RawCall, masked: Masked): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`, masked)}`,
  );
  const data = body === undefined ? [] : [`--data-binary ${dataOf(body)}`];
  const verb = method === "HEAD" ? "-I" : `-X ${method}`;
  return ["curl -i", verb, quoted(String(url), masked), ...lines, ...data].join(" ");
}

/** The call as a line of TypeScript. */
export function codeOf({ method, url, headers, body, code }: RawCall, masked: Masked): string {
  if (code !== undefined) {
    return masked(code);
  }
  const given = body === undefined ? {} : { body: textOf(body) ?? `<${body.length} bytes>` };
  return masked(
    `await fetch(${JSON.stringify(url)}, ${JSON.stringify({ method, headers, ...given })});`,
  );
}

// A credential is a variable, which single quotes would keep.
function quoted(text: string, masked: Masked): string {
  const shown = masked(text);
  return shown === text
    ? `'${text.replaceAll("'", String.raw`'\''`)}'`
    : `"${shown.replaceAll(/["\\`]/g, String.raw`\$&`)}"`;
}

function dataOf(body: Uint8Array): string {
  const text = textOf(body);
  if (text !== undefined && text.length <= LONGEST && !text.includes("\0")) {
    return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  }
  const bytes = [...body.subarray(0, LONGEST)].map(
    (byte) => `\\x${byte.toString(16).padStart(2, "0")}`,
  );
  return `$'${bytes.join("")}'${body.length > LONGEST ? ` # the first of ${body.length} bytes` : ""}`;
}

function textOf(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return undefined;
  }
}
