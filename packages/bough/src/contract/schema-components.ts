// Collects the JSON Schemas of a contract. Definitions inside a schema move to the components, under a name that
// says the same schema everywhere.
import { isRecord, ownOf } from "../shared/internal/record.ts";
import type { JsonSchema } from "../shared/schema/extracted-schemas.ts";
import type { AnySchema } from "../shared/schema/standard-schema.ts";
import { encoderOf } from "../shared/schema/two-way.ts";
import { changedSchema, referencesIn } from "./schema-walk.ts";

/** The side of a schema: what it reads, or what it gives. */
export type Side = "input" | "output";

const PREFIX = "#/components/schemas/";

/** The named schemas of a contract. */
export class SchemaComponents {
  readonly #schemas = new Map<string, JsonSchema>();
  /** Extracted components without internal members. They are shown if a shown schema refers to them. */
  readonly #extracted = new Map<string, JsonSchema>();
  readonly #shown = new Set<string>();
  /** The source of each component with all that it refers to; an equal source has the same name. */
  readonly #sources = new Map<string, string>();
  readonly #converted = new Map<AnySchema, Map<Side, JsonSchema>>();

  constructor(extracted: Readonly<Record<string, JsonSchema>> = {}) {
    for (const [name, schema] of Object.entries(extracted)) {
      this.#extracted.set(name, withoutInternalMembers(schema));
      this.#sources.set(name, sourceOf(PREFIX, name, extracted));
    }
  }

  get schemas(): Readonly<Record<string, JsonSchema>> {
    const extracted = [...this.#extracted].filter(([name]) => this.#shown.has(name));
    return Object.fromEntries([...extracted, ...this.#schemas]);
  }

  /** An extracted schema without its internal members. The contract gets the components that it refers to. */
  show(schema: JsonSchema): JsonSchema {
    const shown = withoutInternalMembers(schema);
    this.#showReferences(shown);
    return shown;
  }

  #showReferences(schema: JsonSchema): void {
    for (const reference of referencesIn(schema)) {
      const name = unescaped(reference.slice(PREFIX.length).split("/")[0] ?? "");
      const component = this.#extracted.get(name);
      if (component !== undefined && !this.#shown.has(name)) {
        this.#shown.add(name);
        this.#showReferences(component);
      }
    }
  }

  /**
   * Converts a schema. `undefined` if its library has no JSON Schema; throws what the library throws.
   * `label` names definitions that have no name.
   */
  convert(schema: AnySchema, sent: Side, label: () => string): JsonSchema | undefined {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the member is checked before it is called
    const { jsonSchema } = (schema as JsonSchemaSource)["~standard"];
    if (typeof jsonSchema?.input !== "function") {
      return undefined;
    }
    // The message has the side that a two-way schema reads.
    const side = encoderOf(schema) === undefined ? sent : "input";
    const known = this.#converted.get(schema)?.get(side);
    if (known !== undefined) {
      return known;
    }
    const made = this.#hoisted(jsonSchema[side]({ target: "draft-2020-12" }), label);
    this.#converted.set(
      schema,
      (this.#converted.get(schema) ?? new Map<Side, JsonSchema>()).set(side, made),
    );
    return made;
  }

  #hoisted(source: JsonSchema, label: () => string): JsonSchema {
    const { $schema: _, $defs = {}, ...root } = source;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the definitions of a JSON Schema are schemas
    const defs = new Map(Object.entries($defs as Readonly<Record<string, JsonSchema>>));
    const names = new Map<string, string>();
    const inside = (reference: string): boolean =>
      reference === "#" || (reference.startsWith("#/") && !reference.startsWith("#/$defs/"));
    const recursive = [root, ...defs.values()].some((one) => referencesIn(one).some(inside));
    if (recursive) {
      defs.set("", root);
    }
    const all = Object.fromEntries(defs);
    for (const name of defs.keys()) {
      names.set(name, this.#nameFor(name, label, sourceOf("#/$defs/", name, all)));
    }
    const moved = (schema: JsonSchema): JsonSchema =>
      changedSchema(schema, (part) =>
        typeof part["$ref"] === "string" ? { ...part, $ref: movedTo(part["$ref"], names) } : part,
      );
    for (const [name, schema] of defs) {
      this.#schemas.set(names.get(name) ?? name, moved(schema));
    }
    return recursive ? { $ref: PREFIX + (names.get("") ?? "") } : moved(root);
  }

  #nameFor(defined: string, label: () => string, source: string): string {
    // Libraries number definitions without a name: `__schema0`, `intersection224`.
    const generated = defined === "" || /^_*[a-z]+\d+$/.test(defined);
    const wanted = generated ? label() : defined.replace(/[^\w.-]/g, "_");
    let name = wanted;
    for (let count = 2; (this.#sources.get(name) ?? source) !== source; count += 1) {
      name = `${wanted}${count}`;
    }
    this.#sources.set(name, source);
    return name;
  }
}

function movedTo(reference: string, names: ReadonlyMap<string, string>): string {
  const [, defined, rest = ""] = /^#\/\$defs\/([^/]+)(.*)$/.exec(reference) ?? [];
  const name = defined === undefined ? undefined : names.get(unescaped(defined));
  if (name !== undefined) {
    return PREFIX + name + rest;
  }
  return reference === "#" || reference.startsWith("#/")
    ? PREFIX + (names.get("") ?? "") + reference.slice(1)
    : reference;
}

// RFC 6901 3, in a URI fragment.
function unescaped(token: string): string {
  return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
}

// A definition and all that it refers to, as text.
function sourceOf(
  prefix: string,
  name: string,
  defs: Readonly<Record<string, JsonSchema>>,
): string {
  const seen = new Map<string, JsonSchema>();
  const visit = (at: string): void => {
    const schema = ownOf(defs, at);
    if (schema !== undefined && !seen.has(at)) {
      seen.set(at, schema);
      for (const reference of referencesIn(schema)) {
        if (reference.startsWith(prefix)) {
          visit(unescaped(reference.slice(prefix.length).split("/")[0] ?? ""));
        } else if (reference.startsWith("#")) {
          visit("");
        }
      }
    }
  };
  visit(name);
  return JSON.stringify([...seen]);
}

/** A Standard Schema that may have a JSON Schema: https://standardschema.dev/json-schema. */
interface JsonSchemaSource {
  readonly "~standard": {
    readonly jsonSchema?: Readonly<
      Record<Side, (options: { readonly target: "draft-2020-12" }) => JsonSchema>
    >;
  };
}

// Copies a schema without the members whose JSDoc has `@internal`, at any depth. Servers validate them; contracts and
// documents leave them out.
function withoutInternalMembers(schema: JsonSchema): JsonSchema {
  return changedSchema(schema, (part) => {
    const { properties, required, ...rest } = part;
    if (!isRecord(properties)) {
      return part;
    }
    const shown = Object.entries(properties).filter(([, member]) => !isInternal(member));
    if (shown.length === Object.keys(properties).length) {
      return part;
    }
    const names = new Set(shown.map(([name]) => name));
    const needed = Array.isArray(required) ? required.filter((name) => names.has(name)) : [];
    return {
      ...rest,
      properties: Object.fromEntries(shown),
      ...(needed.length === 0 ? {} : { required: needed }),
    };
  });
}

function isInternal(member: unknown): boolean {
  return isRecord(member) && member["x-internal"] === true;
}
