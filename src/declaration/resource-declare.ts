// Reads the arguments of the functions that declare a resource: the segment comes
// first and the children last; what stands between tells by itself what it is.
import type { ParameterLike } from "./parameter.ts";
import type { AnyResource, ResourceData } from "./placement.ts";
import { build } from "./resource-build.ts";

// What was given between segment and children, as plain JavaScript may give it.
interface Options {
  readonly type?: unknown;
  readonly parent?: AnyResource;
  readonly failures?: ResourceData["failures"];
  readonly headers?: ResourceData["headers"];
  readonly describe?: ResourceData["description"];
}

/** Declares a resource from the arguments it was given. */
export function declare(kind: ResourceData["kind"], given: readonly unknown[]): AnyResource {
  const [segment, ...middle] = given.slice(0, -1);
  const { type, parent, failures, headers, describe }: Options = Object.assign(
    {},
    ...(middle as readonly object[]).map(asOptions),
  );
  const data: ResourceData = {
    kind,
    segment: segment as string | undefined,
    type: type as ParameterLike | undefined,
    children: Object.freeze({ ...(given.at(-1) as ResourceData["children"]) }),
    failures: failures && Object.freeze([...failures]),
    headers: headers && Object.freeze({ ...headers }),
    description: describe && Object.freeze({ ...describe }),
  };
  return build(Object.freeze(data), parent?.["~resource"], false);
}

// A resource is looked for before options, since a child of it may be called `parent`
// or `failures`.
function asOptions(part: object): Options {
  return "~resource" in part
    ? { parent: part as AnyResource }
    : "~parameter" in part || "~standard" in part
      ? { type: part }
      : part;
}
