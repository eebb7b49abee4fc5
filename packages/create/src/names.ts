// The name of a project, and its folder's name as a terminal can show it.
import { builtinModules } from "node:module";
import { WrongUse } from "./choices.ts";

/** Returns the name of the package in a folder; throws `WrongUse` where npm refuses the name for a new package. */
export function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z\d._-]+/g, "-")
    .replace(/^[._-]+/, "");
  if (["node_modules", "favicon.ico", ...builtinModules].includes(name)) {
    throw new WrongUse(`npm reserves the name "${name}": choose another folder`);
  }
  if (name.length > 214) {
    throw new WrongUse("the name has more than npm's 214 characters: choose a shorter one");
  }
  return name || "my-api";
}

/** The text with visible escapes in place of control characters and marks that reorder text. Lines stay. */
export function printable(text: string): string {
  return text.replaceAll(
    /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu,
    (character) => `\\u{${character.charCodeAt(0).toString(16)}}`,
  );
}
