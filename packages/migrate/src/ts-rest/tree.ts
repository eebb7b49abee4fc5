// The tree of a router: where its routes are in it, and what it looks like. It is read by those who write it, and by
// those who write a way to one of its endpoints.
import type { Step } from "../moving/request-text.ts";
import { propertyOf } from "../moving/syntax.ts";
import { waysTo, type Entry, type Route, type Router } from "./contract.ts";
import { camelCase, freeName, singular } from "./words.ts";

export type Segment =
  | { readonly kind: "static"; readonly text: string }
  | {
      readonly kind: "dynamic";
      readonly id: string;
      readonly prefix: string;
      readonly suffix: string;
    };

/** A place in the tree, with what is directly below it. */
export interface Place {
  readonly segment: Segment | undefined;
  readonly children: Map<string, Place>;
  readonly routes: Map<string, { readonly route: Route; readonly tail: string }>;
  readonly routers: Entry[];
  /** Whether the paths of its routes end in a slash. */
  slash: boolean;
}

export interface Layout {
  /** The segments that the router itself has, outermost first. */
  readonly head: readonly Segment[];
  readonly place: Place;
  /** The names from the router to each route of its own, without the ids. */
  readonly steps: ReadonlyMap<Route, readonly Step[]>;
}

export interface LayoutInput {
  readonly prefix: string;
  /** The id's type, so that two ids of one name are one resource only if they are alike. */
  readonly typeOf: (route: Route, id: string) => string;
  /** Whether the whole path ends in a slash; `undefined` for `/`, which has no other spelling. */
  readonly isSlashed: (route: Route) => boolean | undefined;
}

const RESERVED = new Set(["path", "then"]);

export function segmentsOf(path: string): readonly Segment[] {
  const [bare = ""] = path.split("?");
  return bare
    .split("/")
    .filter((text) => text !== "")
    .map((text): Segment => {
      const [, prefix = "", id, suffix = ""] =
        /^([^:]*):(\w+)(?:\([^)]*\))?\??(.*)$/.exec(text) ?? [];
      return id === undefined ? { kind: "static", text } : { kind: "dynamic", id, prefix, suffix };
    });
}

export function layoutOf(router: Router, { prefix, ...input }: LayoutInput): Layout {
  const routes = router.entries.flatMap(({ name, value }) =>
    value.kind === "route"
      ? [{ name: name ?? value.name, route: value, segments: segmentsOf(value.path) }]
      : [],
  );
  const head = [...segmentsOf(prefix)];
  const [first] = routes[0]?.segments ?? [];
  const isShared =
    head.length === 0 &&
    routes.length === router.entries.length &&
    first?.kind === "static" &&
    routes.every(({ segments: [one] }) => one?.kind === "static" && one.text === first.text);
  const skipped = isShared ? 1 : 0;
  if (isShared) {
    head.push(first);
  }
  const place = emptyPlace(head.at(-1));
  place.routers.push(...router.entries.filter(({ value }) => value.kind === "router"));
  const steps = new Map<Route, readonly Step[]>();
  const below = routes.map(({ segments, ...one }) => ({
    ...one,
    segments: segments.slice(skipped),
  }));
  fill({ place, steps, ...input }, below, []);
  return { head, place, steps };
}

function emptyPlace(segment: Segment | undefined): Place {
  return { segment, children: new Map(), routes: new Map(), routers: [], slash: false };
}

interface Below {
  readonly name: string;
  readonly route: Route;
  readonly segments: readonly Segment[];
}

interface Filling extends Omit<LayoutInput, "prefix"> {
  readonly place: Place;
  readonly steps: Map<Route, readonly Step[]>;
}

function fill(filling: Filling, routes: readonly Below[], way: readonly Step[]): void {
  const { place, steps, typeOf, isSlashed } = filling;
  const groups = new Map<string, Below[]>();
  for (const one of routes) {
    const [next] = one.segments;
    const key =
      next === undefined
        ? ""
        : next.kind === "static"
          ? `/${next.text}`
          : `:${next.prefix}${next.id}${next.suffix} ${typeOf(one.route, next.id)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  setSlash(filling, groups.get("") ?? [], routes);
  const isHere = (group: readonly Below[]): boolean =>
    mayBeHere(group) &&
    group.every(({ route, segments }) => segments.length === 0 || isSlashed(route) === place.slash);
  for (const group of groups.values()) {
    if (isHere(group)) {
      for (const { name, route, segments } of group) {
        place.routes.set(name, { route, tail: segments.map(textOf).join("/") });
        steps.set(route, [...way, { name }]);
      }
    }
  }
  const names = new Set([...place.routes.keys(), ...place.routers.map(({ name }) => name ?? "")]);
  for (const [key, group] of groups) {
    const [segment] = group[0]?.segments ?? [];
    if (segment === undefined || isHere(group)) {
      continue;
    }
    const child = emptyPlace(segment);
    const wanted = nameFor(segment, place.segment);
    const name = freeName(
      [...wanted, `${wanted[0] ?? key}Resource`],
      (one) => names.has(one) || RESERVED.has(one),
    );
    names.add(name);
    place.children.set(name, child);
    const step: Step = segment.kind === "dynamic" ? { name, id: segment.id } : { name };
    fill(
      { ...filling, place: child },
      group.map((one) => ({ ...one, segments: one.segments.slice(1) })),
      [...way, step],
    );
  }
}

/** Paths at a place end in a slash if those of all its own routes do, or without own routes, those of all below it. */
function setSlash(
  { place, isSlashed }: Filling,
  own: readonly Below[],
  all: readonly Below[],
): void {
  const ends = (below: readonly Below[]) => below.flatMap(({ route }) => isSlashed(route) ?? []);
  const ownEnds = ends(own);
  const deciding = ownEnds.length > 0 ? ownEnds : ends(all);
  place.slash = deciding.length > 0 && deciding.every(Boolean);
  for (const { route } of own) {
    if (!place.slash && isSlashed(route)) {
      route.work.leave(
        propertyOf(route.node, "path") ?? route.node,
        'the slash at the end of this path is gone, because endpoints beside it have none: for older clients, pass `trailingSlashMismatch: "redirect"` to the server',
      );
    }
  }
}

/** Whether routes can be at the place itself: those without a path, and one alone with a fixed path. */
function mayBeHere([one, ...others]: readonly Below[]): boolean {
  const isFixed = one?.segments.every(({ kind }) => kind === "static") ?? false;
  return one?.segments.length === 0 || (isFixed && others.length === 0);
}

function textOf(segment: Segment): string {
  return segment.kind === "static" ? segment.text : segment.id;
}

function nameFor(segment: Segment, above: Segment | undefined): readonly string[] {
  if (segment.kind === "static") {
    return [camelCase(segment.text)];
  }
  const own = camelCase(segment.id);
  const ofAbove = above?.kind === "static" ? camelCase(singular(above.text)) : "";
  const byId = own.replace(/(?<=.)(?:Id|Uuid|Slug)$/, "");
  return [ofAbove, byId, own, `by${own[0]?.toUpperCase() ?? ""}${own.slice(1)}`].filter(
    (name) => name !== "" && name !== above?.kind,
  );
}

/** The way from a root to a route, or why there is none that is sure. */
export interface Address {
  readonly root: Router;
  /** The id of the root itself. */
  readonly rootIds: readonly string[];
  readonly steps: readonly Step[];
}

export function addressOf(
  target: Route | Router,
  layout: (router: Router) => Layout,
): Address | undefined {
  const router = target.kind === "route" ? target.router : target;
  const ways = router ? waysTo(router) : [];
  const [way] = ways;
  if (!router || !way || ways.length > 1) {
    return undefined;
  }
  const steps: Step[] = [];
  for (const [index, { name }] of way.steps.entries()) {
    const next = way.steps[index + 1]?.router ?? router;
    if (name !== undefined) {
      const levels = innerLevels(layout(next).head);
      const ids = layout(next)
        .head.slice(0, 1)
        .flatMap((one) => (one.kind === "dynamic" ? [one.id] : []));
      steps.push(withId({ name }, ids[0]), ...levels);
    }
  }
  if (target.kind === "route") {
    steps.push(...(layout(router).steps.get(target) ?? []));
  }
  const rootHead = layout(way.root).head;
  const rootIds = rootHead.flatMap((one) => (one.kind === "dynamic" ? [one.id] : []));
  return { root: way.root, rootIds, steps };
}

function withId(step: Step, id: string | undefined): Step {
  return id === undefined ? step : { ...step, id };
}

/** A piece has one segment of its own, so the others are levels inside it. */
export function innerLevels(head: readonly Segment[]): readonly Step[] {
  return head.slice(1).map((segment, index) => {
    const [name = "part"] = nameFor(segment, head[index]);
    return withId({ name }, segment.kind === "dynamic" ? segment.id : undefined);
  });
}
