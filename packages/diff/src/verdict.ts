// The verdict of a comparison of schemas, and how verdicts about parts are joined.

/** Whether everything that one schema accepts is accepted by another. */
export type Verdict =
  | { readonly result: "yes" }
  | { readonly result: "no"; readonly witness: unknown }
  | { readonly result: "unknown"; readonly reason: string };

/** A comparison inside: a "no" without a value means that one was not found yet. */
export type Inner =
  | { readonly result: "yes" }
  | { readonly result: "no"; readonly witnesses: readonly unknown[] }
  | { readonly result: "unknown"; readonly reason: string };

/** The verdict that everything is accepted. */
export const YES = { result: "yes" } as const;

/** The reason where two strings have patterns that differ. */
export const TWO_PATTERNS = "two patterns are not compared";

/** The verdict that nobody can tell. */
export function unknown(reason: string): { readonly result: "unknown"; readonly reason: string } {
  return { result: "unknown", reason };
}

// A "no" goes before an "unknown": its values are judged again.
export function worse(before: Inner, found: Verdict, witness?: unknown): Inner {
  if (found.result === "yes" || (before.result === "no" && found.result === "unknown")) {
    return before;
  }
  if (found.result === "unknown") {
    return before.result === "yes" ? found : before;
  }
  const more = witness === undefined ? [] : [witness];
  return {
    result: "no",
    witnesses: [...(before.result === "no" ? before.witnesses : []), ...more],
  };
}
