// Plausible bodies of errors in the format of a root: made from its schema, with what is known of the error in members
// of usual names.
import type { ContractContent, ContractErrorPaths } from "bough/contract";
import type { Rejected, WrittenError } from "bough/types";
import type { Schema } from "../values/keywords.ts";
import type { SchemaValues } from "../values/schema-values.ts";
import { entityOf } from "./fitted.ts";
import { itemOf, membersOf } from "./members.ts";
import { seedOf } from "./seeds.ts";

/** An error that a root writes in its own format. */
export type Written = Rejected & Partial<Pick<WrittenError, "name" | "code" | "data" | "kind">>;

/** The format of a root. */
export interface ErrorFormat {
  readonly content: ContractContent | undefined;
  readonly paths: ContractErrorPaths;
}

/** The body of an error. */
export function errorBody(
  error: Written,
  { content, paths }: ErrorFormat,
  values: SchemaValues,
): unknown {
  const schema = content?.schema;
  const told = facts(error);
  const made = schema === undefined ? {} : values.one(schema, seedOf(error.type));
  const guessed = schema === undefined ? told : withFacts(made, schema, { error, told, values });
  const isFitting = schema === undefined || values.validator.fits(schema, guessed);
  const body = structuredClone(isFitting ? guessed : made);
  const code = error.code ?? told.code;
  if (paths.code !== undefined) {
    setAt(body, paths.code, code);
  }
  if (paths.data !== undefined) {
    setAt(body, paths.data, error.data);
  }
  return body;
}

interface Facts {
  readonly code: string | number;
  readonly message: string;
  readonly status: number;
}

function facts({ status, type, title, detail, code }: Written): Facts {
  return { code: code ?? type.slice(type.lastIndexOf(":") + 1), message: detail ?? title, status };
}

interface Telling {
  readonly error: Written;
  readonly told: Facts;
  readonly values: SchemaValues;
}

const CODE = /^(?:error|err)?[-_]?(?:code|type|name|key|kind)$/i;
const MESSAGE =
  /^(?:error|err)?[-_]?(?:message|messages|msg|detail|details|description|reason|title|summary|error|errors)$/i;
const STATUS = /^(?:http)?[-_]?(?:status|code)(?:[-_]?code)?$/i;

/** A value with what is known of the error. */
function withFacts(value: unknown, schema: Schema, telling: Telling, name = "message"): unknown {
  const { error, told, values } = telling;
  const { reader, validator } = values;
  const fitting = (...candidates: readonly unknown[]): unknown =>
    candidates.find((one) => one !== undefined && validator.fits(schema, one)) ?? value;
  if (Array.isArray(value)) {
    const item = itemOf(schema, reader) ?? true;
    const [first] = value.length > 0 ? value : [undefined];
    const issues = error.errors.map((issue) => {
      const at = issue.name ?? issue.pointer ?? issue.in;
      const inner = { code: told.code, message: issue.message, status: told.status };
      const one =
        typeof first === "string"
          ? issue.message
          : withFacts(first, item, { ...telling, told: inner });
      const place = Object.keys(entityOf(one)).filter((key) =>
        /^(?:field|name|path|pointer|param|parameter|property|source|loc|location)$/i.test(key),
      );
      return typeof one === "object"
        ? { ...one, ...Object.fromEntries(place.map((key) => [key, at])) }
        : one;
    });
    return fitting(issues.length > 0 ? issues : undefined, [told.message], []);
  }
  const members = membersOf(schema, reader);
  if (typeof value === "object" && value !== null) {
    if (members === undefined) {
      return fitting(...records(error, told));
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const member = members.get(key);
        return [key, member === undefined ? inner : withFacts(inner, member, telling, key)];
      }),
    );
  }
  return fitting(
    ...(STATUS.test(name) ? [told.status] : []),
    ...(CODE.test(name) ? [told.code] : []),
    ...(MESSAGE.test(name) ? [told.message] : []),
  );
}

// Messages by the field that they are about.
function records({ errors }: Written, { code, message }: Facts): unknown[] {
  const byField = new Map<string, string[]>();
  for (const issue of errors) {
    const field = issue.name ?? issue.pointer?.split("/").at(-1) ?? issue.in;
    byField.set(field, [...(byField.get(field) ?? []), issue.message]);
  }
  const lists = byField.size > 0 ? [...byField] : [[String(code), [message]] as const];
  return [
    Object.fromEntries(lists),
    Object.fromEntries(lists.map(([field, texts]) => [field, texts.join(", ")])),
    {},
  ];
}

// The paths of an error format are names and indexes with dots between them.
function setAt(body: unknown, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  let at: unknown = body;
  for (const name of names) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whatever is missing on the path is made below
    const parent = at as Record<string, unknown>;
    if (typeof parent[name] !== "object" || parent[name] === null) {
      parent[name] = {};
    }
    at = parent[name];
  }
  const parent: Record<string, unknown> = Object(at);
  if (value === undefined) {
    delete parent[last];
  } else {
    parent[last] = value;
  }
}
