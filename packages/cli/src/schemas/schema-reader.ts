// The reader of all types, as the readers of unions, objects, lists and intersections see it.
import type ts from "typescript";
import type { FaultKind, Unit } from "./fault.ts";
import type { MutableSchema } from "./mutable-schema.ts";

/** A place in a unit. `node` is the type as its author wrote it, if that is known. */
export interface Place {
  readonly unit: Unit;
  readonly path: string;
  readonly node?: ts.TypeNode | undefined;
}

/** Reads types of one program. */
export interface SchemaReader {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  of(type: ts.Type, place: Place): MutableSchema;
  /** Notes what is wrong, and gives the schema of anything. */
  refuse(kind: FaultKind, place: Place, text: string): MutableSchema;
  /** Adds the keywords of a doc comment to a schema. */
  documented(symbol: ts.Symbol, schema: MutableSchema, place: Place): MutableSchema;
}
