// Compares secrets without telling by the time how much of them is equal.

/**
 * Checks whether two strings are equal. The time depends only on the length of `given`, so it tells nothing about
 * `expected`: `sameSecret(key, env.API_KEY)`.
 */
export function sameSecret(given: string, expected: string): boolean {
  if (typeof given !== "string" || typeof expected !== "string") {
    throw new TypeError(
      `sameSecret: expected two strings, received ${typeof given} and ${typeof expected}`,
    );
  }
  let difference = given.length ^ expected.length;
  // An empty text has no unit to compare with: `charCodeAt` gives NaN, which counts as 0.
  for (let index = 0; index < given.length; index++) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index % expected.length);
  }
  return difference === 0;
}
