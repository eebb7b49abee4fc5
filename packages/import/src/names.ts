// The names of endpoints: the properties that lead to each from the root of the tree.
import type { ContractParameter } from "bough/contract";
import { erasedTemplate, type Template, type TemplateSegment } from "./template.ts";
import { camelCase, freeName, singular, wordsOf } from "./words.ts";

/** An operation that needs a name. */
export interface Nameless {
  readonly key: string;
  readonly method: string;
  readonly template: Template;
  readonly ids: readonly ContractParameter[];
  readonly operationId?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** Names of an earlier import, by the keys of endpoints and resources. */
export type KeptNames = Readonly<Record<string, string>>;

export interface ChosenNames {
  /** The segment of the root; absent if the first segments differ. */
  readonly root?: string;
  /** The name of each operation, in the order given. */
  readonly names: readonly (readonly string[])[];
  /** All names by key, for the next import. */
  readonly chosen: ReadonlyMap<string, string>;
}

interface Node {
  readonly key: string;
  readonly segment: TemplateSegment | undefined;
  readonly parent: Node | undefined;
  readonly children: Map<string, Node>;
  readonly operations: Nameless[];
  name: string;
}

/** Chooses the names. `typeKey` tells ids of different types apart, which are different resources. */
export function chooseNames(
  operations: readonly Nameless[],
  typeKey: (id: ContractParameter) => string,
  kept: KeptNames = {},
): ChosenNames {
  const root = commonRoot(operations);
  const skipped = root === undefined ? 0 : 1;
  const top = nodeOf("", undefined, undefined);
  const placed = new Map<Nameless, Node>();
  for (const operation of operations) {
    let node = top;
    let ids = 0;
    for (const segment of operation.template.segments.slice(skipped)) {
      const id = segment.kind === "dynamic" ? operation.ids[ids++] : undefined;
      const own =
        segment.kind === "static"
          ? `/${segment.text}`
          : `/${segment.prefix}{${segment.name}:${id === undefined ? "" : typeKey(id)}}${segment.suffix}`;
      node = childOf(node, own, segment);
    }
    placed.set(operation, withSlash(node, operation, placed));
    placed.get(operation)?.operations.push(operation);
  }
  const chosen = new Map<string, string>();
  const endpoints = new Map<Nameless, string>();
  nameBelow(top, { chosen, endpoints, kept });
  const names = operations.map((operation) => {
    const node = placed.get(operation) ?? top;
    const path = pathOf(node);
    return isShort(node) ? path : [...path, endpoints.get(operation) ?? ""];
  });
  return { ...(root === undefined ? {} : { root }), names, chosen };
}

function commonRoot(operations: readonly Nameless[]): string | undefined {
  const [first] = operations;
  const segment = first?.template.segments[0];
  if (segment?.kind !== "static") {
    return undefined;
  }
  const isCommon = operations.every(({ template: { segments } }) => {
    const [own] = segments;
    return segments.length > 1 && own?.kind === "static" && own.text === segment.text;
  });
  return isCommon ? segment.text : undefined;
}

function nodeOf(key: string, segment: Node["segment"], parent: Node["parent"]): Node {
  return { key, segment, parent, children: new Map(), operations: [], name: "" };
}

function childOf(node: Node, key: string, segment: TemplateSegment): Node {
  const known = node.children.get(key);
  if (known !== undefined) {
    const joined = joinedText(segment);
    return joinedText(known.segment) === joined ? known : childOf(node, key + joined, segment);
  }
  const made = nodeOf(node.key + key, segment, node);
  node.children.set(key, made);
  return made;
}

// Ids that are joined by other texts have another type.
function joinedText(segment: Node["segment"]): string {
  return segment?.kind === "dynamic" ? JSON.stringify(segment.joined ?? "") : "";
}

// A resource has one spelling: with a slash at the end, or without.
function withSlash(node: Node, { template }: Nameless, placed: ReadonlyMap<Nameless, Node>): Node {
  const { parent, segment } = node;
  const [other] = node.operations;
  const differs =
    other !== undefined &&
    placed.get(other) === node &&
    other.template.trailingSlash !== template.trailingSlash;
  return differs && parent !== undefined && segment !== undefined
    ? childOf(parent, `${node.key.slice(parent.key.length)}/`, segment)
    : node;
}

/** Whether the only endpoint of a resource is declared on the resource above it: `get("me")`. */
function isShort(node: Node): boolean {
  const [only, more] = node.operations;
  return (
    node.segment?.kind === "static" &&
    !node.segment.text.startsWith(":") &&
    node.children.size === 0 &&
    only !== undefined &&
    more === undefined &&
    only.template.verb === "" &&
    !only.template.trailingSlash &&
    !hasSlash(node.parent)
  );
}

// Its endpoints would end in a slash too. So may all that are below the root.
function hasSlash(node: Node | undefined): boolean {
  if (node === undefined) {
    return false;
  }
  const isRoot = node.parent === undefined;
  return (isRoot ? operationsBelow(node) : node.operations).some(
    ({ template }) => template.trailingSlash,
  );
}

function operationsBelow(node: Node): readonly Nameless[] {
  return [...node.operations, ...[...node.children.values()].flatMap(operationsBelow)];
}

function pathOf(node: Node): readonly string[] {
  return node.parent === undefined ? [] : [...pathOf(node.parent), node.name];
}

interface Naming {
  readonly chosen: Map<string, string>;
  readonly endpoints: Map<Nameless, string>;
  readonly kept: KeptNames;
}

function nameBelow(node: Node, naming: Naming): void {
  const { chosen, endpoints, kept } = naming;
  const children = [...node.children.values()];
  const operations = isShort(node) ? [] : node.operations;
  const keyed = [
    ...children.map((child) => ({ key: child.key, wish: () => resourceName(child) })),
    ...operations.map((one) => ({ key: one.key, wish: () => endpointName(one, node) })),
  ];
  const taken = new Set(["path", "then"]);
  const names = new Map<string, string>();
  for (const { key } of keyed) {
    const name = Object.hasOwn(kept, key) ? kept[key] : undefined;
    if (name !== undefined && !taken.has(name)) {
      taken.add(name);
      names.set(key, name);
    }
  }
  for (const { key, wish } of keyed) {
    if (names.has(key)) {
      continue;
    }
    names.set(key, freeName(wish(), taken));
  }
  for (const [key, name] of names) {
    chosen.set(key, name);
  }
  for (const one of operations) {
    endpoints.set(one, names.get(one.key) ?? "");
  }
  for (const child of children) {
    child.name = names.get(child.key) ?? "";
    nameBelow(child, naming);
  }
}

function resourceName({ segment, parent, children }: Node): string {
  if (segment === undefined) {
    return "";
  }
  if (segment.kind === "static") {
    return camelCase(wordsOf(segment.text));
  }
  const own = wordsOf(segment.name);
  const above = parent?.segment;
  const isInChain = [...children.values()].some((child) => child.segment?.kind === "dynamic");
  if (above?.kind === "static" && !isInChain) {
    const words = wordsOf(above.text);
    const last = words.at(-1);
    if (last !== undefined) {
      return camelCase([...words.slice(0, -1), singular(last)]);
    }
  }
  const [first, ...more] = own;
  return camelCase(more.at(-1) === "id" ? [first ?? "", ...more.slice(0, -1)] : own);
}

// Words that say only what the method and the path say.
const PLAIN = new Set(
  "get list find fetch read retrieve show view create add post new insert put update replace set patch change modify edit delete remove destroy head exists check query search all by id ids for of on in to from with and or a an the using as via at one single many item items api".split(
    " ",
  ),
);

function endpointName({ method, template, operationId, tags = [] }: Nameless, node: Node): string {
  if (template.verb !== "") {
    return camelCase(wordsOf(template.verb));
  }
  const verb = guideVerb(method, node);
  if (operationId === undefined) {
    return verb;
  }
  const path = new Set(
    template.segments
      .flatMap((one) => wordsOf(one.kind === "static" ? one.text : one.name))
      .map(singular),
  );
  const words = withoutTag(wordsOf(operationId), tags);
  const more = words.filter(
    (word) => !PLAIN.has(word) && !path.has(singular(word)) && !/^v\d+$/.test(word),
  );
  return more.length === 0 || words.length > 6 ? verb : camelCase(words);
}

function withoutTag(words: readonly string[], [tag = ""]: readonly string[]): readonly string[] {
  const leading = wordsOf(tag);
  const isTagged =
    leading.length > 0 &&
    leading.length < words.length &&
    leading.every((word, index) => singular(word) === singular(words[index] ?? ""));
  return isTagged ? words.slice(leading.length) : words;
}

function guideVerb(method: string, { segment }: Node): string {
  const isMany = segment?.kind === "static" && /[^s]s$/.test(wordsOf(segment.text).at(-1) ?? "");
  const isOne = segment?.kind === "dynamic";
  switch (method) {
    case "GET":
      return isMany ? "list" : "find";
    case "POST":
      return isOne ? "update" : "create";
    case "PUT":
      return "replace";
    case "PATCH":
      return "change";
    case "DELETE":
      return "remove";
    case "HEAD":
      return "exists";
    default:
      return "search";
  }
}

/** The key of an operation: its method, and its template without the names of ids. */
export function keyOf(method: string, template: Template): string {
  return `${method} ${erasedTemplate(template)}`;
}
