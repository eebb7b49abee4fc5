// The same as `bough-zod`, with an object of handlers and limits for each resource.
import { filesOf as filesOfZod } from "./bough-zod.mjs";

export const filesOf = (resources) =>
  filesOfZod(resources, { objects: true, limits: ", { limits: { body: 1_000, depth: 5 } }" });
