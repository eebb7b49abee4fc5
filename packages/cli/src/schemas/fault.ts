// A fault of a type in a body, with its path.

/** `any` and `open` are warnings, `no-json` can be one; `wrong` and `endless` are errors everywhere. */
export type FaultKind = "no-json" | "any" | "open" | "wrong" | "endless";

/** One fault of a type. */
export interface Fault {
  readonly kind: FaultKind;
  /** The members that lead to it from the body or the component: `/items/*` + `/owner`. */
  readonly path: string;
  /** Completes "<path> …": `is a function, which JSON cannot contain`. */
  readonly text: string;
}

/** A body or a component while its type is read. */
export interface Unit {
  readonly faults: Fault[];
  /** The components that it refers to, with the path of the first reference. */
  readonly uses: Map<Unit, string>;
}

/** A fault with its path from the body. */
export interface PlacedFault {
  readonly fault: Fault;
  readonly path: string;
}

/**
 * The faults of bodies and of all components that they reach. It remembers the units that reach no fault, so that
 * the components of many bodies are visited once.
 */
export class FaultFinder {
  readonly #sound = new Set<Unit>();

  /** The faults of a body whose types are read to their end. */
  faultsOf(body: Unit): PlacedFault[] {
    const reached = reachedFrom([body], this.#sound);
    const found = [...reached].flatMap(([unit, before]) =>
      unit.faults.map((fault) => ({ fault, path: before + fault.path })),
    );
    if (found.length === 0) {
      for (const unit of reached.keys()) {
        this.#sound.add(unit);
      }
    }
    // Every type on the way to the end of an endless one has the fault. The first is where it begins.
    const endless = found.find(({ fault }) => fault.kind === "endless");
    return found.filter((one) => one.fault.kind !== "endless" || one === endless);
  }
}

/** The units that others reach, themselves included, with the path to each. `without` are not visited. */
export function reachedFrom(
  starts: readonly Unit[],
  without: ReadonlySet<Unit> = new Set(),
): ReadonlyMap<Unit, string> {
  const paths = new Map<Unit, string>(starts.map((start) => [start, ""]));
  // A map iterates over the entries that are added meanwhile.
  for (const [unit, before] of paths) {
    for (const [used, path] of unit.uses) {
      if (!paths.has(used) && !without.has(used)) {
        paths.set(used, before + path);
      }
    }
  }
  return paths;
}
