// Writes and reads one parameter: all that a client needs of parameter types. A zod
// codec is asked itself, so that nobody bundles what makes a parameter type of it.
import { runZod } from "../schema/zod.ts";
import type { Zod } from "../schema/zod.ts";
import { isWellFormed } from "../http/percent.ts";
import { Issue } from "./parameter.ts";
import type { AnyParameter, ListStyle, ParameterLike } from "./parameter.ts";

/** How a list stands in a query or header; `undefined` for what is no list. */
export function listStyleOf(like: ParameterLike): ListStyle | undefined {
  return (like as Partial<AnyParameter>)["~parameter"]?.list;
}

/** A parameter's value as the texts that stand for it; an `Issue` for one that the server would refuse. */
export function writeTexts(like: ParameterLike, value: unknown): readonly string[] | Issue {
  const type = (like as Partial<AnyParameter>)["~parameter"];
  if (type !== undefined) {
    return type.write(value);
  }
  const text = runCodec(like, value, "backward");
  return typeof text === "string" && isWellFormed(text)
    ? [text]
    : new Issue(value === undefined ? "is missing" : "is refused");
}

/** The texts that arrived as a parameter's value; an `Issue` for texts that are none. */
export function readTexts(like: ParameterLike, texts: readonly string[] | undefined): unknown {
  const type = (like as Partial<AnyParameter>)["~parameter"];
  if (type !== undefined) {
    return type.read(texts);
  }
  return texts?.length === 1
    ? runCodec(like, texts[0], "forward")
    : new Issue(texts?.length ? "stands more than once" : "is missing");
}

/** A value as a header field; "\n", which none carries, for what would not arrive as it is. */
export function headerOf(like: ParameterLike, value: unknown): string | Issue | undefined {
  const type = (like as Partial<AnyParameter>)["~parameter"];
  if (type) {
    return type.writeLine(value);
  }
  const texts = writeTexts(like, value);
  return texts instanceof Issue ? texts : texts[0];
}

/** The value of a header field; an `Issue` where it is none. */
export function ofHeader(like: ParameterLike, headers: Headers, name: string): unknown {
  const type = (like as Partial<AnyParameter>)["~parameter"];
  return type
    ? type.readLine(headers, name)
    : readTexts(like, headers.has(name) ? [headers.get(name) as string] : []);
}

function runCodec(like: ParameterLike, value: unknown, direction: "forward" | "backward"): unknown {
  try {
    const ran = runZod(like as unknown as Zod, value, direction);
    if (!(ran instanceof Promise)) {
      return ran;
    }
    // What it comes to is of no use, and must not go unhandled.
    ran.catch(() => undefined);
  } catch {
    // A codec that throws has refused its value.
  }
  return new Issue("is refused");
}
