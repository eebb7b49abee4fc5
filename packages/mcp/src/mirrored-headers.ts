// The headers that repeat parts of a message, for proxies (2026-07-28, Streamable HTTP). A header that says something
// else than the message is refused, because the proxy has decided by it.
import { fieldsOf } from "./record.ts";
import type { MirroredHeader } from "./tool-schemas.ts";

/** The members of `params` that `Mcp-Name` repeats. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

const MALFORMED = "\0";

/** What is wrong with the headers of a message; `undefined` if they repeat it. */
export function headerFault(
  {
    method,
    params,
  }: { readonly method: string; readonly params: Readonly<Record<string, unknown>> },
  header: (name: string) => string | undefined,
  mirrored: readonly MirroredHeader[],
): string | undefined {
  if (header("mcp-method") !== method) {
    return fault("Mcp-Method", header("mcp-method"), method);
  }
  const member = NAMES.get(method);
  const repeated: (readonly [string, unknown])[] = [
    ...(member === undefined ? [] : [["Mcp-Name", params[member]] as const]),
    ...mirrored.map(
      (one) =>
        [
          `Mcp-Param-${one.header}`,
          one.path.reduce<unknown>((at, name) => fieldsOf(at)[name], params["arguments"]),
        ] as const,
    ),
  ];
  for (const [name, value] of repeated) {
    const sent = header(name.toLowerCase());
    const wanted = value === undefined || value === null ? undefined : value;
    if (!isSame(sent === undefined ? undefined : decodedHeader(sent), wanted)) {
      return fault(name, sent, wanted);
    }
  }
  return undefined;
}

function fault(name: string, sent: string | undefined, wanted: unknown): string {
  const shown = sent === undefined ? "is missing" : `is ${JSON.stringify(sent)}`;
  return `${name} ${shown}, and the message has ${JSON.stringify(wanted) ?? "no such value"}`;
}

// A number may be written in two ways.
function isSame(sent: string | undefined, wanted: unknown): boolean {
  return typeof wanted === "number" && sent !== undefined && sent !== ""
    ? Number(sent) === wanted
    : sent === (typeof wanted === "boolean" ? `${wanted}` : wanted);
}

// A text that no value equals for malformed base64.
function decodedHeader(sent: string): string {
  const [, encoded] = /^=\?base64\?(.*)\?=$/s.exec(sent) ?? [];
  if (encoded === undefined) {
    return sent;
  }
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) {
    return MALFORMED;
  }
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return MALFORMED;
  }
}
