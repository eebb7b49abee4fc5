// Writes the contracts as trees, in the files and under the names that they have.
import ts from "typescript";
import type { Project } from "../moving/project.ts";
import { entryText, propertyName } from "../moving/request-text.ts";
import { isInside, propertyOf, stringOf, visit } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import { callOf } from "./body-text.ts";
import type { Contracts, Route, Router } from "./contract.ts";
import type { FactsOf } from "./facts.ts";
import { innerLevels, layoutOf, type Layout, type Place, type Segment } from "./tree.ts";
import { kebabCase } from "./words.ts";

export interface Trees {
  readonly layout: (router: Router) => Layout;
  readonly facts: FactsOf;
}

export function treesOf(project: Project, facts: FactsOf): Trees {
  const known = new Map<Router, Layout>();
  const layout = (router: Router): Layout => {
    const at =
      known.get(router) ??
      layoutOf(router, {
        prefix: prefixOf(router, project),
        typeOf: (route, id) => facts.of(route).ids.get(id) ?? "",
        isSlashed: (route) => {
          const [path = ""] = (prefixesOf(route.router, project) + route.path).split("?");
          return path.length > 1 ? path.endsWith("/") : undefined;
        },
      });
    known.set(router, at);
    return at;
  };
  return { layout, facts };
}

function prefixOf({ options, work }: Router, project: Project): string {
  const prefix = options && propertyOf(options, "pathPrefix");
  return (prefix && stringOf({ node: prefix, work }, project)) ?? "";
}

/** The prefix of a router, after those of the routers above it. */
function prefixesOf(router: Router | undefined, project: Project): string {
  return router ? prefixesOf(router.parents[0]?.router, project) + prefixOf(router, project) : "";
}

const VERBS = new Map([
  ["GET", "get"],
  ["POST", "post"],
  ["PUT", "put"],
  ["PATCH", "patch"],
  ["DELETE", "del"],
]);

/** Rewrites every router that is not inside another one's text. */
export function writeContracts({ routers }: Contracts, trees: Trees): void {
  const outer = routers.filter(
    (router) => !routers.some((other) => other !== router && isInside(router.whole, other.whole)),
  );
  for (const router of outer) {
    const { work, whole } = router;
    const line = work.code.text.lastIndexOf("\n", whole.getStart(work.code)) + 1;
    const [indent = ""] = /^[ \t]*/.exec(work.code.text.slice(line)) ?? [];
    const text = new Printer(work, trees).router(router, indent);
    work.replaceNode(outermost(whole), text);
    work.site(whole, "moved");
  }
  for (const route of new Set(routers.flatMap(routesOf))) {
    if (route.router && !isInside(route.node, route.router.whole)) {
      const { work, node } = route;
      const call = ts.isCallExpression(node.parent) ? node.parent : node;
      work.replaceNode(
        outermost(call),
        new Printer(work, trees).endpoint(route, tailOf(route, trees), "  "),
      );
    }
  }
  for (const work of new Set(routers.map((one) => one.work))) {
    declareFailures(work, routers, trees);
    visit(work.code, (node) => {
      if (ts.isCallExpression(node)) {
        moveShared(node, work);
      }
    });
  }
}

/** `c.responses({ … })`, which another file uses: its bodies are Bough's now. */
function moveShared(node: ts.CallExpression, work: Work): void {
  const [given] = node.arguments;
  const isShared = given && /^\w+\.responses$/.test(node.expression.getText(work.code));
  if (isShared && work.text(node) === node.getText(work.code)) {
    visit(given, (one) => {
      if (ts.isCallExpression(one) && /^\w+\.type$/.test(one.expression.getText(work.code))) {
        work.replaceNode(one.expression, work.need("type", "bough"));
      }
    });
    work.replaceNode(node, work.text(given));
  }
}

/** The part of the path that an endpoint has itself. */
function tailOf(route: Route, { layout }: Trees): string {
  const find = ({ routes, children }: Place): string | undefined =>
    [...routes.values()].find((one) => one.route === route)?.tail ??
    [...children.values()].map(find).find((tail) => tail !== undefined);
  return (route.router && find(layout(route.router).place)) ?? "";
}

function routesOf({ entries }: Router): readonly Route[] {
  return entries.flatMap(({ value }) => (value.kind === "route" ? [value] : []));
}

/** With `as const` and `satisfies AppRouter`. */
function outermost(node: ts.Expression): ts.Expression {
  const { parent } = node;
  return ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent) ? outermost(parent) : node;
}

function declareFailures(work: Work, routers: readonly Router[], { facts }: Trees): void {
  const declarations = facts.declarations(work);
  const [first] = routers
    .filter((one) => one.work === work)
    .toSorted((a, b) => a.whole.pos - b.whole.pos);
  if (declarations.length === 0 || !first) {
    return;
  }
  let statement: ts.Node = first.whole;
  while (!ts.isSourceFile(statement.parent)) {
    statement = statement.parent;
  }
  const lines = declarations.map(({ name, status, body }) => {
    const made = `${work.need("failure", "bough")}("${kebabCase(name)}", ${status})`;
    return `export const ${name} = ${callOf(`${made}.bare`, body, work)};\n`;
  });
  const comments = ts.getLeadingCommentRanges(work.code.text, statement.pos);
  work.insert(comments?.[0]?.pos ?? statement.getStart(work.code), `${lines.join("")}\n`);
}

class Printer {
  readonly #work: Work;
  readonly #trees: Trees;

  constructor(work: Work, trees: Trees) {
    this.#work = work;
    this.#trees = trees;
  }

  #need(name: string): string {
    return this.#work.need(name, "bough");
  }

  router(router: Router, indent: string): string {
    const { head, place } = this.#trees.layout(router);
    const isRoot = router.parents.length === 0;
    const options = this.#options(router);
    const [first, ...others] = head;
    if (isRoot) {
      const start = first?.kind === "dynamic" ? undefined : first;
      const above = this.#rootOf(
        start,
        head.length > 1 || first?.kind === "dynamic" ? "" : options,
      );
      const rest = start ? others : head;
      if (rest.length === 0) {
        return `${above}${this.#block(place, router, indent)})`;
      }
      return rest.reduce((parent, segment, index) => {
        const isLast = index === rest.length - 1;
        const inner = isLast ? this.#block(place, router, indent) : "{}";
        return `${this.#resource(segment, `${parent}, ${isLast ? options : ""}`)}${inner})`;
      }, `${above}{})`);
    }
    const levels = innerLevels(head);
    const body = (at: string): string => this.#block(place, router, at);
    const inner = others.reduceRight<(at: string) => string>((below, segment, index) => {
      const name = propertyName(levels[index]?.name ?? "part");
      return (at) =>
        `{\n${at}  ${name}: ${this.#resource(segment, "")}${below(`${at}  `)}),\n${at}}`;
    }, body);
    return first
      ? `${this.#resource(first, options)}${inner(indent)})`
      : `${this.#need("rootResource")}(${options}${inner(indent)})`;
  }

  #rootOf(first: Segment | undefined, options: string): string {
    const name = first?.kind === "static" ? `${JSON.stringify(first.text)}, ` : "";
    return `${this.#need("rootResource")}(${name}${options}`;
  }

  /** The call that makes a resource, up to its children. */
  #resource(segment: Segment, between: string, { type = "", slash = "" } = {}): string {
    if (segment.kind === "static") {
      const own = slash ? `{ ${slash} }, ` : "";
      return `${this.#need("staticResource")}(${JSON.stringify(segment.text)}, ${own}${between}`;
    }
    const { prefix, suffix } = segment;
    const affixes = [
      ...(prefix ? [`prefix: ${JSON.stringify(prefix)}`] : []),
      ...(suffix ? [`suffix: ${JSON.stringify(suffix)}`] : []),
      ...(slash ? [slash] : []),
      ...(type && (prefix || suffix || slash) ? [`type: ${type}`] : []),
    ];
    const options = affixes.length > 0 ? `{ ${affixes.join(", ")} }, ` : type ? `${type}, ` : "";
    return `${this.#need("dynamicResource")}(${JSON.stringify(segment.id)}, ${options}${between}`;
  }

  #options(router: Router): string {
    const { options, work } = router;
    const meta = options && propertyOf(options, "metadata");
    const headers = this.#trees.facts.baseHeaders(router);
    const { layout } = this.#trees;
    const { slash } = layout(router).place;
    // What is spread keeps its own place, below nothing.
    const above = router.parents.map(
      (one) => one.name !== undefined && layout(one.router).place.slash,
    );
    const isOther = above.length === 0 ? slash : above.some((one) => one !== slash);
    const parts = [
      ...(meta ? [`meta: ${meta.getText(work.code)}`] : []),
      ...(headers.size > 0 ? [`headers: ${recordText(headers)}`] : []),
      ...(isOther ? [`trailingSlash: ${slash}`] : []),
    ];
    const common = options && propertyOf(options, "commonResponses");
    if (common && router.entries.some(({ isReference }) => isReference)) {
      work.leave(
        common,
        "`commonResponses` don't reach contracts of other files: declare them as `failures` of this resource",
      );
    }
    return parts.length > 0 ? `{ ${parts.join(", ")} }, ` : "";
  }

  #block(place: Place, router: Router, indent: string): string {
    const inner = `${indent}  `;
    const written: { readonly at: number; readonly text: string }[] = [];
    for (const [name, { route, tail }] of place.routes) {
      const property =
        route.property && isInside(route.node, router.whole) ? route.property : undefined;
      const entry = router.entries.find(({ value }) => value === route);
      const text = property
        ? `${propertyName(name)}: ${this.endpoint(route, tail, `${inner}  `)}`
        : (entry?.property.getText(router.work.code) ?? name);
      const at = property ?? entry?.property ?? router.node;
      const own = [
        ...(at === router.node ? [] : commentsOf(at, router.work)),
        ...(property ? innerComments(route) : []),
      ];
      written.push({
        at: at.pos,
        text: [...own.map((one) => one.replace(/\n[ \t]*(?=\*)/g, `\n${inner} `)), `${text},`].join(
          `\n${inner}`,
        ),
      });
    }
    for (const { name, property, value, isReference } of place.routers) {
      if (name === undefined && this.#isBelow(router)) {
        router.work.leave(
          property,
          "the endpoints that are spread here lose the `pathPrefix` of this router: nest their router, or write the prefix in it",
        );
      }
      const own =
        value.kind === "router" && !isReference
          ? `${propertyName(name ?? "part")}: ${this.router(value, inner)}`
          : property.getText(router.work.code);
      written.push({
        at: property.pos,
        text: [...commentsOf(property, router.work), `${own},`].join(`\n${inner}`),
      });
    }
    for (const [name, child] of place.children) {
      const below = this.#block(child, router, inner);
      const slash = child.slash === place.slash ? "" : `trailingSlash: ${child.slash}`;
      const text = `${propertyName(name)}: ${this.#resource(child.segment ?? { kind: "static", text: name }, "", { type: this.#typeOf(child), slash })}${below}),`;
      written.push({ at: firstRoute(child)?.property?.pos ?? Infinity, text });
    }
    const lines = written.toSorted((a, b) => a.at - b.at).map(({ text }) => `${inner}${text}\n`);
    return `{\n${lines.join("")}${indent}}`;
  }

  /** Whether a router or one above it has a prefix. */
  #isBelow(router: Router): boolean {
    const { head } = this.#trees.layout(router);
    return head.length > 0 || router.parents.some((above) => this.#isBelow(above.router));
  }

  #typeOf(place: Place): string {
    const route = firstRoute(place);
    return place.segment?.kind === "dynamic" && route
      ? (this.#trees.facts.of(route).ids.get(place.segment.id) ?? "").replace(/^string\(\)$/, "")
      : "";
  }

  endpoint(route: Route, tail: string, indent: string): string {
    const { work, node } = route;
    const facts = this.#trees.facts.of(route);
    const verb = this.#need(VERBS.get(route.method) ?? "get");
    const calls: string[] = [];
    if (facts.query && facts.query.size > 0) {
      calls.push(`.parameters(${recordText(facts.query)})`);
    }
    if (facts.headers.size > 0) {
      calls.push(`.headers(${recordText(facts.headers)})`);
    }
    if (facts.body.kind !== "none") {
      const isOptional = facts.body.kind === "schema" && facts.body.isOptional;
      calls.push(callOf(".request", facts.body, work, isOptional ? "{ optional: true }" : ""));
    }
    for (const { status, body } of facts.successes) {
      calls.push(
        callOf(
          ".response",
          body,
          work,
          status === 200 && body.kind !== "none" ? "" : `{ status: ${status} }`,
        ),
      );
    }
    if (facts.failures.length > 0) {
      calls.push(`.failure(${facts.failures.map(({ name }) => name).join(", ")})`);
    }
    const [summary, description, metadata, deprecated] = [
      "summary",
      "description",
      "metadata",
      "deprecated",
    ].map((name) => propertyOf(node, name)?.getText(work.code));
    const words = [
      ...(summary ? [entryText("summary", summary)] : []),
      ...(description ? [entryText("description", description)] : []),
    ];
    calls.push(...(words.length > 0 ? [`.describe({ ${words.join(", ")} })`] : []));
    calls.push(...(metadata ? [`.meta(${metadata})`] : []));
    calls.push(...(deprecated === "true" ? [".deprecated()"] : []));
    const start = `${verb}(${tail ? JSON.stringify(tail) : ""})`;
    const one = `${start}${calls.join("")}`;
    const isShort = one.length + indent.length + route.name.length < 96 && !one.includes("\n");
    return isShort ? one : [start, ...calls].join(`\n${indent}`);
  }
}

function recordText(entries: ReadonlyMap<string, string>): string {
  return `{ ${[...entries].map(([name, text]) => `${propertyName(name)}: ${text}`).join(", ")} }`;
}

function firstRoute(place: Place): Route | undefined {
  const [own] = place.routes.values();
  const [child] = place.children.values();
  return own?.route ?? (child && firstRoute(child));
}

function commentsOf(node: ts.Node, { code }: Work): readonly string[] {
  const ranges = ts.getLeadingCommentRanges(code.text, node.pos) ?? [];
  return ranges.map(({ pos, end }) => code.text.slice(pos, end));
}

/** The comments inside a route, which has no lines of its own any more. */
function innerComments({ node, work }: Route): readonly string[] {
  const inside: ts.Node[] = [...node.properties];
  const responses = propertyOf(node, "responses");
  if (responses && ts.isObjectLiteralExpression(responses)) {
    inside.push(...responses.properties);
  }
  const found = inside.flatMap((one) => [
    ...(ts.getLeadingCommentRanges(work.code.text, one.pos) ?? []),
    ...(ts.getTrailingCommentRanges(
      work.code.text,
      one.end + (work.code.text[one.end] === "," ? 1 : 0),
    ) ?? []),
  ]);
  const ranges = new Map(found.map(({ pos, end }) => [pos, end]));
  return [...ranges]
    .toSorted(([a], [b]) => a - b)
    .map(([pos, end]) => work.code.text.slice(pos, end));
}
