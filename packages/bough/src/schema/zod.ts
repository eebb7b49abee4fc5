// Runs a zod schema in one of its directions, by what zod offers to authors of libraries:
// nobody bundles zod for it.

/** A zod schema, as far as it is run. */
export interface Zod {
  readonly _zod: {
    readonly def: Readonly<Record<string, unknown>>;
    run(
      payload: Payload,
      context: { readonly direction: Direction; readonly async: true },
    ): Payload | Promise<Payload>;
  };
}

type Direction = "forward" | "backward";

interface Payload {
  readonly value: unknown;
  readonly issues: readonly unknown[];
}

/** What a value comes to, at once where the schema answers at once; throws or rejects where it refuses. */
export function runZod({ _zod: zod }: Zod, value: unknown, direction: Direction): unknown {
  const ran = zod.run({ value, issues: [] }, { direction, async: true });
  return ran instanceof Promise ? ran.then(valueOf) : valueOf(ran);
}

function valueOf({ value, issues }: Payload): unknown {
  if (issues[0]) {
    throw new TypeError("is refused");
  }
  return value;
}
