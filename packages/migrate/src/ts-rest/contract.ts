// The contracts of a project: routers with their routes, found by their shape, wherever they are written.
import ts from "typescript";
import type { Project } from "../moving/project.ts";
import {
  isInside,
  keyOf,
  nameOf,
  plain,
  propertyOf,
  resolved,
  stringOf,
  valueOrSpreadOf,
  visit,
  type Placed,
} from "../moving/syntax.ts";

/** A route: an object with a method, a path and responses. */
export interface Route extends Placed<ts.ObjectLiteralExpression> {
  readonly kind: "route";
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** The property that has it in its router, with its comments. */
  readonly property: ts.ObjectLiteralElementLike | undefined;
  router: Router | undefined;
}

/** A router: an object of routes and routers, in `c.router(…)` or on its own. */
export interface Router extends Placed<ts.ObjectLiteralExpression> {
  readonly kind: "router";
  /** What is replaced: the call, or the object. */
  readonly whole: ts.Expression;
  readonly options: ts.ObjectLiteralExpression | undefined;
  readonly entries: Entry[];
  /** The variable that it is the value of. */
  readonly variable: ts.Identifier | undefined;
  readonly parents: { readonly router: Router; readonly name: string | undefined }[];
}

export interface Entry {
  /** Without a name, it is spread. */
  readonly name: string | undefined;
  readonly property: ts.ObjectLiteralElementLike;
  readonly value: Route | Router;
  /** Whether it is declared elsewhere. */
  readonly isReference: boolean;
}

export interface Contracts {
  readonly routers: readonly Router[];
  /** By the places of the names of their properties, which the checker finds from every client. */
  readonly byProperty: ReadonlyMap<string, Route | Router>;
  readonly valueOf: (expression: Placed) => Route | Router | undefined;
}

const METHODS = /^(?:GET|POST|PUT|PATCH|DELETE)$/;

export function findContracts(project: Project): Contracts {
  return new Finder(project).find();
}

class Finder {
  readonly #project: Project;
  readonly #known = new Map<string, Route | Router | undefined>();
  readonly #byProperty = new Map<string, Route | Router>();

  constructor(project: Project) {
    this.#project = project;
  }

  find(): Contracts {
    for (const work of this.#project.works.values()) {
      if (/responses|router/.test(work.code.text)) {
        visit(work.code, (node) => {
          if (ts.isExpression(node) && mayBeRouter(node)) {
            this.#evaluate({ node, work });
          }
        });
      }
    }
    const routers = [...this.#known.values()].filter((one) => one?.kind === "router");
    return {
      routers: [...new Set(routers)],
      byProperty: this.#byProperty,
      valueOf: (expression) => this.#evaluate(expression),
    };
  }

  #evaluate(given: Placed): Route | Router | undefined {
    const node = plain(given.node);
    const key = keyOf({ node, work: given.work });
    if (!this.#known.has(key)) {
      this.#known.set(key, undefined);
      this.#known.set(key, this.#valueOf({ node, work: given.work }));
    }
    return this.#known.get(key);
  }

  #valueOf({ node, work }: Placed): Route | Router | undefined {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first, second] = node.arguments.map(plain);
      const { text } = node.expression.name;
      if (!first || !ts.isObjectLiteralExpression(first)) {
        return undefined;
      }
      return text === "router"
        ? this.#routerOf({ node: first, work }, node, second)
        : text === "query" || text === "mutation"
          ? this.#evaluate({ node: first, work })
          : undefined;
    }
    if (ts.isObjectLiteralExpression(node)) {
      return (
        routeOf({ node, work }, this.#project) ?? this.#routerOf({ node, work }, node, undefined)
      );
    }
    const to =
      ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)
        ? resolved({ node, work }, this.#project)
        : undefined;
    return to && this.#evaluate(to);
  }

  #routerOf(
    { node, work }: Placed<ts.ObjectLiteralExpression>,
    whole: ts.Expression,
    options: ts.Expression | undefined,
  ): Router | undefined {
    const entries = node.properties.flatMap((property): Entry[] => {
      const expression = valueOrSpreadOf(property);
      const value = expression && this.#evaluate({ node: expression, work });
      const name = property.name && nameOf(property.name);
      return value ? [{ name, property, value, isReference: !isInside(value.node, node) }] : [];
    });
    if (entries.length === 0 || entries.length < node.properties.length) {
      return undefined;
    }
    const at =
      options && ts.isIdentifier(options)
        ? resolved({ node: options, work }, this.#project)
        : undefined;
    const literal = at ? plain(at.node) : options;
    const router: Router = {
      kind: "router",
      node,
      work,
      whole,
      options: literal && ts.isObjectLiteralExpression(literal) ? literal : undefined,
      entries,
      variable: variableOf(whole),
      parents: [],
    };
    // The object of a call is no router of its own.
    this.#known.set(keyOf({ node, work }), router);
    for (const { name, property, value } of entries) {
      if (value.kind === "router") {
        value.parents.push({ router, name });
      } else {
        value.router = router;
      }
      if (property.name) {
        this.#byProperty.set(keyOf({ node: property.name, work }), value);
      }
    }
    return router;
  }
}

function mayBeRouter(node: ts.Expression): boolean {
  return ts.isCallExpression(node)
    ? ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === "router"
    : ts.isObjectLiteralExpression(node) && propertyOf(node, "responses") === undefined;
}

function routeOf(
  { node, work }: Placed<ts.ObjectLiteralExpression>,
  project: Project,
): Route | undefined {
  const [method, path] = ["method", "path"].map((name) => {
    const value = propertyOf(node, name);
    return value && stringOf({ node: value, work }, project);
  });
  const hasResponses = propertyOf(node, "responses") !== undefined;
  if (method === undefined || path === undefined || !METHODS.test(method) || !hasResponses) {
    return undefined;
  }
  const property = propertyWith(node);
  const variable = variableOf(node);
  const name = (property?.name && nameOf(property.name)) ?? variable?.text ?? "endpoint";
  return { kind: "route", name, method, path, node, work, property, router: undefined };
}

/** The property whose value is the expression, perhaps in a call. */
function propertyWith(node: ts.Expression): ts.PropertyAssignment | undefined {
  const { parent } = node;
  return ts.isPropertyAssignment(parent)
    ? parent
    : ts.isExpression(parent) && !ts.isObjectLiteralExpression(parent)
      ? propertyWith(parent)
      : undefined;
}

function variableOf(node: ts.Expression): ts.Identifier | undefined {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) {
    return ts.isIdentifier(parent.name) ? parent.name : undefined;
  }
  return (ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isCallExpression(parent)) &&
    parent.expression !== undefined
    ? variableOf(parent)
    : undefined;
}

/** A way from a router that no other contains. */
export interface Way {
  readonly root: Router;
  /** The routers on the way, root first, with the names of what follows. */
  readonly steps: readonly { readonly router: Router; readonly name: string | undefined }[];
}

/** All ways from a root to a router. */
export function waysTo(router: Router): readonly Way[] {
  if (router.parents.length === 0) {
    return [{ root: router, steps: [] }];
  }
  return router.parents.flatMap(({ router: above, name }) =>
    waysTo(above).map(({ root, steps }) => ({ root, steps: [...steps, { router: above, name }] })),
  );
}
