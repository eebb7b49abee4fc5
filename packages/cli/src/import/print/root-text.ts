// The root of a declaration, with a written type: the compiler cannot infer the type of a very large one.
import type { Declaration } from "./declaration.ts";
import { noted, object, print, propertyName, quoted } from "./layout.ts";
import { Uses } from "./uses.ts";

/** The constant `api`. */
export function rootDeclaration({
  root,
  members,
  comment,
  slash,
}: {
  readonly root: string | undefined;
  readonly members: readonly { readonly name: string; readonly constant: string }[];
  readonly comment: readonly string[];
  readonly slash: boolean;
}): Declaration {
  const uses = new Uses();
  uses.value("rootResource");
  uses.types.add("Root");
  for (const { constant } of members) uses.declared.add(constant);
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
  const option = slash ? "{ trailingSlash: true }, " : "";
  const doc = [
    `export const api: Root<${quoted(root ?? "")}, `,
    type,
    `> = rootResource(${segment}${option}`,
    value,
    ");",
  ];
  return { name: "api", text: `${print(noted(comment, doc))}\n`, uses };
}
