// `node --import bough-cli/register`: keeps the files of `bough schemas` up to date that a program imports.
import * as module from "node:module";
import { resolve } from "./register-hooks.ts";

// Node 22.15 and newer run hooks in the thread of the program.
const { registerHooks }: { readonly registerHooks?: (hooks: object) => void } = Object(module);
if (registerHooks === undefined) {
  module.register("./register-hooks.js", import.meta.url);
} else {
  registerHooks({ resolve });
}
