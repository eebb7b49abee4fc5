// Values of bodies, as a client or a handler gives them.
import type { ContractContent, ContractPart } from "bough/contract";
import type { Arbitrary } from "fast-check";
import { NotGenerated } from "./not-generated.ts";
import { parameterValues } from "./parameter-values.ts";
import type { SchemaValues } from "./schema-values.ts";

/** Values of one representation. Throws a `NotGenerated` for a type without a schema. */
export function bodyValues(content: ContractContent, values: SchemaValues): Arbitrary<unknown> {
  const { fc, isPlain } = values;
  const { kind, schema, item, parts, events } = content;
  switch (kind) {
    case "text":
      return values.valid({ type: "string" });
    case "bytes":
    case "stream":
      return fc.uint8Array({ maxLength: 64 });
    case "form":
    case "multipart":
      return partsOf(parts ?? [], values);
    case "events":
    case "json-lines": {
      if (events !== undefined) {
        const named = Object.entries(events).map(([event, data]) =>
          bodyValues(data, values).map((value) => ({ event, data: value })),
        );
        return fc.array(fc.oneof(...named), { maxLength: 3 });
      }
      return fc.array(values.valid(item ?? missing(content)), {
        minLength: isPlain ? 1 : 0,
        maxLength: 3,
      });
    }
    default:
      return values.valid(schema ?? missing(content));
  }
}

function missing({ mediaType, opaque }: ContractContent): never {
  throw new NotGenerated(
    opaque === true
      ? `the schema of its ${mediaType} body has no JSON Schema: pass an example`
      : `its ${mediaType} body is a type without a schema: run bough schemas, and pass the file as the option schemas`,
  );
}

function partsOf(
  parts: readonly ContractPart[],
  values: SchemaValues,
): Arbitrary<Record<string, unknown>> {
  const members = Object.fromEntries(parts.map((part) => [part.name, partValues(part, values)]));
  const required = parts.filter((part) => part.required || values.isPlain).map(({ name }) => name);
  return values.fc.record(members, { requiredKeys: required, noNullPrototype: true });
}

function partValues(part: ContractPart, values: SchemaValues): Arbitrary<unknown> {
  const { fc } = values;
  if ("content" in part) {
    const [content] = part.content;
    const one = content === undefined ? fc.constant(undefined) : bodyValues(content, values);
    const least = part.min ?? 0;
    return part.list === true
      ? fc.array(one, { minLength: least, maxLength: Math.max(least, Math.min(part.max ?? 2, 2)) })
      : one;
  }
  if (!("list" in part)) {
    return parameterValues(part, values);
  }
  const [type = "application/octet-stream"] = part.mediaTypes ?? [];
  const file = fc
    .uint8Array({ maxLength: Math.min(part.maxBytes ?? 64, 64) })
    .map((bytes) => new File([bytes.slice()], "file.bin", { type: type.replace("/*", "/x-any") }));
  return part.list ? fc.array(file, { maxLength: Math.min(part.max ?? 2, 2) }) : file;
}
