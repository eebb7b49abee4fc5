// The members of an object schema, wherever they are declared: the checker follows `merge`, `extend` and `pick`.
import ts from "typescript";
import type { Project } from "../moving/project.ts";
import { wayText } from "../moving/request-text.ts";
import { nameOf, placedAt, plain, resolved, type Placed } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import { parameterText, typeText, type Translating } from "./parameter-text.ts";
import { schemaType } from "./zod-chain.ts";

const SAME =
  /^(?:optional|nullish|default|strict|passthrough|strip|refine|superRefine|describe|openapi|readonly|loose|meta)$/;

/** The parameters of a query, of headers, or of the ids of a path, by name. */
export function parametersOf(
  schema: Placed,
  given: Omit<Translating, "schema">,
): ReadonlyMap<string, string> {
  const bare = withoutWrappers(schema, given.project);
  const parameters = new Map<string, string>();
  const source = plain(schema.node).getText(schema.work.code);
  const plainType = typeOfCall(bare.node, bare.work);
  if (plainType) {
    return typeParameters(plainType, bare.work, { ...given, schema: source });
  }
  const members = recordOf(bare) ?? shapeMembers(bare);
  const isPartial = /\.partial\(\s*\)/.test(bare.node.getText(bare.work.code));
  for (const member of members ?? []) {
    const at = placedAt(member.declarations?.[0], given.project);
    const name = member.name;
    const own = wayText(`${source}.shape`, [{ name }]);
    if (at && ts.isPropertyAssignment(at.node) && nameOf(at.node.name) === name) {
      const value = { node: at.node.initializer, work: at.work };
      const schemaText = at.work === given.work ? withoutAbsence(value) : own;
      const text = parameterText(value, { ...given, schema: schemaText });
      parameters.set(
        name,
        isPartial && !/\.(?:optional|default)\(/.test(text) ? `${text}.optional()` : text,
      );
    } else {
      const type = bare.work.checker.getTypeOfSymbol(member);
      const output = schemaType(type, "output", bare.work) ?? type;
      parameters.set(name, typeText(output, bare.work, { ...given, schema: own }));
    }
  }
  if (!members) {
    const type = schemaType(bare.work.checker.getTypeAtLocation(bare.node), "output", bare.work);
    given.report("this schema can't be read as an object: check these parameters");
    return type ? typeParameters(type, bare.work, { ...given, schema: source }) : parameters;
  }
  return parameters;
}

function typeParameters(
  type: ts.Type,
  work: Work,
  given: Translating,
): ReadonlyMap<string, string> {
  return new Map(
    type.getProperties().map((member) => {
      const text = typeText(work.checker.getTypeOfSymbol(member), work, given);
      return [member.name, optional(member, text)];
    }),
  );
}

function optional(member: ts.Symbol, text: string): string {
  return member.flags & ts.SymbolFlags.Optional &&
    !text.endsWith(".optional()") &&
    !text.startsWith("list(")
    ? `${text}.optional()`
    : text;
}

function withoutWrappers({ node: given, work }: Placed, project: Project): Placed {
  const node = plain(given);
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    SAME.test(node.expression.name.text)
  ) {
    return withoutWrappers({ node: node.expression.expression, work }, project);
  }
  const to = ts.isIdentifier(node) ? resolved({ node, work }, project) : undefined;
  return to ? withoutWrappers(to, project) : { node, work };
}

/** The schema without what says that it may be absent, for `.check`. */
function withoutAbsence({ node, work }: Placed): string {
  const bare = plain(node);
  return ts.isCallExpression(bare) &&
    ts.isPropertyAccessExpression(bare.expression) &&
    /^(?:optional|nullish|nullable|default|catch|describe|openapi)$/.test(bare.expression.name.text)
    ? withoutAbsence({ node: bare.expression.expression, work })
    : bare.getText(work.code);
}

function shapeMembers({ node, work }: Placed): readonly ts.Symbol[] | undefined {
  const type = work.checker.getTypeAtLocation(node);
  const shape = type.getProperty("shape");
  return shape && work.checker.getTypeOfSymbol(shape).getProperties();
}

/** Headers may be an object of schemas. */
function recordOf({ node, work }: Placed): readonly ts.Symbol[] | undefined {
  return ts.isObjectLiteralExpression(node)
    ? work.checker.getTypeAtLocation(node).getProperties()
    : undefined;
}

/** The type in `c.type<T>()`. */
export function typeOfCall(node: ts.Expression, { checker }: Placed["work"]): ts.Type | undefined {
  const call = plain(node);
  return ts.isCallExpression(call) &&
    ts.isPropertyAccessExpression(call.expression) &&
    /^(?:type|response|body)$/.test(call.expression.name.text) &&
    call.typeArguments?.[0]
    ? checker.getTypeFromTypeNode(call.typeArguments[0])
    : undefined;
}
