// What can be wrong with a body where it is declared, as pairs of fault and remedy.
import type { AnySchema } from "../schema/standard-schema.ts";
import type { AnyBody } from "./body.ts";
import type { FaultPair } from "./fault-pair.ts";

/** A fault for what is neither a body nor a schema; no body at all is none. */
export function bodyFaults(body: AnyBody | AnySchema | undefined, what: string): FaultPair[] {
  const given: Partial<AnyBody & AnySchema> | undefined | null = body;
  return given === undefined || given?.["~body"] || given?.["~standard"]
    ? []
    : [
        [
          `${what} is neither a body nor a schema`,
          "give a Standard Schema, type<T>(), noBody or a body such as json()",
        ],
      ];
}
