// Writes and reads one parameter: all that a client needs of parameter types. Ours do it
// themselves. A zod codec is asked here, so that nobody bundles what makes a parameter
// type of it.
import { isWellFormed } from "../../http/percent.ts";
import { runZod } from "../../schema/zod.ts";
import type { Zod } from "../../schema/zod.ts";
import { Issue } from "./parameter.ts";
import type { AnyParameter, ListStyle, ParameterLike, ParameterTexts } from "./parameter.ts";

/** How a list stands in a query or header; `undefined` for what is no list. */
export function listStyleOf(like: ParameterLike): ListStyle | undefined {
  return (like as Partial<AnyParameter>)["~parameter"]?.list;
}

/** A parameter's value as the texts that stand for it; an `Issue` for one that the server would refuse. */
export function writeTexts(like: ParameterLike, value: unknown): readonly string[] | Issue {
  return textsOf(like).write(value);
}

/** What writes and reads a parameter. */
export function textsOf(like: ParameterLike): ParameterTexts {
  return (like as Partial<AnyParameter>)["~parameter"] ?? textsOfCodec(like as unknown as Zod);
}

function textsOfCodec(codec: Zod): ParameterTexts {
  // Writes where it is told what to make of the text.
  const run = <T>(value: unknown, written?: (text: string) => T): T | Issue => {
    try {
      const made = runZod(codec, value, written ? "backward" : "forward");
      if (made instanceof Promise) {
        // What it comes to is of no use, and must not go unhandled.
        made.catch(() => {});
      } else if (!written) {
        return made as T;
      } else if (typeof made === "string" && isWellFormed(made)) {
        return written(made);
      }
    } catch {
      // A codec that throws has refused its value.
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
