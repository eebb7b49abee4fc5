// The compiler, as the build of the command line loads it. An import of CommonJS makes Node read all of its 9 MB twice
// more, to find its exports, which takes longer than the compiler needs for a small project.
import { createRequire } from "node:module";

const ts: unknown = createRequire(import.meta.url)("typescript");

// oxlint-disable-next-line import/no-default-export -- the build puts this file in the place of the package
export { ts as default };
