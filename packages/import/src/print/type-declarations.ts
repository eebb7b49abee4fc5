// The named schemas of a contract as interfaces and types.
import type { JsonSchema } from "../schemas.ts";
import type { Declaration } from "./declaration.ts";
import { joinedSchema } from "./joined-schema.ts";
import { listIn, noted, print, type Doc } from "./layout.ts";
import {
  isInterface,
  membersText,
  schemaComment,
  typeText,
  type TypeContext,
} from "./type-text.ts";
import { Uses } from "./uses.ts";

/** Prints the schemas, by their names in the contract. */
export function typeDeclarations(
  schemas: Readonly<Record<string, JsonSchema>>,
  context: Omit<TypeContext, "uses">,
): ReadonlyMap<string, Declaration> {
  return new Map(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      declared(context.identifiers.get(name) ?? "", schema, { ...context, uses: new Uses() }),
    ]),
  );
}

function declared(name: string, given: JsonSchema, context: TypeContext): Declaration {
  const schema = joinedSchema(given, context.schemas);
  const comment = schemaComment(schema, context);
  const doc: Doc = isInterface(schema)
    ? [`export interface ${name} `, onLines(membersText(schema, context))]
    : [`export type ${name} = `, typeText(schema, context), ";"];
  return { name, text: `${print(noted(comment, doc))}\n`, uses: context.uses };
}

// An interface has one line for each member.
function onLines(members: Doc): Doc {
  const list = listIn(members);
  return list === undefined
    ? members
    : ["{", ...list.items.map((one) => ["\n  ", print(one, 2), ";"]), "\n}"];
}
