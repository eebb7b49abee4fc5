// The endpoints of a server and their routes. The server verifies and adds a whole tree when you first route
// one of its endpoints. An endpoint without a handler answers 501.
import { DeclarationError } from "../../declare/verify/declaration-error.ts";
import { idPartsOf, type IdPart } from "../../declare/routing/path-segments.ts";
import type { RouteData } from "../../declare/served.ts";
import { idsOf } from "../../declare/tree/address.ts";
import { isEndpoint, withBelow, type NamedNode } from "../../declare/tree/nodes.ts";
import {
  chainOf,
  type AnyEndpoint,
  type AnyResource,
  type Placement,
  type ResourceData,
} from "../../declare/tree/placement.ts";
import { RoutingTree } from "../../declare/routing/routing-tree.ts";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import { schemaKeysOf } from "../request/representation.ts";
import type { HostHooks } from "../options/kernel-options.ts";
import type { TypeSchemas, PartList } from "./part.ts";
import type { Pipeline } from "./pipeline-run.ts";

/** An endpoint that a server knows. */
export class Entry {
  readonly endpoint: AnyEndpoint;
  /** Returns its pipeline, built at the first call; `undefined` until the endpoint is routed. */
  pipeline: (() => Pipeline) | undefined;
  /** The options of `route`; `undefined` until the endpoint is routed. */
  options: RouteData | undefined = undefined;
  /** `limits.stall` of its route, if the route sets it. */
  stall: number | undefined = undefined;
  readonly #types: TypeSchemas | undefined;
  #ids: readonly IdPart[] | undefined;

  constructor(endpoint: AnyEndpoint, types: TypeSchemas | undefined) {
    this.endpoint = endpoint;
    this.#types = types;
  }

  /** Whether it reads a body without a schema. */
  get unvalidated(): boolean {
    return isUnvalidated(this.endpoint, this.options?.request, this.#types);
  }

  /** The ids in its path, computed at the first match. */
  get ids(): readonly IdPart[] {
    return (this.#ids ??= idPartsOf(this.endpoint));
  }
}

/** The endpoints of one server. */
export class KnownEndpoints {
  /** Trees that are left out of contracts. */
  readonly leftOut: Set<AnyResource> = new Set();
  /** The entries by path and method. */
  readonly tree: RoutingTree<Entry> = new RoutingTree();
  readonly #entries = new Map<AnyEndpoint, Entry>();
  readonly #roots = new Set<Placement>();
  #secrets: ReadonlySet<string> | undefined;
  // The placements of each declaration, to tell a piece from the tree that contains it.
  readonly #placed = new Map<ResourceData, Placement>();
  readonly #unplaced = new Map<ResourceData, Placement>();
  readonly #hooks: Pick<HostHooks, "added" | "complete">;
  readonly #parts: PartList;

  constructor(hooks: Pick<HostHooks, "added" | "complete">, parts: PartList) {
    this.#hooks = hooks;
    this.#parts = parts;
  }

  /** The resources of the known trees. */
  get roots(): ReadonlySet<Placement> {
    return this.#roots;
  }

  /** The entry of an endpoint; adds its tree. */
  entryOf(endpoint: AnyEndpoint): Entry {
    const known = this.#entries.get(endpoint);
    if (known !== undefined) {
      return known;
    }
    const target = `${endpoint.method} ${endpoint.template}`;
    if (idsOf(endpoint) !== undefined) {
      throw new RouteError(
        target,
        "has an id given",
        "route the endpoint itself: api.users.user.find",
      );
    }
    this.add(endpoint["~endpoint"].parent.value);
    const entry = this.#entries.get(endpoint);
    if (entry === undefined) {
      throw new RouteError(
        target,
        "is not in a tree",
        "take it from the resource it was declared in",
      );
    }
    return entry;
  }

  /** Adds the tree of a resource, and those that it is declared below. */
  add(resource: AnyResource): void {
    const roots: Placement[] = [];
    for (let at: Placement | undefined = topOf(resource["~resource"]); at !== undefined;) {
      if (!this.#roots.has(at)) {
        roots.unshift(at);
      }
      at = at.parent === undefined ? undefined : topOf(at.parent);
    }
    for (const top of roots) {
      this.#addTree(top);
    }
  }

  /** The query parameters of any endpoint whose values are secrets, computed when a request first asks. */
  get secrets(): ReadonlySet<string> {
    this.#secrets ??= new Set(
      [...this.#entries.keys()].flatMap((endpoint) => this.#parts.namesOf(endpoint).secrets),
    );
    return this.#secrets;
  }

  /** Every known endpoint. */
  entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  #addTree(top: Placement): void {
    const nodes = withBelow(top.value);
    const entries: Entry[] = [];
    try {
      const clashes = new Map<AnyEndpoint, AnyEndpoint>();
      for (const { node } of nodes) {
        if (isEndpoint(node)) {
          const entry = new Entry(node, this.#parts.types);
          entries.push(entry);
          const clash = this.tree.add(node, entry);
          if (clash !== undefined) {
            clashes.set(node, clash.endpoint);
          }
        }
      }
      const faults = this.#parts.all.flatMap(
        (part) => part.faults?.(nodes, (endpoint) => clashes.get(endpoint)) ?? [],
      );
      if (faults.length > 0) {
        const root = chainOf(top)[0];
        throw new DeclarationError(root?.data.segment ?? top.template, faults);
      }
      this.#refuseUnplaced(top, nodes);
      // A host that cannot take more endpoints throws.
      for (const { endpoint } of entries) {
        this.#hooks.added?.(endpoint);
      }
    } catch (error) {
      // Removes the whole tree again.
      this.tree.clear();
      this.#entries.forEach((entry, endpoint) => this.tree.add(endpoint, entry));
      throw error;
    }
    this.#secrets = undefined;
    this.#roots.add(top);
    if (mayBePiece(top)) {
      this.#unplaced.set(top.data, top);
    }
    for (const entry of entries) {
      this.#entries.set(entry.endpoint, entry);
    }
    for (const { node } of nodes) {
      if (!isEndpoint(node) && node !== top.value) {
        this.#placed.set(node["~resource"].data, node["~resource"]);
      }
    }
    this.#hooks.complete?.();
  }

  // A piece has no position by itself. If you route the piece, you mean its position in the tree that contains it.
  #refuseUnplaced(top: Placement, nodes: readonly NamedNode[]): void {
    const refuse = (piece: Placement, placed: Placement): never => {
      throw new RouteError(
        piece.template,
        `is declared without a parent and was put into a tree, at ${placed.template}`,
        "route it at its position in that tree",
      );
    };
    if (this.#unplaced.size > 0) {
      for (const { node } of nodes) {
        const placed = isEndpoint(node) || node === top.value ? undefined : node["~resource"];
        const piece = placed && this.#unplaced.get(placed.data);
        if (placed !== undefined && piece !== undefined) {
          refuse(piece, placed);
        }
      }
    }
    const placed = mayBePiece(top) ? this.#placed.get(top.data) : undefined;
    if (placed !== undefined) {
      refuse(top, placed);
    }
  }
}

/** Whether an endpoint reads a body without a schema. */
export function isUnvalidated(
  endpoint: AnyEndpoint,
  schema: AnySchema | undefined,
  types: TypeSchemas | undefined,
): boolean {
  // Content with parameter types or without structure is validated while it is decoded.
  if (schema !== undefined || schemaKeysOf(endpoint.request).length === 0) {
    return false;
  }
  return types === undefined || types.isUnvalidated(endpoint);
}

/** Whether it has no parent and may be part of a tree. Roots cannot be. */
function mayBePiece({ parent, data }: Placement): boolean {
  return parent === undefined && data.kind !== "root";
}

/** The resource at the top of the declaration that contains this one. */
function topOf(placement: Placement): Placement {
  let at = placement;
  while (at.nested && at.parent !== undefined) {
    at = at.parent;
  }
  return at;
}

/** `route` throws it if a handler cannot be registered. */
export class RouteError extends Error {
  override readonly name = "RouteError";
  readonly code = "route";
  /** The endpoint or resource: `GET /v1/users/{user}`. */
  readonly target: string;

  constructor(target: string, fault: string, remedy: string) {
    super(`${target}\n  ${fault}\n  ${remedy}`);
    this.target = target;
  }
}
