// Why the body of a response is not as declared.
import type { ContractContent } from "bough/contract";
import type { Schema } from "../values/keywords.ts";
import { essenceOf } from "../values/media-type.ts";
import type { Validator } from "../values/validator.ts";
import type { SeenResponse } from "./sender.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Why the bytes of a body do not fit its content. */
export function faultOf(
  { kind, schema, item, mediaType, events }: ContractContent,
  { body, isCut }: SeenResponse,
  validator: Validator,
): string | undefined {
  const isItems = kind === "json-lines" || kind === "events";
  if (kind === "bytes" || kind === "stream") {
    return undefined;
  }
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    // A stream may be cut inside a character.
    return isCut ? undefined : "its body is not UTF-8";
  }
  if (isItems) {
    const items = kind === "events" ? eventsIn(text) : linesIn(text, isCut);
    const declared = events === undefined ? item : undefined;
    return declared === undefined ? undefined : firstFault(items, declared, validator);
  }
  const isJson = /[/+]json$/.test(essenceOf(mediaType));
  return kind === "text" || !isJson ? undefined : jsonFault(text, schema, validator);
}

function linesIn(text: string, isCut: boolean): readonly string[] {
  const lines = text.split("\n");
  return (isCut ? lines.slice(0, -1) : lines).filter((line) => line.trim() !== "");
}

// Whole events only (HTML, 9.2.6).
function eventsIn(text: string): readonly string[] {
  const blocks = text.replaceAll(/\r\n?/g, "\n").split("\n\n").slice(0, -1);
  return blocks.flatMap((block) => {
    const data = block.split("\n").filter((line) => line.startsWith("data:"));
    return data.length === 0
      ? []
      : [data.map((line) => line.slice(5).replace(/^ /, "")).join("\n")];
  });
}

function firstFault(
  items: readonly string[],
  schema: Schema,
  validator: Validator,
): string | undefined {
  for (const [index, item] of items.entries()) {
    // A text that ends a stream is not an item.
    const fault = /^\[\w+\]$/.test(item) ? undefined : jsonFault(item, schema, validator);
    if (fault !== undefined) {
      return `item ${index}: ${fault}`;
    }
  }
  return undefined;
}

function jsonFault(
  text: string,
  schema: Schema | undefined,
  validator: Validator,
): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `its body is not JSON: ${text.slice(0, 80)}`;
  }
  const misfit = schema === undefined ? undefined : validator.misfitOf(schema, value);
  return misfit === undefined
    ? undefined
    : `its body does not fit at "${misfit.pointer}": ${misfit.message}`;
}

/** The JSON of a body; `undefined` if it is not JSON. */
export function jsonOf({ body }: SeenResponse): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
