// Writes and reads one parameter in a client. Parameter types have these functions themselves. A zod
// codec is run here directly, so a client does not bundle the code that makes parameter types.
import { isWellFormed } from "../../http/percent.ts";
import { runZod } from "../../schema/zod.ts";
import type { Zod } from "../../schema/zod.ts";
import { Issue } from "./parameter.ts";
import type { AnyParameter, ListStyle, ParameterLike, ParameterTexts } from "./parameter.ts";

/** How a list is written in a query or header; `undefined` if the parameter is not a list. */
export function listStyleOf(like: ParameterLike): ListStyle | undefined {
  return (like as Partial<AnyParameter>)["~parameter"]?.list;
}

/** Encodes the value of a parameter; an `Issue` if the server would reject it. */
export function writeTexts(like: ParameterLike, value: unknown): readonly string[] | Issue {
  return textsOf(like).write(value);
}

/** The functions that write and read a parameter. */
export function textsOf(like: ParameterLike): ParameterTexts {
  return (like as Partial<AnyParameter>)["~parameter"] ?? textsOfCodec(like as unknown as Zod);
}

function textsOfCodec(codec: Zod): ParameterTexts {
  // Encodes if `written` is given, which gets the text; decodes otherwise.
  const run = <T>(value: unknown, written?: (text: string) => T): T | Issue => {
    try {
      const made = runZod(codec, value, written ? "backward" : "forward");
      if (made instanceof Promise) {
        // Its result is not used, and it must not become an unhandled rejection.
        made.catch(() => {});
      } else if (!written) {
        return made as T;
      } else if (typeof made === "string" && isWellFormed(made)) {
        return written(made);
      }
    } catch {
      // The message of a thrown error may contain secrets, so it is not repeated.
    }
    return new Issue(value === undefined ? "is missing" : "is not valid");
  };
  return {
    write: (value) => run(value, (text) => [text]),
    writeQuery: (name, value) => run(value, (text) => "&" + new URLSearchParams({ [name]: text })),
    writeLine: (_name, value) => run(value, String),
    readLine: (headers, name) => run(headers.get(name) ?? undefined),
  };
}
