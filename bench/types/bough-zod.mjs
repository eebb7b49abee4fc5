// The declaration with the schemas of the other contestants.
import { projectOf } from "./bough-project.mjs";

export const filesOf = (resources, routed = {}) =>
  projectOf(resources, {
    ...routed,
    imports: (k) => `import * as s from "../schema/r${k}.js"\n`,
    types: () => "",
    request: (name) => `.request(s.${name})`,
    response: (name, status) =>
      status === undefined ? `.response(s.${name})` : `.response(s.${name}, { status: ${status} })`,
    named: [],
    missing: ".body(s.Missing)",
    options: () => "",
  });
