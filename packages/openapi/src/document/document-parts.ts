// The version, the named schemas and the warnings of a document while it is made.
import type { JsonSchema } from "bough/types";

/** The versions of OpenAPI that Bough writes. */
export type OpenApiVersion = "3.0" | "3.1" | "3.2";

const PREFIX = "#/components/schemas/";

/** The shared parts of an unfinished document. */
export class DocumentParts {
  /** A document of 3.0 is made of one of 3.1. */
  readonly version: "3.1" | "3.2";
  readonly warnings: string[] = [];
  readonly #schemas: Map<string, JsonSchema>;
  readonly #operationIds = new Set<string>();

  constructor(version: OpenApiVersion, schemas: Readonly<Record<string, JsonSchema>>) {
    this.version = version === "3.0" ? "3.1" : version;
    this.#schemas = new Map(Object.entries(schemas));
  }

  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas);
  }

  warn(where: string, message: string): void {
    const warning = `${where}: ${message}`;
    if (!this.warnings.includes(warning)) {
      this.warnings.push(warning);
    }
  }

  /** The schema itself, or the component that it refers to. */
  resolved(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    const named = typeof $ref === "string" ? this.#schemas.get($ref.slice(PREFIX.length)) : schema;
    return named ?? schema;
  }

  /** Refers to a schema by name. Another schema of that name gets a number. */
  component(wanted: string, schema: JsonSchema): JsonSchema {
    const text = JSON.stringify(schema);
    let name = wanted;
    for (let count = 2; JSON.stringify(this.#schemas.get(name) ?? schema) !== text; count += 1) {
      name = `${wanted}${count}`;
    }
    this.#schemas.set(name, schema);
    return { $ref: PREFIX + name };
  }

  /** An operation's id that no other operation has. */
  operationId(wanted: string): string {
    let id = wanted;
    for (let count = 2; this.#operationIds.has(id); count += 1) {
      id = `${wanted}_${count}`;
    }
    this.#operationIds.add(id);
    return id;
  }
}
