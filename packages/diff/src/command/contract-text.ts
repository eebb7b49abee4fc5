// The text of a contract file: what the API promises, in lines that a person can review. It is the same under
// reordered declarations, other names of variables and other prose.
import { isDeepStrictEqual } from "node:util";
import { changedSchema, type Contract } from "bough/contract";
import { isRecord } from "../record.ts";

export function contractText(contract: Contract): string {
  return `${linesOf(plainContract(contract), "")}\n`;
}

/** Whether a text has this contract. Its format does not matter. */
export function hasContract(text: string, contract: Contract): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), plainContract(contract));
  } catch {
    return false;
  }
}

/** Members that are prose for readers. */
const PROSE: ReadonlySet<string> = new Set([
  "description",
  "examples",
  "externalDocs",
  "resources",
  "summary",
  "tags",
]);
/** Members whose elements are a set, and what sorts them. */
const SETS: ReadonlyMap<string, readonly string[]> = new Map([
  ["endpoints", ["key"]],
  ["query", ["name"]],
  ["headers", ["name"]],
  ["cookies", ["name"]],
  ["members", ["name"]],
  ["responses", ["status"]],
  ["failures", ["status", "type", "code", "name"]],
  ["values", []],
]);
/** Members that are data of the project. */
const DATA: ReadonlySet<string> = new Set(["attributes", "limits", "meta"]);

function plainContract({ components, ...contract }: Contract): unknown {
  const { schemas, security } = components;
  const plain = {
    ...toMembers(within(contract, "")),
    components: {
      schemas: sortedNames(schemas, plainSchema),
      security: sortedNames(security, plainScheme),
    },
  };
  // As JSON has it, without members that are undefined.
  return JSON.parse(JSON.stringify(plain)) as unknown;
}

function within(value: unknown, at: string): unknown {
  if (Array.isArray(value)) {
    const elements = value.map((one) => within(one, at));
    const by = SETS.get(at);
    return by === undefined ? elements : sortedSet(elements, by);
  }
  return isRecord(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => !PROSE.has(name))
          .map(([name, one]) => [name, memberOf(name, one)]),
      )
    : value;
}

function memberOf(name: string, value: unknown): unknown {
  if (DATA.has(name)) {
    return sortedMembers(value);
  }
  if (name === "schema" || name === "item" || name === "checks") {
    return plainSchema(value);
  }
  if (name === "security" && Array.isArray(value)) {
    return value.map((one) =>
      sortedNames(one, (scopes) => (Array.isArray(scopes) ? sortedSet(scopes, []) : scopes)),
    );
  }
  // The names of events are names of the project.
  return name === "events" ? sortedNames(value, (one) => within(one, "")) : within(value, name);
}

const ANNOTATIONS: ReadonlySet<string> = new Set(["$comment", "description", "examples", "title"]);

/** A JSON Schema without prose, its keywords and properties sorted. */
function plainSchema(schema: unknown): unknown {
  if (!isRecord(schema)) {
    return Array.isArray(schema) ? schema.map(plainSchema) : schema;
  }
  return changedSchema(schema, (part) =>
    Object.fromEntries(
      Object.entries(part)
        .filter(([name]) => !ANNOTATIONS.has(name))
        .toSorted(byName)
        .map(([name, value]) => {
          const isSet = (name === "enum" || name === "required") && Array.isArray(value);
          return [name, isSet ? sortedSet(value, []) : sortedMembers(value)];
        }),
    ),
  );
}

// The format of a token and the texts of scopes are hints for readers.
function plainScheme(scheme: unknown): unknown {
  const { description: _, bearerFormat: __, flows, ...rest } = toMembers(scheme);
  const plain = sortedNames(flows, (flow) =>
    isRecord(flow) ? { ...flow, scopes: sortedNames(flow["scopes"], () => "") } : flow,
  );
  return flows === undefined ? rest : { ...rest, flows: plain };
}

function toMembers(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function sortedNames(value: unknown, change: (one: unknown) => unknown): unknown {
  return isRecord(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(byName)
          .map(([name, one]) => [name, change(one)]),
      )
    : value;
}

function sortedMembers(value: unknown): unknown {
  return Array.isArray(value) ? value.map(sortedMembers) : sortedNames(value, sortedMembers);
}

function sortedSet(elements: readonly unknown[], by: readonly string[]): readonly unknown[] {
  const keyOf = (one: unknown): string =>
    JSON.stringify(by.length === 0 ? one : by.map((name) => toMembers(one)[name] ?? null));
  return elements.toSorted((one, other) => compare(keyOf(one), keyOf(other)));
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return compare(one, other);
}

// By code unit, whatever the language of the machine is.
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const WIDTH = 100;

/** JSON in which a value that fits on a line is on one, beside its name and a comma. */
function linesOf(value: unknown, indent: string, beside = 0): string {
  const flat = flatText(value);
  // Each endpoint has lines of its own.
  const fits = indent.length >= 4 && indent.length + beside + flat.length <= WIDTH;
  if (fits || typeof value !== "object" || value === null) {
    return flat;
  }
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const parts = entries.map(([name, one], index) => {
    const label = isList ? "" : `${JSON.stringify(name)}: `;
    const comma = index < entries.length - 1 ? "," : "";
    return `${inner}${label}${linesOf(one, inner, label.length + comma.length)}${comma}\n`;
  });
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return parts.length === 0 ? open + close : `${open}\n${parts.join("")}${indent}${close}`;
}

function flatText(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(flatText).join(", ")}]`;
  }
  if (isRecord(value)) {
    const members = Object.entries(value).map(
      ([name, one]) => `${JSON.stringify(name)}: ${flatText(one)}`,
    );
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return JSON.stringify(value);
}
