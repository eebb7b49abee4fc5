// Reads the arguments of the functions that declare a resource: the segment comes first and the children
// come last. The arguments between them are recognized by their members.
import { INHERITED } from "../endpoint/endpoint-data.ts";
import type { AnyResource, DeclaredChild, ResourceData } from "./placement.ts";
import type { ParameterLike } from "../parameter/parameter.ts";
import { build } from "./resource-build.ts";

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

/** Declares a resource from its arguments. Removes the children from the list. */
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
  const { failures, security, describe } = options;
  for (const part of INHERITED) {
    if (options[part]) {
      Object.assign(options, { [part]: frozen(options[part]) });
    }
  }
  if (failures) {
    options.failures = Object.freeze([failures].flat());
  }
  if (security) {
    options.security = Object.freeze([security].flat());
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
