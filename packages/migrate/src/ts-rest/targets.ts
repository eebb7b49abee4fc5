// What a member of a client or a contract is of, and the types and packages that go with it.
import ts from "typescript";
import type { Work } from "../moving/work.ts";
import type { Access } from "./access.ts";
import type { Route, Router } from "./contract.ts";

/** The route or router that a member of a client or a contract is of. */
export function targetOf(
  node: ts.Node,
  work: Work,
  { contracts }: Access,
): Route | Router | undefined {
  const name = ts.isPropertyAccessExpression(node)
    ? node.name
    : ts.isElementAccessExpression(node)
      ? node.argumentExpression
      : undefined;
  const symbol = name && work.checker.getSymbolAtLocation(name);
  for (const declaration of symbol?.declarations ?? []) {
    const at = ts.getNameOfDeclaration(declaration);
    const code = declaration.getSourceFile();
    const target = at && contracts.byProperty.get(`${code.fileName}:${at.getStart(code)}`);
    if (target) {
      return target;
    }
  }
  return undefined;
}

/** `client` of `client.posts.get`. */
export function clientOf(node: ts.Expression, work: Work, access: Access): ts.Expression {
  const isMember = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  return isMember && targetOf(node, work, access) ? clientOf(node.expression, work, access) : node;
}

/** The parts of a request that a route has, as ts-rest names them. */
export function requestType(route: Route, work: Work, access: Access): string {
  const { ids, query, headers, body } = access.facts(route);
  const names = [
    ...(ids.size > 0 ? ["params"] : []),
    ...(query ? ["query"] : []),
    ...(body.kind === "none" ? [] : ["body"]),
    ...(headers.size > 0 ? ["headers"] : []),
  ];
  if (names.length === 0) {
    return "";
  }
  const whole = `${access.bridges.use("ClientRequest", work, true)}<typeof ${access.path(route, work)}>`;
  return names.length === 4
    ? whole
    : `Pick<${whole}, ${names.map((one) => JSON.stringify(one)).join(" | ")}>`;
}

export function isTsRest(node: ts.CallExpression, { checker }: Work): boolean {
  const declaration = checker.getResolvedSignature(node)?.declaration;
  return declaration?.getSourceFile().fileName.includes("/@ts-rest/") ?? false;
}

export function queryPackage({ project }: Access): string {
  const manifests = [...project.files]
    .filter(([path]) => path.endsWith("package.json"))
    .map(([, text]) => text)
    .join("\n");
  return /"@ts-rest\/vue-query"/.test(manifests)
    ? "@tanstack/vue-query"
    : /"@tanstack\/react-query"/.test(manifests) || !/"react-query"/.test(manifests)
      ? "@tanstack/react-query"
      : "react-query";
}
