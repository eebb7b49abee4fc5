// A schema whose values are written as text, without references and `allOf`.
import { elementsOf, isMembers, member, step, type Members } from "./json.ts";
import { Unresolved, type Found, type OpenDocument } from "./open-document.ts";

/** A schema that was followed through its references. */
export interface FlatSchema {
  /** The members of the schema and of those in `allOf`; the nearer one wins. */
  readonly schema: Members;
  readonly pointer: string;
  /** Its types, without `null`. Empty if the schema names no type, so that any value fits. */
  readonly types: readonly string[];
}

// A parameter that is nested deeper has no text form.
const DEEPEST = 12;

// By the schema and its depth: each is flattened once, even if many `allOf` have it.
const known = new WeakMap<object, (FlatSchema | undefined)[]>();

/** Flattens a schema; `undefined` if a reference names nothing, or itself. */
export function flatSchema(
  document: OpenDocument,
  found: Found,
  depth = 0,
): FlatSchema | undefined {
  const target = document.follow(found);
  if (target instanceof Unresolved || depth > DEEPEST) {
    return undefined;
  }
  if (!isMembers(target.value)) {
    return flattened(document, target, depth);
  }
  const flats = known.get(target.value) ?? [];
  if (!(depth in flats)) {
    known.set(target.value, flats);
    flats[depth] = flattened(document, target, depth);
  }
  return flats[depth];
}

function flattened(
  document: OpenDocument,
  { value, pointer }: Found,
  depth: number,
): FlatSchema | undefined {
  const own = isMembers(value) ? value : {};
  let schema: Members = own;
  for (const [index, part] of elementsOf(own["allOf"]).entries()) {
    const place = { value: part, pointer: `${pointer}/allOf${step(index)}` };
    const flat = flatSchema(document, place, depth + 1);
    if (flat === undefined) {
      return undefined;
    }
    schema = merged(flat.schema, schema);
  }
  return { schema, pointer, types: typesOf(schema) };
}

function merged(below: Members, above: Members): Members {
  const properties = { ...asMembers(below["properties"]), ...asMembers(above["properties"]) };
  const required = [...elementsOf(below["required"]), ...elementsOf(above["required"])];
  return {
    ...below,
    ...above,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

function asMembers(value: unknown): Members {
  return isMembers(value) ? value : {};
}

function typesOf(schema: Members): readonly string[] {
  const type = member(schema, "type");
  const types = (Array.isArray(type) ? type : [type]).filter(
    (one): one is string => typeof one === "string" && one !== "null",
  );
  if (types.length > 0) {
    return types;
  }
  if (isMembers(schema["properties"]) || isMembers(schema["additionalProperties"])) {
    return ["object"];
  }
  return schema["items"] === undefined ? [] : ["array"];
}
