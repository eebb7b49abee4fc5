// The part of an ejected client that does not depend on an API: a file of this package.
import { fileURLToPath } from "node:url";

export const ejectedClient: string = fileURLToPath(new URL("../ejected.ts", import.meta.url));
