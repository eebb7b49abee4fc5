// Random resource trees without a fault, in every style: what the properties of the
// declaration are held against.
import fc from "fast-check";
import type { AnyResource } from "../../packages/bough/src/declare/tree/placement.ts";
import { segments } from "../../packages/bough/src/declare/parameter/list.ts";
import { integer, string } from "../../packages/bough/src/declare/parameter/parameter-types.ts";
import {
  dynamicResource,
  rootResource,
  staticResource,
} from "../../packages/bough/src/declare/tree/resource.ts";
import { del, get, head, post } from "../../packages/bough/src/declare/endpoint/verbs.ts";

/** A tree before it is declared. */
interface Sketch {
  readonly kind: "static" | "dynamic" | "integer" | "segments";
  /** The text around an id. */
  readonly prefix: string | undefined;
  readonly suffix: string | undefined;
  readonly trailingSlash: boolean | undefined;
  readonly segment: string;
  readonly methods: readonly (keyof typeof VERBS)[];
  readonly subpath: string;
  /** Whether it names its parent instead of standing in it. */
  readonly apart: boolean;
  readonly children: readonly Sketch[];
}

/** A declared tree: everything to list, and to route, in one list. */
export interface ArbitraryTree {
  /** The root and every resource that names its parent. */
  readonly resources: readonly AnyResource[];
}

const VERBS = { get, post, del, head };

/** The texts of static segments: alike enough that paths meet several of them. */
export const SEGMENTS = [
  "a",
  "b",
  "aa",
  "A",
  "a b",
  "é",
  "a%61",
  "constructor",
  "__proto__",
  "a:b",
];

function optionally<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined, freq: 1 });
}

function sketches(depth: number): fc.Arbitrary<Sketch[]> {
  const node: fc.Arbitrary<Sketch> = fc.record({
    kind: fc.constantFrom("static", "static", "dynamic", "integer", "segments"),
    segment: fc.constantFrom(...SEGMENTS),
    methods: fc.uniqueArray(fc.constantFrom("get", "post", "del", "head")),
    prefix: optionally(fc.constantFrom("a", "v-")),
    suffix: optionally(fc.constantFrom(".json", ".tar.json", "é", "+x")),
    trailingSlash: optionally(fc.boolean()),
    subpath: fc.constantFrom("", "", "sub/path", ":go", ":go/on"),
    apart: fc.boolean(),
    children: depth === 0 ? fc.constant([]) : sketches(depth - 1),
  });
  return fc.array(node, { maxLength: depth + 1 });
}

/** Trees of every shape. Siblings of one shape are left out. */
export const arbitraryTree: fc.Arbitrary<ArbitraryTree> = fc
  .tuple(sketches(3), fc.option(fc.constantFrom("v1", "a"), { nil: undefined }))
  .map(([children, segment]) => {
    const apart: AnyResource[] = [];
    const made = declareChildren(withoutTwins(children), 0);
    const root = untyped.rootResource(...(segment === undefined ? [] : [segment]), made.nested);
    declareApart(made.apart, root, 0, apart);
    return { resources: [root, ...apart] };
  });

const untyped = { rootResource, staticResource, dynamicResource } as unknown as Record<
  "rootResource" | "staticResource" | "dynamicResource",
  (...given: unknown[]) => AnyResource
>;

// Siblings that have one shape would answer the same requests.
function withoutTwins(children: readonly Sketch[]): Sketch[] {
  const shapes = new Map<string, Sketch>();
  for (const child of children) {
    const { kind, segment, prefix = "", suffix = "" } = child;
    const id = `${prefix}${kind === "segments" ? "{*}" : "{}"}${suffix}`;
    const shape = kind === "static" ? segment : id;
    shapes.set(shape, shapes.get(shape) ?? child);
  }
  return [...shapes.values()];
}

function declareChildren(
  children: readonly Sketch[],
  depth: number,
): { nested: Record<string, unknown>; apart: readonly Sketch[] } {
  const nested: Record<string, unknown> = {};
  for (const [index, child] of children.filter((each) => !each.apart).entries()) {
    nested[`c${index}`] = declare(child, undefined, depth, []);
  }
  return { nested, apart: children.filter((each) => each.apart) };
}

function declareApart(
  children: readonly Sketch[],
  parent: AnyResource,
  depth: number,
  found: AnyResource[],
): void {
  for (const child of children) {
    declare(child, parent, depth, found);
  }
}

function declare(
  { kind, segment, prefix, suffix, trailingSlash, methods, subpath, children }: Sketch,
  parent: AnyResource | undefined,
  depth: number,
  found: AnyResource[],
): AnyResource {
  // What stands in a nested resource has no value to name as its parent yet.
  const below = kind === "segments" ? [] : withoutTwins(children);
  const all = parent === undefined ? below.map((each) => ({ ...each, apart: false })) : below;
  const { nested, apart } = declareChildren(all, depth + 1);
  for (const method of methods) {
    nested[method] = VERBS[method]();
    if (subpath !== "" && (kind !== "segments" || subpath === ":go")) {
      nested[`${method}Sub`] = VERBS[method](subpath as "sub/path");
    }
  }
  const middle = parent === undefined ? [] : [parent];
  const type = { dynamic: string(), integer: integer(), segments: segments(), static: undefined }[
    kind
  ];
  const slash = trailingSlash === undefined ? {} : { trailingSlash };
  const affixes = { ...(prefix && { prefix }), ...(suffix && { suffix }) };
  const made =
    type === undefined
      ? untyped.staticResource(segment, ...middle, slash, nested)
      : untyped.dynamicResource(`p${depth}`, ...middle, { type, ...affixes, ...slash }, nested);
  if (parent !== undefined) {
    found.push(made);
    declareApart(apart, made, depth + 1, found);
  }
  return made;
}
