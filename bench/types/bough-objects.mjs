// The same as `bough`, with an object of handlers for each resource.
import { filesOf as filesOfBough } from "./bough.mjs";

export const filesOf = (resources) => filesOfBough(resources, { objects: true });
