// The constants that schemas certainly accept, so that long lists need no comparison of each with each.
import { valuesOf } from "./disjoint.ts";
import type { Node } from "./schema.ts";
import type { SchemaView } from "./schema-view.ts";

const CONSTANT: ReadonlySet<string> = new Set(["const", "enum", "type"]);

export class Constants {
  readonly #view: SchemaView;
  readonly #known = new Map<Node, Set<unknown>>();

  constructor(view: SchemaView) {
    this.#view = view;
  }

  /** Constants that the receiver certainly accepts; lists and objects have no identity. */
  of(other: Node): ReadonlySet<unknown> {
    const known = this.#known.get(other);
    const made = known ?? new Set<unknown>();
    if (known === undefined) {
      for (const { atoms, unsure } of this.#view.alternatives(other)) {
        const [atom, ...more] = atoms;
        const isPlain =
          unsure === undefined &&
          more.length === 0 &&
          atom !== undefined &&
          Object.keys(atom).every((name) => CONSTANT.has(name));
        (isPlain ? (valuesOf(atoms) ?? []) : []).forEach((value) => made.add(value));
      }
      this.#known.set(other, made);
    }
    return made;
  }
}
