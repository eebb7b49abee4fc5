// Reads the arguments of the functions that declare a resource: the segment comes
// first and the children last; what stands between tells by itself what it is.
import type { ParameterLike } from "../parameter/parameter.ts";
import type { AnyResource, DeclaredChild, ResourceData } from "./placement.ts";
import { build } from "./resource-build.ts";

// What was given between segment and children, as plain JavaScript may give it.
interface Options {
  readonly type?: unknown;
  readonly failures?: ResourceData["failures"];
  readonly headers?: ResourceData["headers"];
  readonly parameters?: ResourceData["parameters"];
  readonly rejections?: ResourceData["rejections"];
  readonly describe?: ResourceData["description"];
}

/** Declares a resource from the arguments it was given; takes the children off their list. */
export function declare(kind: ResourceData["kind"], given: unknown[]): AnyResource {
  const below = Object(given.pop()) as Readonly<Record<string, unknown>>;
  const [segment, ...middle] = given;
  let parent: AnyResource | undefined;
  const options: Options = {};
  for (const part of middle as readonly object[]) {
    // Look for a resource first: its child may be called `failures`. A function is a type
    // that was not called; `verify` reports it as a type.
    if ("~resource" in part) {
      parent = part as AnyResource;
    } else {
      Object.assign(
        options,
        "~parameter" in part || "~standard" in part || typeof part === "function"
          ? { type: part }
          : part,
      );
    }
  }
  const { failures, describe, headers, parameters, rejections, type } = options;
  // Any name is free for a child, and a resource may have very many: a spread takes its time.
  const children = { __proto__: null } as unknown as Record<string, DeclaredChild>;
  for (const name of Object.keys(below)) {
    // A piece is taken for what it declares: where it stands is decided anew. What is neither
    // endpoint nor resource is told of by `verify`.
    const child = Object(below[name]) as DeclaredChild & Partial<AnyResource>;
    children[name] = child["~resource"]?.data ?? child;
  }
  return build(
    {
      kind,
      segment: segment as string | undefined,
      type: type as ParameterLike | undefined,
      "~below": children,
      failures: failures && Object.freeze([...failures]),
      headers: headers && Object.freeze({ ...headers }),
      parameters: parameters && Object.freeze({ ...parameters }),
      rejections,
      description: describe && Object.freeze({ ...describe }),
    },
    parent?.["~resource"],
  );
}
