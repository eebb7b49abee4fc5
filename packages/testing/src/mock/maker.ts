// Makes what a handler returns: from examples, from JSON, or from a schema and a seed.
import type { ContractContent } from "bough/contract";
import type { JsonSchema } from "bough/types";
import { bodyValues } from "../values/body-values.ts";
import type { Schema } from "../values/keywords.ts";
import type { Components } from "../values/schema-reader.ts";
import { NotGenerated } from "../values/not-generated.ts";
import type { Misfit } from "../values/validator.ts";
import { schemaValues, type SchemaValues } from "../values/schema-values.ts";
import { MockError } from "./mock-error.ts";

/** A body or a schema as an endpoint or a failure declares it. */
export type Declared = object | undefined;

/** Makes values for people to read. */
export class Maker {
  readonly #components: Components;
  #values: Promise<SchemaValues> | undefined;
  #loaded: SchemaValues | undefined;
  readonly #judged = new WeakMap<JsonSchema, Map<unknown, boolean>>();

  constructor(components: Components) {
    this.#components = components;
  }

  /** Loads what makes values, at the first value. */
  async load(): Promise<SchemaValues> {
    this.#values ??= schemaValues({ components: this.#components, style: "plain" });
    this.#loaded = await this.#values;
    return this.#loaded;
  }

  /** The values that `load` has loaded, for error formats, which are written at once. */
  get loaded(): SchemaValues {
    if (this.#loaded === undefined) {
      throw new TypeError("the values of error formats were not loaded");
    }
    return this.#loaded;
  }

  /** Whether JSON can be a body. Each value is judged once, and `onMisfit` is called once. */
  async fits(
    { schema, opaque }: ContractContent,
    json: unknown,
    onMisfit: (misfit: Misfit) => void,
  ): Promise<boolean> {
    if (schema === undefined || opaque === true) {
      return true;
    }
    const { validator } = await this.load();
    const judged = this.#judged.get(schema) ?? new Map<unknown, boolean>();
    this.#judged.set(schema, judged);
    let isFit = judged.get(json);
    if (isFit === undefined) {
      const misfit = validator.misfitOf(schema, json);
      isFit = misfit === undefined;
      judged.set(json, isFit);
      if (misfit !== undefined) {
        onMisfit(misfit);
      }
    }
    return isFit;
  }

  /** JSON that fits a schema. `where` names it in errors. */
  async json(schema: Schema, seed: number, where: string): Promise<unknown> {
    const values = await this.load();
    return orExplain(where, () => values.one(schema, seed));
  }

  /** The value of a body, as a handler returns it. */
  async given(
    content: ContractContent,
    declared: Declared,
    { seed, where }: { readonly seed: number; readonly where: string },
  ): Promise<unknown> {
    const values = await this.load();
    const { kind, schema, opaque, mediaType } = content;
    if (kind === "bytes" || kind === "stream") {
      const text = String(values.one({ type: "string" }, seed));
      return mediaType.includes("*") ? new Blob([text]) : new TextEncoder().encode(text);
    }
    if (schema === undefined && (kind === "negotiated" || kind === "codec")) {
      const own = opaque === true ? inputOf(declared) : undefined;
      if (own === undefined) {
        throw noSchema(where, opaque === true);
      }
      // Its output is not JSON, so what it reads is also what a handler returns.
      const inside = await schemaValues({ components: own.components, style: "plain" });
      return orExplain(where, () => inside.one(own.schema, seed));
    }
    const isSequence = kind === "events" || kind === "json-lines";
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const made = orExplain(where, () => sampleOf(content, values, seed + attempt));
      const value = isSequence
        ? await decodedItems(declared, made)
        : await decodedBy(declared, made);
      if (value !== undefined) {
        return value.value;
      }
    }
    throw new MockError(
      "no-value",
      `${where}: its schema refused ${ATTEMPTS} values that fit its JSON Schema: use mock.reply or mock.on`,
    );
  }
}

/** How many values a schema with rules that JSON Schema cannot write may refuse. */
const ATTEMPTS = 20;

function sampleOf(content: ContractContent, values: SchemaValues, seed: number): unknown {
  const { schema } = content;
  // The values of a schema are kept, and those of other bodies are not.
  return schema === undefined
    ? values.fc.sample(bodyValues(content, values), { seed, numRuns: 1 })[0]
    : values.one(schema, seed);
}

function orExplain(where: string, make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof NotGenerated)) {
      throw error;
    }
    const isOpaque = error.message.includes("no JSON Schema");
    throw isOpaque || error.message.includes("type without a schema")
      ? noSchema(where, isOpaque)
      : new MockError("no-value", `${where}: ${error.message}: use mock.reply or mock.on`);
  }
}

function noSchema(where: string, isOpaque: boolean): MockError {
  const text = isOpaque
    ? "has a schema that cannot be written as JSON Schema, so no value can be made: use mock.reply or mock.on"
    : "is a type without a schema, so no value can be made: run bough schemas src/api.ts and call createMock(api, { schemas }), or use mock.reply";
  return new MockError("no-schema", `${where} ${text}`);
}

interface Standard {
  readonly "~standard": {
    readonly validate: (value: unknown) => unknown;
    readonly jsonSchema?: { readonly input: (options: object) => JsonSchema };
  };
}

/** The Standard Schema of a declared body; `undefined` for a type. */
function standardOf(declared: Declared): Standard | undefined {
  const format: unknown = Object(declared)["~format"];
  const schema: unknown = format === undefined ? declared : Object(format)["schema"];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the member says that it is one
  return "~standard" in Object(schema) ? (schema as Standard) : undefined;
}

/** What a schema that changes types reads, with the definitions inside it. */
function inputOf(
  declared: Declared,
): { readonly schema: Schema; readonly components: Components } | undefined {
  try {
    const given = standardOf(declared)?.["~standard"].jsonSchema?.input({
      target: "draft-2020-12",
    });
    if (given === undefined) {
      return undefined;
    }
    const text = JSON.stringify(given).replaceAll('"#/$defs/', '"#/components/schemas/');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the copy of a JSON Schema is one
    const { $defs = {}, ...schema } = JSON.parse(text) as JsonSchema;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the definitions of a JSON Schema are schemas
    return { schema, components: $defs as Components };
  } catch {
    return undefined;
  }
}

/** The value in code of a message: a two-way schema decodes it. */
export async function decoded(wire: unknown, declared: Declared): Promise<unknown> {
  const value = await decodedBy(declared, wire);
  return value === undefined ? wire : value.value;
}

/** The items of a sequence. Named events have a schema each. */
async function decodedItems(
  declared: Declared,
  made: unknown,
): Promise<{ readonly value: unknown } | undefined> {
  const items = Array.isArray(made) ? made : [];
  const each = await Promise.all(items.map((item) => decodedBy(declared, item)));
  const whole = each.flatMap((one) => (one === undefined ? [] : [one.value]));
  return whole.length < items.length ? undefined : { value: whole };
}

/** `undefined` if the schema refuses the message. */
async function decodedBy(
  declared: Declared,
  wire: unknown,
): Promise<{ readonly value: unknown } | undefined> {
  const schema = standardOf(declared);
  if (schema === undefined) {
    return { value: wire };
  }
  const result: unknown = await schema["~standard"].validate(wire);
  const { issues, value }: { readonly issues?: unknown; readonly value?: unknown } = Object(result);
  return issues === undefined ? { value } : undefined;
}
