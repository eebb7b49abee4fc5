// The arguments of `guard`, `around` and `authorize`: a function, with the failures listed before it.
import type { AnyFailure } from "../../declare/failure/failure.ts";
import { isFailure, type Around } from "../handler/call.ts";
import type { AroundOptions } from "../handler/step-types.ts";
import { flag, verifyTable } from "./option-table.ts";

/** A step, with the failures listed before it. */
export function stepOf<Step extends (...given: never) => unknown>(
  name: string,
  example: string,
  first: readonly AnyFailure[] | Step,
  second: Step | undefined,
): [failures: readonly AnyFailure[], step: Step] {
  const [failures, step] = typeof first === "function" ? [[], first] : [first, second];
  if (typeof step !== "function") {
    throw new TypeError(`${name}: pass a function, ${name}([Unauthorized], ${example})`);
  }
  if (!Array.isArray(failures) || !failures.every(isFailure)) {
    throw new TypeError(`${name}: pass an array of failures, ${name}([Unauthorized], ${example})`);
  }
  return [failures, step];
}

/** The around of `around([Failure], run, options)`, without failures or options too. */
export function givenAround(
  first: readonly AnyFailure[] | Around["run"],
  second: Around["run"] | AroundOptions | undefined,
  third: AroundOptions | undefined,
): Around {
  const [given, more] = typeof second === "function" ? [second, third] : [undefined, second];
  const [failures, run] = stepOf("around", "(call, next) => …", first, given);
  const options = more ?? {};
  verifyTable("around", options, { rollBack: flag });
  return { failures, run, rollsBack: options.rollBack ?? false };
}
