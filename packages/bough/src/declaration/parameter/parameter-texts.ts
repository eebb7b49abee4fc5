// Writes and reads one parameter in a client. Parameter types have these functions themselves. A zod
// codec is run here directly, so a client does not bundle the code that makes parameter types.
import { isWellFormed } from "../../http/percent.ts";
import { runZod, type Zod } from "../../schema/zod.ts";
import {
  Issue,
  type AnyParameter,
  type ListStyle,
  type ParameterLike,
  type ParameterTexts,
  type TwoWaySchema,
} from "./parameter.ts";

/** How a list is written in a query or header; `undefined` if the parameter is not a list. */
export function listStyleOf(like: EitherLike): ListStyle | undefined {
  return like["~parameter"]?.list;
}

/** Encodes the value of a parameter; an `Issue` if the server would reject it. */
export function writeTexts(like: ParameterLike, value: unknown): readonly string[] | Issue {
  return textsOf(like).write(value);
}

/** The functions that write and read a parameter. */
export function textsOf(like: EitherLike): ParameterTexts {
  return like["~parameter"] ?? textsOfCodec(like);
}

/** A `ParameterLike` as one object: it has the members of the one or of the other. */
export type EitherLike = Partial<AnyParameter & TwoWaySchema>;

function textsOfCodec(codec: object): ParameterTexts {
  // Encodes if `written` is given, which gets the text; decodes otherwise.
  function run(value: unknown): unknown;
  function run<T>(value: unknown, written: (text: string) => T): T | Issue;
  function run(value: unknown, written?: (text: string) => unknown): unknown {
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a value that is not a parameter type is a zod codec
      const made = runZod(codec as Zod, value, written ? "backward" : "forward");
      if (made instanceof Promise) {
        // Its result is not used, and it must not become an unhandled rejection.
        made.catch(() => {});
      } else if (!written) {
        return made;
      } else if (typeof made === "string" && isWellFormed(made)) {
        return written(made);
      }
    } catch {
      // The message of a thrown error may contain secrets, so it is not repeated.
    }
    return new Issue(value === undefined ? "is missing" : "is not valid");
  }
  return {
    write: (value) => run(value, (text) => [text]),
    writeQuery: (name, value) => run(value, (text) => "&" + new URLSearchParams({ [name]: text })),
    writeLine: (_name, value) => run(value, String),
    readLine: (headers, name) => run(headers.get(name) ?? undefined),
  };
}
