// Types of openapi-typescript: `components["schemas"]["Pet"]` is `Pet`, and `paths[…]` is asked of the endpoint.
import ts from "typescript";
import { wayText } from "../moving/request-text.ts";
import { indexOf, placedAt, symbolOf, visit, type Placed } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import { rootName, type Moving } from "./endpoints.ts";
import { keyOf } from "./declaration.ts";

export function moveTypes(moving: Moving): void {
  for (const work of moving.project.works.values()) {
    visit(work.code, (node) => {
      if (ts.isIndexedAccessTypeNode(node) && !isObjectOf(node)) {
        moveIndexed(node, work, moving);
      } else if (ts.isTypeReferenceNode(node)) {
        moveNamed(node, work, moving);
      }
    });
  }
}

function isObjectOf(node: ts.Node): boolean {
  return ts.isIndexedAccessTypeNode(node.parent) && node.parent.objectType === node;
}

/** `Client<paths>`, and `ReturnType<typeof createClient<paths>>`. */
function moveNamed(node: ts.TypeReferenceNode, work: Work, { bridges }: Moving): void {
  const text = node.getText(work.code);
  const from = importedFrom(node.typeName, work);
  if (from === "openapi-fetch" && node.typeName.getText(work.code) === "Middleware") {
    bridges.use("Middleware", work, true);
  } else if (
    (from === "openapi-fetch" && /^Client\b/.test(text)) ||
    /^ReturnType<typeof \w+<[\w.]+>>$/.test(text)
  ) {
    work.replaceNode(node, work.need("Client", "bough/client", true));
  }
}

function importedFrom(name: ts.EntityName, { checker }: Work): string | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  const declaration = symbol?.declarations?.find(ts.isImportSpecifier);
  const specifier = declaration?.parent.parent.parent.moduleSpecifier;
  return specifier && ts.isStringLiteral(specifier) ? specifier.text : undefined;
}

function moveIndexed(node: ts.IndexedAccessTypeNode, work: Work, moving: Moving): void {
  const way = wayOf({ node, work }, moving);
  if (!way) {
    return;
  }
  const { names, rest } = way;
  const [base, first, second, ...more] = names;
  if (base === "components" && first === "schemas" && second !== undefined) {
    const type = moving.declared.types.get(second);
    if (type) {
      const name = work.need(type.name, `${moving.folder}/${type.file}`, true);
      work.replaceNode(
        node,
        [name, ...more.map((one) => `[${JSON.stringify(one)}]`), ...rest].join(""),
      );
      work.site(node, "moved");
    }
    return;
  }
  const endpoint =
    base === "paths" && first !== undefined && second !== undefined
      ? moving.declared.endpoints.find(({ key }) => key === keyOf(second, first))
      : base === "operations"
        ? moving.declared.endpoints.find(({ operationId }) => operationId === first)
        : undefined;
  const parts = base === "operations" ? names.slice(2) : more;
  if (!endpoint || parts.length === 0) {
    return;
  }
  const of = `typeof ${wayText(rootName(moving, work), endpoint.steps)}`;
  const text = partText(parts, of, work);
  if (text) {
    work.replaceNode(node, [text, ...rest].join(""));
    work.site(node, "moved");
  }
}

function partText(
  [part, second, third, , ...deeper]: readonly string[],
  of: string,
  work: Work,
): string | undefined {
  const infer = (name: string, from = "bough"): string => `${work.need(name, from, true)}<${of}>`;
  const members = (all: readonly (string | undefined)[]): string =>
    all.map((one) => (one === undefined ? "" : `[${JSON.stringify(one)}]`)).join("");
  if (part === "responses" && /^2\d\d$/.test(second ?? "") && third === "content") {
    return `${infer("InferResponse")}${members(deeper)}`;
  }
  if (part === "requestBody" && second === "content") {
    return `${infer("InferRequest")}${members(deeper)}`;
  }
  if (part === "parameters" && second === "query") {
    const options = `NonNullable<${infer("RequestOptions", "bough/client")}["parameters"]>`;
    return `${options}${members([third])}`;
  }
  return part === "parameters" && second === "path"
    ? `${infer("InferIds")}${members([third])}`
    : undefined;
}

interface Way {
  readonly names: readonly string[];
  /** What follows a name that is no literal: `[number]`, `[keyof T]`. */
  readonly rest: readonly string[];
}

/** The names of an indexed access, through aliases: `Schemas["Pet"]` with `type Schemas = components["schemas"]`. */
function wayOf({ node, work }: Placed<ts.Node>, moving: Moving): Way | undefined {
  if (ts.isParenthesizedTypeNode(node)) {
    return wayOf({ node: node.type, work }, moving);
  }
  if (ts.isIndexedAccessTypeNode(node)) {
    const inner = wayOf({ node: node.objectType, work }, moving);
    const literal = indexOf(node);
    if (!inner) {
      return undefined;
    }
    return inner.rest.length === 0 && literal !== undefined
      ? { names: [...inner.names, literal], rest: [] }
      : { names: inner.names, rest: [...inner.rest, `[${node.indexType.getText(work.code)}]`] };
  }
  if (!ts.isTypeReferenceNode(node)) {
    return undefined;
  }
  const name = node.typeName.getText(work.code);
  if (name === "NonNullable" && node.typeArguments?.[0]) {
    return wayOf({ node: node.typeArguments[0], work }, moving);
  }
  const declaration = symbolOf(node.typeName, work)?.declarations?.[0];
  const isGenerated =
    declaration &&
    ts.isInterfaceDeclaration(declaration) &&
    /^(?:paths|components|operations)$/.test(declaration.name.text);
  if (isGenerated && declaration.getSourceFile() === work.code) {
    return undefined;
  }
  if (isGenerated) {
    return { names: [declaration.name.text], rest: [] };
  }
  const at = placedAt(declaration, moving.project);
  const way =
    at && ts.isTypeAliasDeclaration(at.node) && !node.typeArguments
      ? wayOf({ node: at.node.type, work: at.work }, moving)
      : undefined;
  // A name for one schema is moved where it is declared.
  return way?.names[0] === "components" && way.names.length > 2 ? undefined : way;
}
