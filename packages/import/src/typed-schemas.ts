// Schemas as types with JSDoc tags say them. What they cannot say is left out and reported; where no comment can
// stand, a type gets a name.
import type { Contract, ContractContent, ContractEndpoint } from "bough/contract";
import { elementsOf, entriesOf, isMembers, step, stepsOf, textOf } from "./json.ts";
import { bounds, tagOf, tagsOf } from "./print/tags.ts";
import type { Place, Report } from "./report.ts";
import type { JsonSchema } from "./schemas.ts";
import { pascalCase, singular } from "./words.ts";

/** Where a schema stands: below a comment of its own, where the name of a type is read, or where neither is. */
type Position = "comment" | "name" | "none";

interface Site {
  readonly position: Position;
  readonly place: Place;
  /** The name that a type would like here. */
  readonly wish: string;
}

/** A contract whose schemas are as types say them. `placeOf` tells where a schema is in the document. */
export function withTypedSchemas(
  contract: Contract,
  facts: {
    readonly report: Report;
    readonly placeOf: (schema: JsonSchema) => Place | undefined;
  },
): Contract {
  return new TypedSchemas(contract, facts).contract();
}

const UNSAID = [
  "not",
  "minProperties",
  "maxProperties",
  "contentMediaType",
  "contentEncoding",
  "contentSchema",
  "contains",
];

const ALTERNATIVES = ["anyOf", "oneOf"];

class TypedSchemas {
  readonly #contract: Contract;
  readonly #given: ReadonlyMap<string, JsonSchema>;
  readonly #report: Report;
  readonly #placeOf: (schema: JsonSchema) => Place | undefined;
  readonly #made = new Map<string, JsonSchema>();
  /** The names of new types, by what they say. */
  readonly #names = new Map<string, string>();
  #rejections: readonly ContractContent[] | undefined;

  constructor(
    contract: Contract,
    {
      report,
      placeOf,
    }: {
      readonly report: Report;
      readonly placeOf: (schema: JsonSchema) => Place | undefined;
    },
  ) {
    this.#contract = contract;
    this.#given = new Map(Object.entries(contract.components.schemas));
    this.#report = report;
    this.#placeOf = placeOf;
  }

  contract(): Contract {
    const { endpoints, components } = this.#contract;
    for (const [name, schema] of this.#given) {
      const place = { pointer: `/components/schemas${step(name)}` };
      this.#made.set(name, this.#say(schema, { position: "comment", place, wish: name }));
    }
    const made = endpoints.map((one) => this.#endpoint(one));
    return {
      ...this.#contract,
      endpoints: made,
      components: { ...components, schemas: Object.fromEntries(this.#made) },
    };
  }

  #endpoint(endpoint: ContractEndpoint): ContractEndpoint {
    const { method, template, request, responses, failures, rejections } = endpoint;
    const place = { operation: `${method} ${template}`, pointer: `/paths${step(template)}` };
    const site: Site = { position: "none", place, wish: endpoint.name.join(" ") };
    return {
      ...endpoint,
      ...(request && { request: this.#body(request, site) }),
      ...(responses && { responses: responses.map((one) => this.#body(one, site)) }),
      ...(failures && { failures: failures.map((one) => this.#body(one, site)) }),
      ...(rejections && { rejections: this.#rejectionsOf(rejections, site) }),
    };
  }

  // All endpoints have the same.
  #rejectionsOf(rejections: readonly ContractContent[], site: Site): readonly ContractContent[] {
    this.#rejections ??= rejections.map((one) => this.#content(one, { ...site, wish: "error" }));
    return this.#rejections;
  }

  #body<Body extends { readonly content: readonly ContractContent[] }>(
    body: Body,
    site: Site,
  ): Body {
    return { ...body, content: body.content.map((one) => this.#content(one, site)) };
  }

  #content(content: ContractContent, site: Site): ContractContent {
    const { schema, item, parts } = content;
    return {
      ...content,
      ...(schema && { schema: this.#say(schema, site) }),
      ...(item && { item: this.#say(item, site) }),
      ...(parts && {
        parts: parts.map((part) => ("content" in part ? this.#body(part, site) : part)),
      }),
    };
  }

  #say(schema: JsonSchema, { position, ...site }: Site): JsonSchema {
    const place = { ...site.place, ...this.#placeOf(schema) };
    const at = { ...site, place };
    const inside = this.#inside(schema, { ...at, position });
    const own = this.#ownKeywords(inside, place);
    const tags = tagsOf(own);
    if (position === "comment" || tags.length === 0) {
      return this.#reference(own, { ...at, position });
    }
    return position === "name" && this.#keepsName(own)
      ? this.#named(own, at.wish)
      : this.#without(own, tags, place);
  }

  /** A schema whose parts are as types say them. */
  #inside(schema: JsonSchema, { position, place, wish }: Site): JsonSchema {
    const named = position === "none" ? "none" : "name";
    const inner = (value: unknown, at: Position, own = wish): unknown =>
      isMembers(value) ? this.#say(value, { position: at, place, wish: own }) : value;
    const made = new Map(Object.entries(schema));
    const change = (keyword: string, changed: (value: unknown) => unknown): void => {
      const value = made.get(keyword);
      if (value !== undefined) {
        made.set(keyword, changed(value));
      }
    };
    change("properties", (value) =>
      Object.fromEntries(
        entriesOf(value).map(([name, one]) => [name, inner(one, "comment", name)]),
      ),
    );
    change("items", (value) => inner(value, named, singular(wish)));
    change("additionalProperties", (value) => inner(value, "name", singular(wish)));
    change("prefixItems", (value) => elementsOf(value).map((one) => inner(one, named)));
    // Parts of an object have comments at their members only; one part alone is the type itself.
    change("allOf", (value) =>
      elementsOf(value).map((one, _, all) => inner(one, all.length === 1 ? named : "none")),
    );
    for (const keyword of ALTERNATIVES) {
      change(keyword, (value) =>
        this.#alternatives(elementsOf(value), { position: named, place, wish }),
      );
    }
    return Object.fromEntries(made);
  }

  /** Alternatives of one primitive type are one type, without what tells them apart. */
  #alternatives(alternatives: readonly unknown[], site: Site): readonly unknown[] {
    const schemas = alternatives.filter(isMembers);
    const tags = schemas.map((one) => tagsOf(this.#target(one)));
    const bases = tags.flat().length === 0 ? [] : schemas.map((one) => this.#basesOf(one));
    return schemas.map((one, index) => {
      const shared = [...(bases[index] ?? [])].filter((base) =>
        bases.some((other, at) => at !== index && other.has(base)),
      );
      const lost = tags[index] ?? [];
      return shared.length === 0 || lost.length === 0
        ? this.#say(one, site)
        : this.#say(this.#plain(one, { lost, shared, place: site.place }), site);
    });
  }

  // A text among other texts says no more than that it is a text.
  #plain(
    schema: JsonSchema,
    {
      lost,
      shared,
      place,
    }: {
      readonly lost: readonly string[];
      readonly shared: readonly string[];
      readonly place: Place;
    },
  ): JsonSchema {
    this.#report.changed(
      { ...place, ...this.#placeOf(schema) },
      "approximated",
      `${quotedList(lost)} is left out: another alternative is a ${shared.join(" or a ")} too, and their types are one`,
    );
    const { type } = this.#target(schema);
    return { type: type === "integer" ? "number" : type };
  }

  /** The primitive types that TypeScript sees, followed through references; none for listed values. */
  #basesOf(schema: JsonSchema): ReadonlySet<string> {
    const own = [...this.#reached(schema, ALTERNATIVES)]
      .filter((one) => one["enum"] === undefined && one["const"] === undefined)
      .flatMap(({ type }) => [type].flat())
      .map((type) => (type === "integer" ? "number" : String(type)))
      .filter((type) => type === "string" || type === "number");
    return new Set(own);
  }

  /** A schema and those that references and keywords lead to, each once: alternatives may refer to themselves. */
  #reached(schema: JsonSchema, keywords: readonly string[]): ReadonlySet<JsonSchema> {
    const reached = new Set([schema]);
    // It goes on with those that are added meanwhile.
    for (const one of reached) {
      const target = this.#given.get(nameOf(one) ?? "");
      const parts = keywords.flatMap((keyword) => elementsOf(one[keyword]));
      for (const next of [target, ...parts].filter(isMembers)) {
        reached.add(next);
      }
    }
    return reached;
  }

  #target(schema: JsonSchema, depth = 0): JsonSchema {
    const name = nameOf(schema);
    const target = name === undefined ? undefined : this.#given.get(name);
    return target === undefined || depth > 9 ? schema : this.#target(target, depth + 1);
  }

  /** Without keywords that no type and no tag says. */
  #ownKeywords(schema: JsonSchema, place: Place): JsonSchema {
    const types = Object.keys(schema).some(isTag) ? this.#typesOf(schema) : new Set<string>();
    const kept: [string, unknown][] = [];
    const lost: string[] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      const isNever = keyword === "not" && isMembers(value) && Object.keys(value).length === 0;
      const isLost =
        (UNSAID.includes(keyword) && !isNever) ||
        (isTag(keyword) && tagOf(keyword, value).length === 0);
      // A keyword of other types says nothing.
      const isFitting = !isTag(keyword) || types.size === 0 || bounds(keyword, types);
      if (isLost && isFitting && saysSomething(keyword, value, schema)) {
        lost.push(`${keyword} ${shown(value)}`);
      } else if (!isLost && isFitting) {
        kept.push([keyword, value]);
      }
    }
    if (lost.length > 0) {
      this.#report.changed(
        place,
        "approximated",
        `${lost.join(", ")} is left out: a type cannot say it`,
      );
    }
    return Object.fromEntries(kept);
  }

  /** The types of the values, followed through references. */
  #typesOf(schema: JsonSchema): ReadonlySet<string> {
    const reached = [...this.#reached(schema, [...ALTERNATIVES, "allOf"])];
    return new Set(
      reached.flatMap(({ type, items }) => {
        const own = [type].flat().filter((one) => typeof one === "string");
        return own.length === 0 && items !== undefined ? ["array"] : own;
      }),
    );
  }

  /** A reference to a type whose name TypeScript forgets where no name is read. */
  #reference(schema: JsonSchema, { position, place }: Site): JsonSchema {
    const name = position === "none" ? nameOf(schema) : undefined;
    const target = name === undefined ? undefined : this.#given.get(name);
    if (target === undefined || !this.#isForgotten(target)) {
      return schema;
    }
    const tags = tagsOf(this.#target(target));
    if (tags.length > 0) {
      this.#report.changed(
        place,
        "approximated",
        `${quotedList(tags)} of ${name} is left out: a body as a whole carries no tag`,
      );
    }
    return schema;
  }

  #isForgotten(schema: JsonSchema): boolean {
    const { type } = this.#target(schema);
    return typeof type === "string" && type !== "object" && type !== "null";
  }

  /** Whether the name of a type is read where it is used. */
  #keepsName(schema: JsonSchema): boolean {
    return schema["allOf"] === undefined && nameOf(schema) === undefined;
  }

  #named(schema: JsonSchema, wish: string): JsonSchema {
    const { description: _, title: __, ...said } = schema;
    const key = JSON.stringify(said);
    const known = this.#names.get(key);
    const name = known ?? this.#freeName(said, wish);
    this.#names.set(key, name);
    this.#made.set(name, said);
    return { $ref: `#/components/schemas${step(name)}` };
  }

  #freeName(schema: JsonSchema, wish: string): string {
    const base = pascalCase(plainName(schema) ?? wish) || "Item";
    let name = base;
    for (let count = 2; this.#given.has(name) || this.#made.has(name); count++) {
      name = `${base}${count}`;
    }
    return name;
  }

  #without(schema: JsonSchema, tags: readonly string[], place: Place): JsonSchema {
    this.#report.changed(
      place,
      "approximated",
      `${quotedList(tags)} is left out: no comment can stand here`,
    );
    return Object.fromEntries(
      Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
        if (isTag(keyword)) {
          return [];
        }
        return keyword === "type" ? [[keyword, withoutInteger(value)]] : [[keyword, value]];
      }),
    );
  }
}

function withoutInteger(type: unknown): unknown {
  const types = [type].flat().map((one) => (one === "integer" ? "number" : one));
  return types.length === 1 ? types[0] : types;
}

function isTag(keyword: string): boolean {
  return !bounds(keyword, new Set());
}

function nameOf(schema: JsonSchema): string | undefined {
  return stepsOf(textOf(schema["$ref"]) ?? "").at(-1);
}

// Keywords that bound no value: those of other types, and those beside listed values.
function saysSomething(keyword: string, value: unknown, schema: JsonSchema): boolean {
  const isListed = schema["enum"] !== undefined || schema["const"] !== undefined;
  return !isListed && value !== false && !(keyword.startsWith("min") && value === 0);
}

// A type that only has a format, or is only whole, is called after it.
function plainName(schema: JsonSchema): string | undefined {
  const { type, format, ...rest } = schema;
  if (Object.keys(rest).length > 0 || typeof type !== "string") {
    return undefined;
  }
  const text = textOf(format);
  const isOfTime = text === "date" || text === "date-time" || text === "time";
  return isOfTime ? `${text} text` : (text ?? type);
}

function quotedList(tags: readonly string[]): string {
  return tags.join(", ");
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
