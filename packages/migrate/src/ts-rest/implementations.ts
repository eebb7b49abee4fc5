// The handlers of a project: objects of handlers for a router, single handlers for a route, and methods of NestJS.
import ts from "typescript";
import type { Project } from "../moving/project.ts";
import {
  nameOf,
  placedAt,
  plain,
  propertyOf,
  symbolOf,
  valueOrSpreadOf,
  visit,
  type Placed,
} from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import type { Contracts, Route, Router } from "./contract.ts";
import type { HandlerNode } from "./handler.ts";

export type Adapter = "express" | "fastify" | "next" | "nest" | "serverless";

/** An object with handlers. */
export interface Implementation {
  readonly router: Router;
  readonly literal: ts.ObjectLiteralExpression;
  readonly work: Work;
  /** `s.router(contract, { … })`, or the object alone. */
  readonly whole: ts.Expression;
  readonly adapter: Adapter;
}

export interface HandlerEntry {
  readonly property: ts.ObjectLiteralElementLike;
  readonly target: Route | Router | undefined;
  readonly value: ts.Expression | ts.MethodDeclaration;
  /** The handler in the value, perhaps within `s.route(…)` or beside its middleware. */
  readonly handler: Placed<HandlerNode> | undefined;
  readonly middleware: ts.Expression | undefined;
}

/** `@TsRestHandler(contract.a) method() { return tsRestHandler(contract.a, …) }`. */
export interface NestMethod {
  readonly target: Route | Router;
  readonly work: Work;
  readonly decorator: ts.Decorator;
  readonly method: ts.MethodDeclaration;
}

export interface Implementations {
  readonly objects: readonly Implementation[];
  readonly nest: readonly NestMethod[];
}

const ADAPTERS: readonly (readonly [RegExp, Adapter])[] = [
  [/@ts-rest\/express/, "express"],
  [/@ts-rest\/fastify/, "fastify"],
  [/@ts-rest\/next/, "next"],
  [/@ts-rest\/nest/, "nest"],
  [/@ts-rest\/serverless/, "serverless"],
];

export function findImplementations(project: Project, contracts: Contracts): Implementations {
  const objects = new Map<ts.Node, Implementation>();
  const nest: NestMethod[] = [];
  const adapter = adapterOf([...project.works.values()].map(({ code }) => code.text).join("\n"));
  for (const work of project.works.values()) {
    visit(work.code, (node) => {
      const given = givenObject(node, work);
      const router = given && contracts.valueOf({ node: given.contract, work });
      const literal = given && literalOf({ node: given.value, work }, project);
      if (given && router?.kind === "router" && literal && !objects.has(literal.node)) {
        objects.set(literal.node, {
          router,
          literal: literal.node,
          work: literal.work,
          whole: literal.node === plain(given.value) ? given.whole : literal.node,
          adapter: adapterOf(work.code.text) ?? adapter ?? "serverless",
        });
      }
      const method = nestMethod(node, work, contracts);
      nest.push(...(method ? [method] : []));
    });
  }
  return { objects: [...objects.values()], nest };
}

interface GivenObject {
  readonly contract: ts.Expression;
  readonly value: ts.Expression;
  /** What becomes a function. */
  readonly whole: ts.Expression;
}

const TAKES =
  /^(?:createExpressEndpoints|registerRouter|createNextRouter|createNextHandler|createLambdaHandler)$/;

/** The places where an object of handlers is given for a contract. */
function givenObject(node: ts.Node, { code }: Work): GivenObject | undefined {
  if (ts.isCallExpression(node)) {
    const name = calleeName(node);
    const [contract, value] = node.arguments;
    const isRouter =
      name === "router" && contract && !ts.isObjectLiteralExpression(plain(contract));
    return contract && value && (isRouter || TAKES.test(name))
      ? { contract, value, whole: isRouter ? node : value }
      : undefined;
  }
  if (ts.isVariableDeclaration(node) && node.type && node.initializer) {
    const query = /RouterImplementation</.test(node.type.getText(code)) && firstQuery(node.type);
    return query && ts.isIdentifier(query)
      ? { contract: query, value: node.initializer, whole: node.initializer }
      : undefined;
  }
  return undefined;
}

function nestMethod(node: ts.Node, work: Work, contracts: Contracts): NestMethod | undefined {
  if (!ts.isDecorator(node) || !ts.isMethodDeclaration(node.parent)) {
    return undefined;
  }
  const call = node.expression;
  const [first] =
    ts.isCallExpression(call) && /^(?:TsRestHandler|TsRest|Api)$/.test(calleeName(call))
      ? call.arguments
      : [];
  const target = first && contracts.valueOf({ node: first, work });
  return target && { target, work, decorator: node, method: node.parent };
}

/** `contract.posts` in `RouterImplementation<typeof contract.posts>`. */
function firstQuery(node: ts.Node): ts.Node | undefined {
  return ts.isTypeQueryNode(node) ? node.exprName : ts.forEachChild(node, firstQuery);
}

export function adapterOf(text: string): Adapter | undefined {
  return ADAPTERS.find(([pattern]) => pattern.test(text))?.[1];
}

export function calleeName(node: ts.CallExpression): string {
  const { expression } = node;
  if (ts.isCallExpression(expression)) {
    return calleeName(expression);
  }
  return ts.isPropertyAccessExpression(expression)
    ? expression.name.text
    : ts.isIdentifier(expression)
      ? expression.text
      : "";
}

function literalOf(
  { node: given, work }: Placed,
  project: Project,
): Placed<ts.ObjectLiteralExpression> | undefined {
  const node = plain(given);
  if (ts.isObjectLiteralExpression(node)) {
    return { node, work };
  }
  const at = ts.isIdentifier(node) ? declarationOf({ node, work }, project) : undefined;
  const initializer = at && ts.isVariableDeclaration(at.node) ? at.node.initializer : undefined;
  const literal = initializer && plain(initializer);
  return at && literal && ts.isObjectLiteralExpression(literal)
    ? { node: literal, work: at.work }
    : undefined;
}

function declarationOf({ node, work }: Placed, project: Project): Placed<ts.Node> | undefined {
  const symbol = symbolOf(node, work);
  return placedAt(symbol?.valueDeclaration ?? symbol?.declarations?.[0], project);
}

/** The entries of an object, by the names of a router. */
export function entriesOf(
  { literal, work }: Pick<Implementation, "literal" | "work">,
  router: Router,
  project: Project,
): readonly HandlerEntry[] {
  return literal.properties.flatMap((property): HandlerEntry[] => {
    const name = property.name && nameOf(property.name);
    const target = name === undefined ? undefined : memberOf(router, name);
    if (ts.isMethodDeclaration(property)) {
      return [
        {
          property,
          target,
          value: property,
          handler: { node: property, work },
          middleware: undefined,
        },
      ];
    }
    const value = valueOrSpreadOf(property);
    if (!value) {
      return [];
    }
    const inner = plain(value);
    const beside =
      ts.isObjectLiteralExpression(inner) && target?.kind === "route" ? inner : undefined;
    const direct = beside ? propertyOf(beside, "handler") : inner;
    const handler =
      direct && target?.kind === "route" ? handlerOf({ node: direct, work }, project) : undefined;
    return [
      { property, target, value, handler, middleware: beside && propertyOf(beside, "middleware") },
    ];
  });
}

export function memberOf(router: Router, name: string): Route | Router | undefined {
  for (const entry of router.entries) {
    if (entry.name === name) {
      return entry.value;
    }
    const below =
      entry.name === undefined && entry.value.kind === "router"
        ? memberOf(entry.value, name)
        : undefined;
    if (below) {
      return below;
    }
  }
  return undefined;
}

/** The function that an expression is or names. */
export function handlerOf(
  { node: given, work }: Placed,
  project: Project,
): Placed<HandlerNode> | undefined {
  const node = plain(given);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
    return { node, work };
  }
  if (ts.isCallExpression(node) && calleeName(node) === "route" && node.arguments[1]) {
    return handlerOf({ node: node.arguments[1], work }, project);
  }
  const at = ts.isIdentifier(node) ? declarationOf({ node, work }, project) : undefined;
  if (at && ts.isFunctionDeclaration(at.node)) {
    return { node: at.node, work: at.work };
  }
  return at &&
    ts.isVariableDeclaration(at.node) &&
    at.node.initializer &&
    at.node.initializer !== given
    ? handlerOf({ node: at.node.initializer, work: at.work }, project)
    : undefined;
}
