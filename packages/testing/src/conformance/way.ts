// One way in which a call is invalid.
import type { Arbitrary } from "fast-check";
import type { Rule } from "../values/broken-values.ts";
import type { RawCall } from "./raw-call.ts";

/** A way to be invalid, and the calls that are. */
export interface Way {
  readonly what: string;
  readonly rule: Rule;
  readonly values: Arbitrary<unknown>;
  readonly written: (value: unknown) => Promise<RawCall | undefined>;
}
