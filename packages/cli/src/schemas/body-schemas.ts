// The schemas of a body, from its type: one for each representation that the declaration gives no schema for.
import { isReference } from "./type-name.ts";
import type ts from "typescript";
import type { BodySchema } from "bough/types";
import { memberText, memberType, partsOf } from "./member-type.ts";
import { byCodeUnit, schemasByName, type MutableSchema } from "./mutable-schema.ts";
import type { Place, SchemaReader } from "./schema-reader.ts";
import { withoutUndefined } from "./without-undefined.ts";

export interface Representation {
  readonly mediaType: string;
  readonly body: ts.Type;
}

export function representationsOf(
  body: ts.Type | undefined,
  checker: ts.TypeChecker,
  negotiatedAs = "application/json",
): Representation[] {
  const own = memberType(body, "~optional", checker) ?? body;
  if (!own) {
    return [];
  }
  const alternatives = partsOf(memberType(own, "~alternatives", checker));
  if (alternatives.length > 0) {
    return alternatives
      .flatMap((one) => representationsOf(one, checker, negotiatedAs))
      .sort((one, other) => byCodeUnit(one.mediaType, other.mediaType));
  }
  // Without a kind it is a schema.
  if (!checker.getPropertyOfType(own, "~body")) {
    return [];
  }
  if (checker.getPropertyOfType(own, "~schema")) {
    return [];
  }
  const text = memberText(own, "~mediaType", checker)?.split(";")[0]?.trim().toLowerCase();
  const kind = kindOf(own, checker);
  if (kind === "multipart") {
    return [{ mediaType: "multipart/form-data", body: own }];
  }
  if (kind === "bytes" || kind === "stream" || kind === "none" || text === FORM) {
    return [];
  }
  const mediaType = text ?? (kind === "negotiated" ? negotiatedAs : "*/*");
  return [{ mediaType, body: own }];
}

// Parameter types check the fields of a form.
const FORM = "application/x-www-form-urlencoded";

/** The kind of a body. That of a body by its type alone can be any in its type. */
function kindOf(body: ts.Type, checker: ts.TypeChecker): string {
  return memberText(body, "~body", checker) ?? "negotiated";
}

/** Whether JSON may change the type: the declaration says `unchecked`, or has another codec than JSON. */
export function isUnchecked({ body, mediaType }: Representation, checker: ts.TypeChecker): boolean {
  const isJson = /[/+]json$|^application\/jsonl$|^text\/event-stream$/.test(mediaType);
  return !isJson || checker.getPropertyOfType(body, "~unchecked") !== undefined;
}

/** The schemas of one representation; `undefined` if there is nothing to validate. */
export function bodySchema(
  { body }: Representation,
  place: Place,
  reader: SchemaReader,
): BodySchema | undefined {
  const { checker } = reader;
  const received = memberType(body, "~received", checker);
  switch (kindOf(body, checker)) {
    case "multipart":
      return partsSchema(body, place, reader);
    case "json-lines":
    case "events": {
      const events = memberType(body, "~events", checker);
      if (events) {
        const named = schemasOfBodies(events, place, reader);
        return named && { events: named };
      }
      const [item] = received && isReference(received) ? checker.getTypeArguments(received) : [];
      const at = { ...place, path: `${place.path}/*` };
      return item && { item: reader.of(item, at) };
    }
    default: {
      const value = received && withoutUndefined(received, undefined, checker);
      return value && { schema: reader.of(value, place) };
    }
  }
}

/** The typed parts of a multipart body. Parameter types check its fields. */
function partsSchema(body: ts.Type, place: Place, reader: SchemaReader): BodySchema | undefined {
  const { checker } = reader;
  const [shape] = isReference(body) ? checker.getTypeArguments(body) : [];
  const parts = shape && schemasOfBodies(shape, place, reader);
  return parts && { parts };
}

/** The schemas of bodies by their names; `undefined` if none of them has one. */
function schemasOfBodies(
  shape: ts.Type,
  place: Place,
  reader: SchemaReader,
): BodySchema["parts"] | undefined {
  const { checker } = reader;
  const parts: [string, MutableSchema][] = [];
  for (const member of checker.getPropertiesOfType(shape)) {
    const type = checker.getTypeOfSymbol(member);
    const at = { ...place, path: `${place.path}/${member.name}` };
    const schemas: MutableSchema[] = [];
    const body = memberType(type, "~typed", checker) ?? type;
    for (const part of representationsOf(body, checker)) {
      const { schema } = bodySchema(part, at, reader) ?? {};
      if (schema) {
        schemas.push(schema);
      }
    }
    const [first] = schemas;
    // A part that may have one of several bodies fits one of their types.
    if (first) {
      parts.push([member.name, schemas.length > 1 ? { anyOf: schemas } : first]);
    }
  }
  return parts.length > 0 ? schemasByName(parts) : undefined;
}
