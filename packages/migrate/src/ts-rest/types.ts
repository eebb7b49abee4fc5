// Types of ts-rest: `ServerInferRequest<typeof contract.posts.get>["body"]` is `InferBody<typeof …>`.
import ts from "typescript";
import { indexOf, placedAt, symbolOf, visit, type Placed } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import type { Access } from "./access.ts";
import { clientOf, targetOf } from "./targets.ts";
import type { Route, Router } from "./contract.ts";
import { memberOf } from "./implementations.ts";

const INFERS =
  /^(?:(?:Server|Client)Infer(?:Request|Responses|ResponseBody)|(?:Tsr)?AppRoute(?:Query|Mutation)?Implementation|NestRequestShapes|NestResponseShapes)$/;

interface Inferred {
  readonly name: string;
  readonly target: Route | Router;
  readonly status: ts.TypeNode | undefined;
  readonly member: string | undefined;
  readonly work: Work;
}

export function moveTypes(access: Access): void {
  for (const work of access.project.works.values()) {
    visit(work.code, (node) => {
      if (ts.isTypeReferenceNode(node) && node.typeName.getText(work.code) === "ApiFetcherArgs") {
        work.replaceNode(node, access.bridges.use("ApiRequest", work, true));
      } else if (ts.isIndexedAccessTypeNode(node) || ts.isTypeReferenceNode(node)) {
        moveType(node, work, access);
      } else if (ts.isTypeQueryNode(node) && !isInferred(node.parent)) {
        moveQuery(node, work, access);
      } else if (ts.isPropertyAccessExpression(node)) {
        moveReference(node, work, access);
      }
    });
  }
}

function isInferred(node: ts.Node): boolean {
  return ts.isTypeReferenceNode(node) && INFERS.test(node.typeName.getText());
}

function moveType(
  node: ts.TypeReferenceNode | ts.IndexedAccessTypeNode,
  work: Work,
  access: Access,
): void {
  const isInner = ts.isIndexedAccessTypeNode(node.parent) && node.parent.objectType === node;
  const isDirect =
    ts.isIndexedAccessTypeNode(node) || INFERS.test(node.typeName.getText(work.code));
  if (
    !isDirect ||
    (isInner && inferredOf({ node: node.parent, work }, access)?.target.kind === "route")
  ) {
    return;
  }
  const inferred = inferredOf({ node, work }, access);
  if (inferred?.target.kind !== "route") {
    return;
  }
  const path = access.path(inferred.target, work);
  const text =
    path && typeText({ ...inferred, target: inferred.target }, `typeof ${path}`, work, access);
  if (text) {
    work.replaceNode(node, text);
  }
}

function inferredOf({ node, work }: Placed<ts.Node>, access: Access): Inferred | undefined {
  if (ts.isParenthesizedTypeNode(node)) {
    return inferredOf({ node: node.type, work }, access);
  }
  if (ts.isIndexedAccessTypeNode(node)) {
    const inner = inferredOf({ node: node.objectType, work }, access);
    const index = indexOf(node);
    if (!inner || index === undefined || inner.member !== undefined) {
      return undefined;
    }
    const target = inner.target.kind === "router" ? memberOf(inner.target, index) : inner.target;
    return (
      target && { ...inner, target, member: inner.target.kind === "router" ? undefined : index }
    );
  }
  if (!ts.isTypeReferenceNode(node)) {
    return undefined;
  }
  const name = node.typeName.getText(work.code);
  const [first, status] = node.typeArguments ?? [];
  if (INFERS.test(name)) {
    const target = first && typeTarget({ node: first, work }, access);
    return target && { name, target, status, member: undefined, work };
  }
  const alias = aliasOf({ node, work }, access);
  return alias && inferredOf(alias, access);
}

function aliasOf(
  { node, work }: Placed<ts.TypeReferenceNode>,
  access: Access,
): Placed<ts.Node> | undefined {
  const at = placedAt(symbolOf(node.typeName, work)?.declarations?.[0], access.project);
  return at && ts.isTypeAliasDeclaration(at.node)
    ? { node: at.node.type, work: at.work }
    : undefined;
}

/** The route or router of `typeof contract.posts`, of `(typeof contract)["posts"]`, or of an alias of them. */
function typeTarget({ node, work }: Placed<ts.Node>, access: Access): Route | Router | undefined {
  if (ts.isParenthesizedTypeNode(node)) {
    return typeTarget({ node: node.type, work }, access);
  }
  if (ts.isTypeQueryNode(node)) {
    return nameTarget({ node: node.exprName, work }, access);
  }
  if (ts.isIndexedAccessTypeNode(node)) {
    const of = typeTarget({ node: node.objectType, work }, access);
    const index = indexOf(node);
    return of?.kind === "router" && index !== undefined ? memberOf(of, index) : undefined;
  }
  const alias = ts.isTypeReferenceNode(node) ? aliasOf({ node, work }, access) : undefined;
  return alias && typeTarget(alias, access);
}

function nameTarget(
  { node, work }: Placed<ts.EntityName>,
  access: Access,
): Route | Router | undefined {
  if (ts.isQualifiedName(node)) {
    const left = nameTarget({ node: node.left, work }, access);
    return left?.kind === "router" ? memberOf(left, node.right.text) : undefined;
  }
  return access.contracts.valueOf({ node, work });
}

const PARTS = new Map([
  ["Server body", "InferBody"],
  ["Server params", "InferIds"],
  ["Server query", "InferParameters"],
  ["Server headers", "InferHeaders"],
  ["Client body", "InferRequest"],
  ["Client params", "InferIds"],
]);

function typeText(
  { name, target, status, member, work: of }: Inferred & { readonly target: Route },
  endpoint: string,
  work: Work,
  access: Access,
): string {
  const side = name.startsWith("Client") ? "Client" : "Server";
  const bough = (type: string): string => `${work.need(type, "bough", true)}<${endpoint}>`;
  if (name.endsWith("Implementation")) {
    return `${work.need("Handler", "bough/server", true)}<${endpoint}>`;
  }
  if (/Request/.test(name)) {
    const part = member && PARTS.get(`${side} ${member}`);
    return part
      ? bough(part)
      : `${access.bridges.use(`${side}Request`, work, true)}<${endpoint}>${member === undefined ? "" : `["${member}"]`}`;
  }
  const { failures } = access.facts(target);
  const isBody = member === "body" || name.endsWith("Body");
  const isSuccess = status ? /^2\d\d$/.test(status.getText(of.code)) : failures.length === 0;
  if (isBody && isSuccess) {
    return bough(side === "Client" ? "InferResponse" : "InferReturn");
  }
  const type = `${access.bridges.use("Responses", work, true)}<${endpoint}${status ? `, ${status.getText(of.code)}` : ""}>`;
  return isBody ? `${type}["body"]` : member === undefined ? type : `${type}["${member}"]`;
}

function moveQuery(node: ts.TypeQueryNode, work: Work, access: Access): void {
  const target = ts.isQualifiedName(node.exprName)
    ? nameTarget({ node: node.exprName, work }, access)
    : undefined;
  const path = target && access.path(target, work);
  if (path !== undefined && path !== node.exprName.getText(work.code)) {
    work.replaceNode(node.exprName, path);
  }
}

/** A contract's member as a value: `contract.posts.get` may have another way to it, and has other members. */
function moveReference(node: ts.PropertyAccessExpression, work: Work, access: Access): void {
  const target = targetOf(node, work, access);
  const owner = target && clientOf(node, work, access);
  if (!target || !owner || !access.contracts.valueOf({ node: owner, work })) {
    return;
  }
  const { parent } = node;
  const isDeeper = ts.isPropertyAccessExpression(parent) && parent.expression === node;
  if (isDeeper && targetOf(parent, work, access)) {
    return;
  }
  const path = access.path(target, work);
  if (
    path !== undefined &&
    path !== node.getText(work.code) &&
    work.range(node.getStart(work.code), node.end) === node.getText(work.code)
  ) {
    work.replaceNode(node, path);
  }
  const isSame =
    isDeeper &&
    target.kind === "route" &&
    (parent.name.text === "method" ||
      (parent.name.text === "path" && access.facts(target).ids.size === 0));
  if (isDeeper && target.kind === "route" && !isSame) {
    work.leave(
      parent,
      parent.name.text === "path"
        ? "`path` has `{id}` instead of `:id` now: check the code that reads it"
        : `an endpoint's \`${parent.name.text}\` is something else now: check the code that reads it`,
    );
  }
}
