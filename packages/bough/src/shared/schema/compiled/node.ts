// A compiled schema. The loops over members and elements read the data of a node instead of calling its check: V8
// compiles one loop for all schemas, while it treats the closures of all schemas as one.
import type { JsonSchema } from "../extracted-schemas.ts";
import { kindOf } from "./json-kind.ts";
import type { Resolver } from "./keywords.ts";
import type { Check } from "./validation.ts";

/** The kinds of data in a node. */
export const CHECKED = 0;
export const TEXT = 1;
export const KINDS = 2;
export const LITERALS = 3;

const NONE: ReadonlySet<unknown> = /* @__PURE__ */ new Set();

/** What a schema says about members. */
export interface Members {
  readonly names: readonly string[];
  readonly places: ReadonlyMap<string, number>;
  /** The nodes by the places of their names. */
  readonly nodes: readonly Node[];
  /** The node of a member that is not declared by name; `undefined` if it is left out. */
  readonly other: (name: string) => Node | undefined;
  readonly required: readonly string[];
  /** 1 for a required member, by the places of the names. */
  readonly needs: readonly number[];
  /** Whether a value had members that are left out: others probably have them, too. */
  drops: boolean;
}

/** What a schema says about elements: about the first ones, and about the others. */
export interface Elements {
  readonly first: readonly Node[];
  readonly rest: Node;
}

/** A compiled schema. Each node has all members, so that V8 sees one class. */
export class Node {
  /** The whole check, which also says what is wrong. */
  readonly check: Check;
  readonly kind: number;
  /** The kinds of values without members that are accepted, as bits. */
  readonly bits: number;
  readonly literals: ReadonlySet<unknown>;
  /** What the check of an object looks at. */
  members: Members | undefined = undefined;
  /** What the check of a list looks at. */
  elements: Elements | undefined = undefined;

  constructor(
    check: Check,
    kind: number = CHECKED,
    bits: number = 0,
    literals: ReadonlySet<unknown> = NONE,
  ) {
    this.check = check;
    this.kind = kind;
    this.bits = bits;
    this.literals = literals;
  }
}

export interface Compiler extends Resolver {
  of(schema: JsonSchema): Node;
}

/** Whether a value without members fits by the data of a node. "No" says nothing: the check then decides. */
export function fits(node: Node, value: unknown): boolean {
  switch (node.kind) {
    case TEXT:
      return typeof value === "string";
    case KINDS:
      return (kindOf(value) & node.bits) !== 0;
    case LITERALS:
      return node.literals.has(value);
    default:
      return false;
  }
}

/** The node of a schema that says nothing. */
export const anything: Node = /* @__PURE__ */ new Node((value, validation, room) =>
  validation.plainly(value, room, (plain) => plain),
);
