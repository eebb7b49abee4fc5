// `slash` joins resources that were declared apart, and `bind` gives ids from an object. Both return the
// node that calls of dynamic resources would return.
import type { BindSentences, SlashSentences } from "../../shared/internal/type-error.ts";
import { withIds } from "./place.ts";
import type { Definition } from "../endpoint/definition.ts";
import { idsOf, type Ids } from "./address.ts";
import type { TypedEndpoint } from "../endpoint/infer.ts";
import { isEndpoint } from "./nodes.ts";
import type { WithIds, Position, Shape } from "../endpoint/position.ts";
import {
  chainOf,
  templateOf,
  type AnyEndpoint,
  type Endpoint,
  type AnyResource,
  type Placement,
} from "./placement.ts";
import type { BelowPath, NodeOf } from "./resource-node.ts";

interface Part {
  readonly "~position": Position;
}

/**
 * Joins separate resources in the order of the path: `slash(Users, User("42"), User.find)`. Returns the last part, a
 * resource or an endpoint, with the ids of all parts. Static parts may be left out. Throws a `TypeError` for a part
 * that is not below the one before it.
 */
export function slash<const Parts extends readonly Part[]>(...parts: InOrder<Parts>): Joined<Parts>;
export function slash(...nodes: readonly Node[]): Node {
  const last = nodes.at(-1);
  if (last === undefined) {
    throw new TypeError("slash: pass at least one resource");
  }
  for (const [index, node] of nodes.entries()) {
    const before = nodes[index - 1] ?? node;
    if (!chainOf(placementOf(node)).includes(placementOf(before))) {
      throw new TypeError(
        `slash: ${templateOf(placementOf(node))} is not below ${templateOf(placementOf(before))}`,
      );
    }
  }
  const ids: Ids = Object.assign(Object.create(null), ...nodes.map((node) => idsOf(node)));
  return Object.keys(ids).length === 0 ? last : withIds(unbound(last), ids);
}

/** Returns the same endpoint with its ids given by name: `bind(api.users.user.find, { user: "42" })`. */
export function bind<E extends TypedEndpoint, const I extends object>(
  endpoint: E,
  ids: OpenIds<E["~position"]> & IdsCheck<E["~position"], I>,
): BoundTo<E>;
export function bind(node: AnyEndpoint, ids: Ids): Node {
  return withIds(unbound(node), { __proto__: null, ...idsOf(node), ...ids });
}

type Node = AnyResource | AnyEndpoint;

function placementOf(node: Node): Placement {
  return isEndpoint(node) ? node["~endpoint"].parent : node["~resource"];
}

// A bound endpoint has the endpoint itself as its prototype.
function unbound(node: Node): Node {
  return isEndpoint(node) && idsOf(node) !== undefined ? Object.getPrototypeOf(node) : node;
}

/** The ids of a position without a value, by name. */
export type OpenIds<P extends Position> = {
  readonly [Name in P["open"]]: P["ids"][Name & keyof P["ids"]];
};

// `unknown` for the name of an open id, else an error.
type IdsCheck<P extends Position, I> = {
  readonly [Name in keyof I]: Name extends P["open"]
    ? unknown
    : string extends keyof P["ids"]
      ? unknown
      : BindSentences[Name extends keyof P["ids"] ? "given" : "none"];
};

/** An endpoint whose ids all have values. */
export type BoundTo<E extends TypedEndpoint> = Endpoint<
  string,
  E["~definition"],
  WithIds<E["~position"], E["~position"]["open"]>
>;

/** The parts, with an error for each that is not below the one before it. */
export type InOrder<Parts extends readonly Part[]> = {
  readonly [Index in keyof Parts]: Parts[Index] extends BelowPath<Before<Parts, Index>>
    ? Parts[Index]
    : SlashSentences[Before<Parts, Index> extends never ? "endpoint" : "notBelow"];
};
type Before<Parts extends readonly Part[], Index> = Parts extends readonly [
  infer First extends Part,
  ...infer Rest extends readonly Part[],
]
  ? PathBefore<First, Rest, Index, [unknown]>
  : string;
type PathBefore<
  Previous extends Part,
  Rest extends readonly Part[],
  Index,
  Count extends readonly unknown[],
> = Index extends `${Count["length"]}`
  ? PathOf<Previous>
  : Rest extends readonly [infer Next extends Part, ...infer More extends readonly Part[]]
    ? PathBefore<Next, More, Index, [...Count, unknown]>
    : string;

// Nothing is below an endpoint.
type PathOf<P extends Part> = P extends TypedEndpoint ? never : P["~position"]["path"];

type Last<Parts extends readonly Part[]> = Parts extends readonly [...unknown[], infer L]
  ? L
  : never;
type NamesGiven<P> = P extends { readonly "~position": infer At extends Position }
  ? Exclude<keyof At["ids"], At["open"]>
  : never;

/** The result of `slash`: the last part, with the ids of all parts. */
export type Joined<Parts extends readonly Part[]> = JoinedLast<
  Last<Parts>,
  NamesGiven<Parts[number]>
>;
type JoinedLast<L, Names> = [Names] extends [never]
  ? L
  : L extends {
        readonly "~definition": infer D extends Definition;
        readonly "~position": infer P extends Position;
      }
    ? Endpoint<string, D, WithIds<P, Names>>
    : L extends {
          readonly "~shape": infer S extends Shape;
          readonly "~children": infer C;
          readonly "~position": infer P extends Position;
        }
      ? NodeOf<StillOpen<S, Names>, C, WithIds<P, Names>>
      : never;
// A dynamic resource whose id has a value cannot be called again.
type StillOpen<S extends Shape, Names> = S["name"] extends Names ? ClosedShape<S> : S;
interface ClosedShape<S extends Shape> {
  readonly kind: "static";
  readonly piece: S["piece"];
  readonly name: S["name"];
  readonly id: S["id"];
  readonly ids: S["ids"];
  readonly gives: S["gives"];
}
