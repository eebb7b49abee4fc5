// The precondition of a call to a `.conditional()` endpoint.
import type { FactHeaders } from "../../call/client-options.ts";
import { Issue } from "../../declare/parameter/parameter.ts";

/** Sends the version that the caller has seen. */
export const setMatch: FactHeaders<unknown> = (given, { conditional }, set) => {
  if (given === null && conditional) {
    set("if-none-match", "*");
  } else {
    // `encodeURIComponent` escapes more than the server does, but the server decodes tags before it compares them. A
    // value without a version, which the types refuse, becomes a tag that no resource has.
    set(
      "if-match",
      !conditional
        ? new Issue("needs .conditional()")
        : conditional.version
          ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the path leads through objects
            `"${encodeURIComponent(conditional.version.split(".").reduce((at, name) => (at as never)[name], given) as string)}"`
          : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a version, it is a tag
            (given as string),
    );
  }
};
