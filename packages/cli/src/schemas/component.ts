// A named schema: that of an interface, an alias, an enum or a class.
import type { Fault, Unit } from "./fault.ts";
import type { MutableSchema } from "./mutable-schema.ts";

/** A named schema and all references to it, which get their text when all names are known. */
export class Component implements Unit {
  readonly faults: Fault[] = [];
  readonly uses = new Map<Unit, string>();
  readonly #references: MutableSchema[] = [];
  schema: MutableSchema = {};

  /** The name that its type suggests. */
  readonly proposed: string;
  /** The module of its type, from the project's folder and without its ending. */
  readonly module: string;
  /** Whether `@schema` gave the name. */
  readonly fixed: boolean;

  constructor(proposed: string, module: string, fixed: boolean) {
    this.proposed = proposed;
    this.module = module;
    this.fixed = fixed;
  }

  /** A reference. Until names are known it has the same text in every run. */
  refer(): MutableSchema {
    const reference = { $ref: `${this.module}#${this.proposed}` };
    this.#references.push(reference);
    return reference;
  }

  /** Writes the name into all references. */
  call(name: string): void {
    for (const reference of this.#references) {
      reference["$ref"] = `#/components/schemas/${name}`;
    }
  }
}
