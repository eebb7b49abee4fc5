// One constant or type of a module.
import type { Uses } from "./uses.ts";

/** One exported constant or type. */
export interface Declaration {
  readonly name: string;
  readonly text: string;
  readonly uses: Uses;
}
