// A parameter of Bough for a schema: of an id, a query parameter or a header. A schema decodes only, and a parameter
// works in both directions, so each kind has its own translation.
import ts from "typescript";
import type { Project } from "../moving/project.ts";
import { plain, type Placed } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import { chainOf, schemaType, type Link } from "./zod-chain.ts";

export interface Translating {
  readonly project: Project;
  /** The file that gets the text. */
  readonly work: Work;
  /** The schema as that file names it, for checks that a parameter has no option for. */
  readonly schema: string;
  readonly report: (why: string) => void;
}

const TRANSFORMED =
  "a parameter can't have a `transform`: check that this one accepts the same strings";
const INDEXED =
  "ts-rest's clients write an array in a query as `name[0]=…`: clients that repeat the name get a 400 now";

type Make = (links: readonly Link[], given: Translating) => string | undefined;

const STRING_CHECKS =
  /^(?:email|url|cuid2?|ulid|nanoid|datetime|ip|ipv4|ipv6|regex|startsWith|endsWith|includes|refine|superRefine|brand|base64|jwt|emoji|httpUrl|hostname|check|date|time|duration|guid)$/;

/** The text of a parameter, with what a person must look at reported. */
export function parameterText(schema: Placed, given: Translating): string {
  const links = chainOf(schema, given.project);
  const text = links && linkedText(links, given);
  return text ?? textOfType(schema.work.checker.getTypeAtLocation(schema.node), schema, given);
}

function linkedText(links: readonly Link[], given: Translating): string | undefined {
  const [first, second] = links;
  const base = first?.name === "coerce" || first?.name === "iso" ? second : first;
  const make = base && BASES.get(base.name);
  const text = make?.(links, given);
  return text && text + suffixes(links, given);
}

function need({ work }: Translating, name: string): string {
  return work.need(name, "bough");
}

const stringly: Make = (links, given) => {
  if (
    links.some(({ name }) =>
      /^(?:transform|pipe|trim|toLowerCase|toUpperCase|preprocess)$/.test(name),
    )
  ) {
    const changed = links.some(({ name }) => /^(?:transform|pipe)$/.test(name));
    given.report(TRANSFORMED);
    return changed ? undefined : `${need(given, "string")}()`;
  }
  if (links.some(({ name }) => name === "uuid" || name === "guid")) {
    return `${need(given, "uuid")}()`;
  }
  const bounds = boundsOf(links, given);
  const base = `${need(given, "string")}(${bounds})`;
  return links.some(({ name }) => STRING_CHECKS.test(name))
    ? `${base}.check(${given.schema})`
    : base;
};

const numeric: Make = (links, given) => {
  const isInteger = links.some(({ name }) => name === "int");
  const base = need(given, isInteger ? "integer" : "number");
  const isOdd = links.some(({ name }) =>
    /^(?:refine|superRefine|multipleOf|step|transform|gt|lt)$/.test(name),
  );
  if (links.some(({ name }) => name === "transform")) {
    given.report(TRANSFORMED);
    return undefined;
  }
  const bounds = boundsOf(links, given);
  return `${base}(${bounds})${isOdd ? `.check(${given.schema})` : ""}`;
};

function boundsOf(links: readonly Link[], given: Translating): string {
  const bounds = new Map<string, string>();
  for (const {
    name,
    arguments: [value],
    work,
  } of links) {
    const text = value && constantText({ node: value, work }, given);
    if (text !== undefined && /^(?:min|gte|max|lte)$/.test(name)) {
      bounds.set(/^(?:min|gte)$/.test(name) ? "min" : "max", text);
    } else if (text !== undefined && name === "length") {
      bounds.set("min", text).set("max", text);
    } else if (/^(?:positive|nonnegative|nonempty)$/.test(name)) {
      bounds.set("min", name === "nonnegative" ? "0" : "1");
    }
  }
  const entries = [...bounds].map(([name, text]) => `${name}: ${text}`);
  return entries.length > 0 ? `{ ${entries.join(", ")} }` : "";
}

/** A value as the file can write it. */
function constantText(
  { node, work }: Placed,
  { work: target, report }: Translating,
): string | undefined {
  if (
    work === target ||
    ts.isLiteralExpression(node) ||
    /^(?:true|false|null|-\d+)$/.test(node.getText(work.code))
  ) {
    return node.getText(work.code);
  }
  const type = work.checker.getTypeAtLocation(node);
  if (type.isLiteral()) {
    return JSON.stringify(type.value);
  }
  report(`the value \`${node.getText(work.code)}\` is in another file: write it here`);
  return undefined;
}

const listed: Make = (links, given) => {
  const [array] = links.filter(({ name }) => name === "array");
  const [item] = array?.arguments ?? [];
  given.report(INDEXED);
  const inner =
    item && array
      ? parameterText({ node: item, work: array.work }, given)
      : linkedText(
          links.slice(
            0,
            links.findIndex(({ name }) => name === "array"),
          ),
          given,
        );
  return inner && `${need(given, "list")}(${inner}, { style: "indexed" })`;
};

const objectly: Make = (links, given) => {
  const [shape] = links[0]?.arguments ?? [];
  if (
    links.length > 1 &&
    links.some(({ name }) => /^(?:transform|merge|extend|pick|omit|partial)$/.test(name))
  ) {
    return undefined;
  }
  if (!shape || !ts.isObjectLiteralExpression(shape) || !links[0]) {
    return undefined;
  }
  const { work } = links[0];
  const members = shape.properties.flatMap((one) =>
    ts.isPropertyAssignment(one)
      ? [
          `${one.name.getText(work.code)}: ${parameterText({ node: one.initializer, work }, { ...given, schema: one.initializer.getText(work.code) })}`,
        ]
      : [],
  );
  return `${need(given, "object")}({ ${members.join(", ")} })`;
};

const truth: Make = ([first], given) => {
  if (first?.name === "coerce") {
    given.report(
      "`z.coerce.boolean()` is true for every string that isn't empty: `boolean()` accepts only `true` and `false`",
    );
  }
  return `${need(given, "boolean")}()`;
};

const BASES = new Map<string, Make>([
  ["string", stringly],
  ["email", stringly],
  ["url", stringly],
  ["uuid", stringly],
  ["datetime", stringly],
  [
    "date",
    (links, given) =>
      links[0]?.name === "iso" ? `${need(given, "date")}()` : `${need(given, "dateTime")}()`,
  ],
  ["number", numeric],
  ["int", numeric],
  ["bigint", (_, given) => `${need(given, "bigint")}()`],
  ["boolean", truth],
  ["array", listed],
  ["object", objectly],
]);

function suffixes(links: readonly Link[], given: Translating): string {
  const has = (pattern: RegExp): boolean => links.some(({ name }) => pattern.test(name));
  const fallback = links.find(({ name }) => /^(?:default|prefault)$/.test(name));
  const [value] = fallback?.arguments ?? [];
  const text = value && fallback && constantText({ node: value, work: fallback.work }, given);
  if (text !== undefined && !text.startsWith("undefined")) {
    return `.default(${text})`;
  }
  return has(/^(?:optional|nullish|default|catch)$/) && !has(/^array$/) ? ".optional()" : "";
}

/** By the type alone: for a type without a schema, and a schema that is made by a function. */
function textOfType(schema: ts.Type, { node, work }: Placed, given: Translating): string {
  const type = schemaType(schema, "output", work) ?? schema;
  const fallback = /\.default\(([^()]*)\)/.exec(plain(node).getText(work.code))?.[1];
  const text = typeText(type, work, given);
  const bare = text.replace(/\.optional\(\)$/, "");
  return fallback === undefined ? text : `${bare}.default(${fallback})`;
}

export function typeText(given: ts.Type, work: Work, translating: Translating): string {
  const { checker } = work;
  const isOptional =
    given.isUnion() && given.types.some(({ flags }) => flags & ts.TypeFlags.Undefined);
  const type = checker.getNonNullableType(given);
  const after = isOptional ? ".optional()" : "";
  const parts = type.isUnion() ? type.types : [type];
  if (parts.every((one) => one.isStringLiteral() || one.isNumberLiteral())) {
    const values = parts.flatMap((one) => (one.isLiteral() ? [JSON.stringify(one.value)] : []));
    return `${need(translating, "oneOf")}(${values.join(", ")})${after}`;
  }
  if (type.flags & ts.TypeFlags.NumberLike) {
    return `${need(translating, "number")}()${after}`;
  }
  if (parts.every(({ flags }) => flags & ts.TypeFlags.BooleanLike)) {
    return `${need(translating, "boolean")}()${after}`;
  }
  if (type.flags & ts.TypeFlags.StringLike) {
    return `${need(translating, "string")}()${after}`;
  }
  if (checker.isArrayType(type)) {
    const item = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    translating.report(INDEXED);
    return `${need(translating, "list")}(${item ? typeText(item, work, translating) : need(translating, "string")}, { style: "indexed" })`;
  }
  if (type.symbol?.name === "Date") {
    return `${need(translating, "dateTime")}()${after}`;
  }
  translating.report(
    `no parameter has the type \`${checker.typeToString(type)}\`: declare it as it is in the URL`,
  );
  return `${need(translating, "string")}()${after}`;
}
