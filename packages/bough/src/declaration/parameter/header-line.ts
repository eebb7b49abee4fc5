// Writes and reads a parameter as a header field. The parameter type refers to these functions, so
// a client without declared headers does not bundle them.
import { isUtf8Field, writeUtf8 } from "../../http/utf8-field.ts";
import { decodeAll, encodeAll } from "./parameter-codec.ts";
import { Issue, type AnyParameter } from "./parameter.ts";

/** Encodes a value as the value of a field; `undefined` if it is absent, an `Issue` if it is invalid or the receiver would split a list differently. */
export function writeLine(
  type: AnyParameter,
  name: string,
  value: unknown,
): string | Issue | undefined {
  const texts = encodeAll(type, value);
  if (texts instanceof Issue || texts.length === 0) {
    return texts instanceof Issue ? texts : undefined;
  }
  const refused = type["~parameter"].list?.codec.refusedLine(texts);
  if (refused) {
    return refused;
  }
  const line = texts.join(", ");
  return isUtf8Field(name) ? writeUtf8(line) : line;
}

/** Decodes a field of a response; an `Issue` if it is invalid. */
export function readLine(type: AnyParameter, headers: Headers, name: string): unknown {
  const line = headers.get(name);
  return decodeAll(
    type,
    // Its lines cannot be joined by commas (RFC 9110 5.3).
    /^set-cookie$/i.test(name)
      ? headers.getSetCookie()
      : line === null
        ? []
        : (type["~parameter"].list?.codec.elementsOf(line) ?? [line]),
  );
}
