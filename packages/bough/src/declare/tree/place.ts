// Places resources and endpoints in a tree: from the arguments that declare a resource to nodes with ids. The children of
// a root, or of a resource with a parent, are built at once. Those of any other resource are built when they are read,
// because the tree that it becomes part of builds them again.
import { pathOf, type Ids } from "./address.ts";
import {
  templatePiece,
  type AnyResource,
  type Placement,
  type ResourceData,
  type DeclaredChild,
  type AnyEndpoint,
  type EndpointPlacement,
} from "./placement.ts";
import { INHERITED, type EndpointData } from "../endpoint/endpoint-data.ts";
import type { FactData } from "../endpoint/definition.ts";
import type { AnySecurity } from "../../facts/security/declared.ts";
import type { ParameterLike } from "../parameter/parameter.ts";

// The options, whatever the kind.
interface Options extends Partial<Omit<ResourceData, "~below" | "description">> {
  readonly describe?: ResourceData["description"];
}

// The options of one resource, which become its data.
type Declared = { -readonly [Name in keyof ResourceData]?: ResourceData[Name] } & Pick<
  Options,
  "describe"
>;

// An argument between the segment and the children.
type Argument = AnyResource | ParameterLike | Options | (() => unknown);

/**
 * Declares a resource from its arguments: the segment comes first and the children come last. The arguments between them
 * are recognized by their members. Removes the children from the list.
 */
export function declare(kind: ResourceData["kind"], given: unknown[]): AnyResource {
  const below: Readonly<Record<string, unknown>> = Object(given.pop());
  const [segment, ...middle] = given;
  let parent: AnyResource | undefined;
  const options: Declared = {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types refuse other arguments
  for (const part of middle as Argument[]) {
    // Look for a resource first: its child may be called `failures`. A function is a type
    // that was not called, and the tree cannot be verified: the id would otherwise be any text.
    if ("~resource" in part) {
      parent = part;
    } else {
      Object.assign(
        options,
        "~parameter" in part || "~standard" in part || typeof part === "function"
          ? { type: part }
          : part,
      );
    }
  }
  const children = Object.entries(below).map(([name, given]) => {
    // Only the declaration of a resource is used, since it gets a new placement here.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `verify` reports other values
    const child = Object(given) as DeclaredChild & Partial<AnyResource>;
    return { name, child: child["~resource"]?.data ?? child };
  });
  // Only declared options are copied, since most resources declare little.
  const { describe } = options;
  const parts: {
    [Part in (typeof INHERITED)[number] | "failures" | "security"]?: object | undefined;
  } = options;
  for (const part of INHERITED) {
    parts[part] &&= frozen(parts[part]);
  }
  for (const part of ["failures", "security"] as const) {
    parts[part] &&= Object.freeze([parts[part]].flat());
  }
  if (describe) {
    options.description = frozen(describe);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `verify` reports a segment that is not text
  const own = { kind, segment: segment as string | undefined, "~below": children };
  return build(Object.assign(options, own), parent?.["~resource"]);
}

function frozen<R extends object>(record: R): R {
  return Object.freeze({ ...record });
}

// The prototype of resources. It has no other member, so children can have nearly any name.
const RESOURCE = /* @__PURE__ */ printedAs<AnyResource>(
  {
    __proto__: null,
    get path(): string {
      return pathOf(this);
    },
  },
  function () {
    return this["~resource"].template || "/";
  },
);

/** Builds a resource and everything below it, as properties. A dynamic resource is a function. */
function build(data: ResourceData, parent: Placement | undefined, nested?: true): AnyResource {
  const template = (parent?.template ?? "") + templatePiece(data);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `value` is set below, because a dynamic resource refers to its placement
  const placement = { data, parent, nested, template } as Placement;
  // Its members are added below.
  const value: AnyResource & Record<string, unknown> =
    data.kind === "dynamic" ? callable(placement, RESOURCE) : Object.create(RESOURCE);
  placement.value = value;
  Object.defineProperty(value, "~resource", { value: placement });
  for (const { name, child } of data["~below"]) {
    // `verify` reports a reserved name, and a child that is neither endpoint nor resource.
    if (name !== "path" && name !== "~resource") {
      // The members of the prototype cannot be assigned. An assignment is faster.
      if ((parent || data.kind === "root") && !(name in RESOURCE)) {
        value[name] = place(child, placement);
      } else {
        Object.defineProperty(value, name, getterOf(name));
      }
    }
  }
  return Object.freeze(value);
}

function place(child: DeclaredChild, placement: Placement): unknown {
  return "~data" in child
    ? placeEndpoint(child["~data"], placement)
    : "~below" in child
      ? build(child, placement, true)
      : child;
}

// The getters of children by their names: if each resource had its own, no two of them would have the same shape.
const GETTERS: Record<string, PropertyDescriptor> = /* @__PURE__ */ Object.create(null);

function getterOf(name: string): PropertyDescriptor {
  return (GETTERS[name] ??= {
    enumerable: true,
    get(this: AnyResource & { readonly "~ids"?: Ids }) {
      const { "~resource": at, "~ids": ids } = this;
      return ids
        ? withIds(Object(at.value)[name], ids)
        : (at.below ??= new Map(
            at.data["~below"].map((one) => [one.name, place(one.child, at)]),
          )).get(name);
    },
  });
}

// The prototype of endpoints, with the members that are computed at each use.
const ENDPOINT = /* @__PURE__ */ printedAs<AnyEndpoint>(
  /* @__PURE__ */ Object.defineProperty(
    {
      get path(): string {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is the prototype of endpoints
        return pathOf(this as AnyEndpoint);
      },
    },
    "resource",
    {
      // It cannot be listed, because it refers to the whole tree.
      get(this: AnyEndpoint): AnyResource {
        return this["~endpoint"].parent.value;
      },
    },
  ),
  function () {
    return `${this.method} ${this.template}`;
  },
);

/**
 * Makes the endpoint of a declaration in a tree, with what the resources above declare for it. A large API has thousands
 * of them, so that what is not declared must cost nothing.
 */
function placeEndpoint(data: EndpointData, placement: Placement): AnyEndpoint {
  const { subpath, responses, conditional } = data;
  const merged: { [Part in (typeof INHERITED)[number]]?: object } = {};
  let { failures, security, stability } = data;
  let rejections: EndpointPlacement["rejections"];
  let slash: boolean | undefined;
  for (let at: Placement | undefined = placement; at; at = at.parent) {
    const inherited = at.data;
    for (const part of INHERITED) {
      const given = inherited[part];
      if (given) {
        merged[part] = Object.freeze({ ...given, ...(merged[part] ?? data[part]) });
      }
    }
    if (inherited.failures) {
      failures = [...inherited.failures, ...failures];
    }
    rejections ??= inherited.rejections ?? inherited.errors;
    slash ??= inherited.trailingSlash;
    security ??= inherited.security;
    stability ??= inherited.stability;
  }
  // A verb has no slash before it, but every path begins with one.
  const tail = subpath && `/${subpath}`.replace(/^\/:/, ":");
  const template = (placement.template + tail + (slash ? "/" : "")).replace(/^\/?/, "/");
  // `verify` reports a value that is not an alternative.
  if (security || conditional) {
    const failing: readonly (Refusing | undefined)[] = [...(security ?? []), conditional];
    failures = [...failures, ...failing.flatMap((one) => one?.["~refusals"] ?? one?.changed ?? [])];
  }
  // A literal with `__proto__` and a spread takes five times as long.
  const placed: AnyEndpoint = Object.assign(Object.create(ENDPOINT), data, merged, {
    template,
    failures: Object.freeze(
      failures[0]
        ? [
            ...new Map(
              failures.map((one) => [typeof one.status === "string" ? one.status : one, one]),
            ).values(),
          ]
        : failures,
    ),
    security,
    stability,
    responses: Object.freeze(responses),
  });
  const value: EndpointPlacement = { data, parent: placement, template, rejections };
  return Object.freeze(Object.defineProperty(placed, "~endpoint", { value }));
}

// What declares failures too: security, and `.conditional()`.
type Refusing = Partial<Pick<AnySecurity, "~refusals">> & Pick<Conditional, "changed">;
type Conditional = NonNullable<FactData["conditional"]>;

type Node = AnyResource | AnyEndpoint;

/**
 * The same node with these ids. Every call of a dynamic resource makes one, so it must be cheap: the children are getters
 * of a prototype that is made once per resource, and the ids are one property.
 */
export function withIds(node: Node & { readonly "~resource"?: Placement }, ids: Ids): Node {
  const { "~resource": placement } = node;
  const view = placement
    ? (placement.view ??= Object.freeze(
        Object.create(
          node,
          Object.fromEntries(Object.keys(node).map((name) => [name, getterOf(name)])),
        ),
      ))
    : node;
  const bound: Node & { "~ids"?: Ids } =
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only a root may have no segment
    placement?.data.kind === "dynamic" && !((placement.data.segment as string) in ids)
      ? callable(placement, view, ids)
      : Object.create(view);
  bound["~ids"] = ids;
  return Object.freeze(bound);
}

// A function whose own properties can be deleted.
interface Call {
  (id: unknown): Node;
  name?: string;
  length?: number;
}

/** The function that takes the id of a dynamic resource. It has no own properties, so children can have any name. */
function callable(placement: Placement, prototype: object, ids?: Ids): object {
  const call: Call = (id) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only a root may have no segment
    withIds(placement.value, { __proto__: null, ...ids, [placement.data.segment as string]: id });
  // Set before the deletions: engines optimize functions until a property is deleted.
  Object.setPrototypeOf(call, prototype);
  delete call.name;
  delete call.length;
  return call;
}

/**
 * Freezes a prototype of nodes and adds the functions that print them, in one line, because a declaration refers to the
 * whole tree. Consoles, JSON and the messages of tests ask these functions. They cannot be listed, and a child with one
 * of their names hides it.
 */
function printedAs<Node>(
  prototype: object & ThisType<Node>,
  print: (this: Node) => string,
): object {
  for (const name of ["toString", "toJSON", Symbol.for("nodejs.util.inspect.custom")]) {
    Object.defineProperty(prototype, name, { value: print });
  }
  return Object.freeze(prototype);
}
