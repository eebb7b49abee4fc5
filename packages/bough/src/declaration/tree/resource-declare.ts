// Reads the arguments of the functions that declare a resource: the segment comes
// first and the children last; what stands between tells by itself what it is.
import type { ParameterLike } from "../parameter/parameter.ts";
import type { AnyResource, DeclaredChild, ResourceData } from "./placement.ts";
import { build } from "./resource-build.ts";

// What was given between segment and children, as plain JavaScript may give it.
interface Options {
  readonly type?: unknown;
  readonly parent?: AnyResource;
  readonly failures?: ResourceData["failures"];
  readonly headers?: ResourceData["headers"];
  readonly rejections?: ResourceData["rejections"];
  readonly describe?: ResourceData["description"];
}

/** Declares a resource from the arguments it was given; takes the children off their list. */
export function declare(kind: ResourceData["kind"], given: unknown[]): AnyResource {
  const below = Object(given.pop()) as Readonly<Record<string, unknown>>;
  const [segment, ...middle] = given;
  const options: Options = {};
  for (const part of middle as readonly object[]) {
    // A resource is looked for before options, since a child of it may be called `parent`
    // or `failures`. A function is a type that was not called: as options it would say
    // nothing, and an id would be any text.
    Object.assign(
      options,
      "~resource" in part
        ? { parent: part }
        : "~parameter" in part || "~standard" in part || typeof part === "function"
          ? { type: part }
          : part,
    );
  }
  const { parent, failures, describe, headers, rejections, type } = options;
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
      rejections,
      description: describe && Object.freeze({ ...describe }),
    },
    parent?.["~resource"],
  );
}
