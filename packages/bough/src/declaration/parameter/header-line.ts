// A parameter as a header field: one line, or the elements of a list in it. Stands on the
// parameter type, so that a client without declared headers has nothing of it.
import { isUtf8Field, writeUtf8 } from "../../http/utf8-field.ts";
import { decodeAll, encodeAll } from "./parameter-codec.ts";
import { Issue } from "./parameter.ts";
import type { AnyParameter } from "./parameter.ts";

/** A value as a field's value, `undefined` for none; an `Issue` also where a list's elements would not arrive as they are. */
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

/** The value of a field of an answer; an `Issue` where it is none. */
export function readLine(type: AnyParameter, headers: Headers, name: string): unknown {
  const line = headers.get(name);
  return decodeAll(
    type,
    // The one header that is never joined (RFC 9110 5.3).
    /^set-cookie$/i.test(name)
      ? headers.getSetCookie()
      : line === null
        ? []
        : (type["~parameter"].list?.codec.elementsOf(line) ?? [line]),
  );
}
