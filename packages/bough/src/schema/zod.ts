// Runs a zod schema in one direction, through the members that zod provides for library authors,
// so zod is not bundled.

/** The members of a zod schema that Bough uses. */
export interface Zod {
  readonly _zod: {
    readonly def: Readonly<Record<string, unknown>>;
    run(
      payload: Payload,
      context: { readonly direction: Direction; readonly async: true },
    ): Payload | Promise<Payload>;
  };
}

/** Forward decodes, backward encodes. */
export type Direction = "forward" | "backward";

interface Payload {
  readonly value: unknown;
  readonly issues: readonly unknown[];
}

/** Runs the schema, synchronously if it can; throws or rejects for an invalid value. */
export function runZod({ _zod: zod }: Zod, value: unknown, direction: Direction): unknown {
  const ran = zod.run({ value, issues: [] }, { direction, async: true });
  return ran instanceof Promise ? ran.then(valueOf) : valueOf(ran);
}

function valueOf({ value, issues }: Payload): unknown {
  if (issues[0]) {
    throw new TypeError("is not valid");
  }
  return value;
}
