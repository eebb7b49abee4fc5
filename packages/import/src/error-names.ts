// The names of failures in an error format.
import { wordsOf } from "./words.ts";
import type { Constant } from "./error-paths.ts";

// A code with a number in it, such as `E40901`, says nothing.
const GOOD = /^[A-Za-z](?!.*\d\d)[A-Za-z\d]*(?:[-_.][A-Za-z\d]+)*$/;
const RESERVED = new Set(["ok", "else", "default", "other", "4XX", "5XX"]);

/**
 * The name of a failure: its code, unless its component has another name, as Bough writes it, or the code is a bad
 * name. `names` has those of the failures before, by status and code.
 */
export function failureName(
  failure: {
    readonly code: Constant;
    readonly status: number | string;
    readonly component: string | undefined;
  },
  names: Map<string, string>,
): string {
  const { code, status } = failure;
  const key = JSON.stringify([status, code]);
  const known = names.get(key);
  if (known !== undefined) {
    return known;
  }
  const taken = new Set(names.values());
  const wished = wishedName(failure);
  const alone = taken.has(wished) ? `${wished}-${status}` : wished;
  let name = alone;
  for (let count = 2; taken.has(name); count++) {
    name = `${alone}-${count}`;
  }
  names.set(key, name);
  return name;
}

function wishedName({ code, status, component = "" }: Parameters<typeof failureName>[0]): string {
  const [, base = ""] = /^(.+)Error\d*$/.exec(component) ?? [];
  const ofComponent = wordsOf(base).join("-");
  const isOther = lettersOf(base) !== lettersOf(String(code));
  const wishes = [...(isOther ? [ofComponent] : []), String(code), ofComponent];
  const words = wordsOf(String(code).split("/").at(-1) ?? "").join("-");
  return (
    [...wishes, words].find((one) => GOOD.test(one) && !RESERVED.has(one)) ??
    (words === "" ? `failure-${status}` : `failure-${words}`)
  );
}

function lettersOf(name: string): string {
  return wordsOf(name).join("");
}
