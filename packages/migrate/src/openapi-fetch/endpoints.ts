// What a call of openapi-fetch is of: its endpoint, its client, and the function of the library.
import ts from "typescript";
import type { Bridges } from "../moving/bridges.ts";
import type { Project } from "../moving/project.ts";
import { plain, stringOf, symbolOf } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import { keyOf, type Declared, type DeclaredEndpoint } from "./declaration.ts";

export interface Moving {
  readonly project: Project;
  readonly declared: Declared;
  readonly bridges: Bridges;
  readonly folder: string;
}

/** The function of a package that a call resolves to. */
export function libraryOf(
  node: ts.CallExpression,
  { checker }: Work,
): "openapi-fetch" | "openapi-react-query" | undefined {
  const file = checker.getResolvedSignature(node)?.declaration?.getSourceFile().fileName ?? "";
  const [, name] = /\/(openapi-fetch|openapi-react-query)\//.exec(file) ?? [];
  return name === "openapi-fetch" || name === "openapi-react-query" ? name : undefined;
}

export interface Called {
  readonly endpoint: DeclaredEndpoint;
  /** The ids that are written in the path itself, in its order. */
  readonly ids: readonly string[];
}

export function endpointOf(
  method: string,
  path: ts.Expression,
  work: Work,
  moving: Moving,
): Called | { readonly why: string } {
  const written = plain(path);
  const isWritten = ts.isTemplateExpression(written);
  const template = isWritten
    ? written.templateSpans.reduce(
        (text, { literal }) => `${text}{}${literal.text}`,
        written.head.text,
      )
    : stringOf({ node: path, work }, moving.project);
  if (template === undefined) {
    return { why: "the path of this call isn't known here: call request() with its endpoint" };
  }
  const key = keyOf(method, template);
  const endpoint = moving.declared.endpoints.find((one) => one.key === key);
  const ids = isWritten ? written.templateSpans.map((one) => idText(one.expression, work)) : [];
  return endpoint
    ? { endpoint, ids }
    : {
        why: `the document doesn't declare ${method.toUpperCase()} ${template}: add it there, or correct this path`,
      };
}

/** `encodeURIComponent(id)`: Bough encodes ids. */
function idText(node: ts.Expression, work: Work): string {
  const isEncoded =
    ts.isCallExpression(node) && node.expression.getText(work.code) === "encodeURIComponent";
  return work.text(isEncoded && node.arguments[0] ? node.arguments[0] : node);
}

export function rootName({ declared, folder }: Moving, work: Work): string {
  return work.need(declared.root, `${folder}/api.ts`);
}

/** `const { GET } = createClient<paths>()`: the element that a name is of. */
export function elementOf(name: ts.Identifier, work: Work): ts.BindingElement | undefined {
  const declaration = symbolOf(name, work)?.declarations?.[0];
  return declaration && ts.isBindingElement(declaration) ? declaration : undefined;
}

/** The client that a call is of. A destructured one gets a name. */
export function clientText(
  expression: ts.Expression,
  work: Work,
  moving: Moving,
): string | undefined {
  if (ts.isPropertyAccessExpression(expression)) {
    return work.text(expression.expression);
  }
  const element = ts.isIdentifier(expression) ? elementOf(expression, work) : undefined;
  const declaration = element?.parent.parent;
  if (!declaration || !ts.isVariableDeclaration(declaration)) {
    return undefined;
  }
  const { initializer } = declaration;
  const isMade = initializer && ts.isCallExpression(initializer);
  const code = declaration.getSourceFile();
  if (!isMade && initializer && code === work.code) {
    return work.text(initializer);
  }
  if (!isMade && initializer && ts.isIdentifier(initializer)) {
    return work.need(initializer.text, code.fileName);
  }
  const at = moving.project.works.get(code.fileName);
  const name = at ? clientName(declaration, at) : "client";
  return code.fileName === work.file ? name : work.need(name, code.fileName);
}

/** The name of a client that had none. */
export function clientName(declaration: ts.VariableDeclaration, work: Work): string {
  const name = ["client", "apiClient", "fetchClient"].find((one) => !work.isDeclared(one));
  return name ?? `client${declaration.pos}`;
}
