// Failures that several endpoints share are constants; the others are written at their endpoint.
import { statusPhrase, type Contract, type ContractFailure } from "bough/contract";
import { elementsOf, isMembers, member } from "../json.ts";
import { quoted } from "../source-text.ts";
import { bodyText, type BodyContext } from "./body-text.ts";
import type { JsonSchema } from "../schemas.ts";
import { partsOf, type NamedSchemas } from "./joined-schema.ts";
import { dataText } from "./data-text.ts";
import { chain, object, type Doc } from "./layout.ts";
import { parametersText } from "./parameter-text.ts";
import { pascalCase, wordsOf } from "../words.ts";

/** A failure that several endpoints have. */
export interface SharedFailure {
  readonly key: string;
  readonly failure: ContractFailure;
  /** The names that it would like, the best first. */
  readonly wishes: readonly string[];
}

/** The text that is equal for equal failures. */
export function failureKey({ name, status, code, content, headers }: ContractFailure): string {
  const plain = headers?.map(({ description: _, ...header }) => header);
  return JSON.stringify([status, content, plain, ...(code === undefined ? [] : [name, code])]);
}

/** The failures that are used more than once, and those with a name, which clients refer to. */
export function sharedFailures({ endpoints, components }: Contract): readonly SharedFailure[] {
  const all = new Map<string, UsedFailure>();
  for (const { failures = [], name } of endpoints) {
    for (const failure of failures) {
      const key = failureKey(failure);
      const known = all.get(key);
      all.set(key, { failure, user: name[0] ?? "", ...known, count: (known?.count ?? 0) + 1 });
    }
  }
  const shared = [...all].filter(
    ([, { count, failure }]) => count > 1 || failure.code !== undefined,
  );
  const titles = shared.map(([, { failure }]) => failure.title);
  return shared.map(([key, { failure, user }]) => {
    const isAlone = titles.indexOf(failure.title) === titles.lastIndexOf(failure.title);
    const wishes = wishesOf(failure, { isAlone, user, schemas: components.schemas });
    return { key, failure, wishes };
  });
}

interface UsedFailure {
  readonly failure: ContractFailure;
  /** The name of the first resource that has it. */
  readonly user: string;
  readonly count: number;
}

// A code or the name of a component means more than a status, unless several failures have it.
function wishesOf(
  failure: ContractFailure,
  {
    isAlone,
    user,
    schemas,
  }: { readonly isAlone: boolean; readonly user: string; readonly schemas: NamedSchemas },
): readonly string[] {
  const { status, title } = failure;
  const code = failure.code === undefined ? codeOf(failure, schemas) : pascalCase(title);
  const isNamed = isAlone && title !== String(status) && /^\p{L}/u.test(title);
  const name = pascalCase(title);
  const phrase = phraseOf(status);
  return [
    ...(code === undefined ? [] : [code]),
    ...(isNamed ? [name] : []),
    // A range means less than the name.
    ...(isNamed && typeof status === "string" ? [`${name}Failure`] : []),
    phrase,
    `${phrase}Of${pascalCase(user)}`,
  ];
}

// The constant `code` of the body, or of its `error`.
function codeOf({ content }: ContractFailure, schemas: NamedSchemas): string | undefined {
  const own = partsOf(content[0]?.schema ?? {}, schemas);
  const code = [own, partsAt(own, "error", schemas)]
    .flatMap((parts) => partsAt(parts, "code", schemas))
    .map((one) => [one["const"], ...elementsOf(one["enum"])])
    .map((values) => values.filter((value) => value !== undefined))
    .flatMap((values) => (values.length === 1 ? values : []))
    .find((value) => typeof value === "string");
  const words = wordsOf(code ?? "");
  return words.length === 0 ? undefined : pascalCase(words.join(" "));
}

// A property may be declared in several parts, and consist of several.
function partsAt(
  parts: readonly JsonSchema[],
  name: string,
  schemas: NamedSchemas,
): readonly JsonSchema[] {
  return parts
    .map((part) => member(part["properties"], name))
    .filter(isMembers)
    .flatMap((one) => partsOf(one, schemas));
}

function phraseOf(status: number | string): string {
  const phrase = statusPhrase(Number(status));
  return (
    RANGES.get(String(status)) ??
    (/^(?:Error|Unknown)$/.test(phrase) ? `Status${status}` : pascalCase(phrase))
  );
}

const RANGES = new Map([
  ["4XX", "ClientError"],
  ["5XX", "ServerError"],
  ["other", "OtherFailure"],
]);

/** A failure as an expression: `failure(404).body<Problem>()`. */
export function failureText(failed: ContractFailure, context: BodyContext): Doc {
  const { name, status, code, content, headers } = failed;
  const given = [
    ...(code === undefined ? [] : [quoted(name)]),
    typeof status === "number" ? String(status) : quoted(status),
    ...(code === undefined || code === name ? [] : [object([["code: ", dataText(code)]])]),
  ];
  const head = [`${context.uses.value("failure")}(`, ...given.flatMap(separated), ")"];
  const body = content.length === 0 ? [] : [bodyCall(content, context)];
  const more = headers === undefined ? [] : [[".headers(", parametersText(headers, context), ")"]];
  return chain(head, [...body, ...more]);
}

function separated(argument: Doc, index: number): readonly Doc[] {
  return index === 0 ? [argument] : [", ", argument];
}

function bodyCall(content: ContractFailure["content"], context: BodyContext): Doc {
  const { typed, argument } = bodyText(content, context);
  return typed === undefined ? [".body(", argument, ")"] : [".body<", typed, ">()"];
}
