// The root of a declaration, with a written type: the compiler cannot infer the type of a very large one.
import { propertyName, quoted } from "../source-text.ts";
import type { Declaration } from "./declaration.ts";
import { noted, object, print, type Doc } from "./layout.ts";
import { Uses } from "./uses.ts";

/** The constant `api`. */
export function rootDeclaration({
  root,
  members,
  comment,
  options,
}: {
  readonly root: string | undefined;
  readonly members: readonly { readonly name: string; readonly constant: string }[];
  readonly comment: readonly string[];
  /** The name and the members of its options; absent if it has none. */
  readonly options?:
    | {
        readonly name: string;
        readonly members: readonly Doc[];
        /** Whether an error format is among them. */
        readonly errors: boolean;
      }
    | undefined;
}): Declaration {
  const uses = new Uses();
  uses.value("rootResource");
  uses.types.add("Root");
  for (const { constant } of members) {
    uses.declared.add(constant);
  }
  const type = object(
    members.map(({ name, constant }) => `${propertyName(name)}: typeof ${constant}`),
    ";",
  );
  const value = object(
    members.map(({ name, constant }) =>
      name === constant ? name : `${propertyName(name)}: ${constant}`,
    ),
  );
  const segment = root === undefined ? "" : `${quoted(root)}, `;
  const constant =
    options === undefined
      ? ""
      : `${print([`const ${options.name} = `, object(options.members), " as const;"])}\n\n`;
  let inherited = "";
  if (options !== undefined) {
    const name = options.errors ? "InheritingErrors" : "Inheriting";
    uses.types.add(name);
    inherited = `, ${name}<typeof ${options.name}>`;
  }
  const start = `export const api: Root<${quoted(root ?? "")}, `;
  const end = `${inherited}> = rootResource(${segment}${options === undefined ? "" : `${options.name}, `}`;
  // The end is on the same line as the type.
  const doc = [start, print(type, 0, start.length + end.length + 1), end, value, ");"];
  return { name: "api", text: `${constant}${print(noted(comment, doc))}\n`, uses };
}
