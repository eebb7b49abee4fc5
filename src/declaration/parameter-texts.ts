// Writes and reads one parameter: all that a client needs of parameter types. A zod
// codec is asked itself, so that nobody bundles what makes a parameter type of it.
import { isWellFormed } from "../http/percent.ts";
import { Issue } from "./parameter.ts";
import type { AnyParameter, ListStyle, ParameterLike } from "./parameter.ts";

interface Zod {
  readonly _zod: {
    run(
      payload: Payload,
      context: { readonly direction: "forward" | "backward" },
    ): Payload | Promise<Payload>;
  };
}
interface Payload {
  readonly value: unknown;
  readonly issues: readonly unknown[];
}

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

function runCodec(like: ParameterLike, value: unknown, direction: "forward" | "backward"): unknown {
  try {
    const ran = (like as unknown as Zod)._zod.run({ value, issues: [] }, { direction });
    if (ran instanceof Promise) {
      // What it comes to is of no use, and must not go unhandled.
      ran.catch(() => undefined);
    } else if (ran.issues.length === 0) {
      return ran.value;
    }
  } catch {
    // A codec that throws has refused its value.
  }
  return new Issue("is refused");
}
