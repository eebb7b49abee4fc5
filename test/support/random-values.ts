// Random JSON values for a JSON Schema: most of them nearly fit it, so that both verdicts are frequent.
import type { Ajv2020 } from "ajv/dist/2020.js";

interface Schema {
  readonly [keyword: string]: unknown;
}

/** A source of values that is the same in every run. */
export class RandomValues {
  readonly #validator: Ajv2020;
  #state: number;

  constructor(validator: Ajv2020, seed: number) {
    this.#validator = validator;
    this.#state = seed + 1;
  }

  /** So many values, of which about half fit the schema. */
  of(schema: Schema, count: number): unknown[] {
    return Array.from({ length: count }, (_, index) => {
      const value = this.#fitting(schema, 0);
      return index % 2 === 0 ? value : this.#changed(value);
    });
  }

  /** A value that fits the schema, as far as its patterns can be guessed. */
  #fitting(schema: Schema, depth: number): unknown {
    if (typeof schema["$ref"] === "string")
      return this.#fitting(this.#resolved(schema["$ref"]), depth);
    const alternatives = schema["anyOf"] ?? schema["oneOf"];
    if (Array.isArray(alternatives)) {
      const options = alternatives as Schema[];
      // Deep down the first alternative without members ends the value.
      const flat =
        depth > 4
          ? options.filter((one) => one["type"] !== undefined && one["type"] !== "array")
          : options;
      return this.#fitting(this.#pick(flat.length > 0 ? flat : options), depth);
    }
    if ("const" in schema) return schema["const"];
    if (Array.isArray(schema["enum"])) return this.#pick(schema["enum"]);
    if (Array.isArray(schema["allOf"]))
      return this.#fitting(this.#pick(schema["allOf"] as Schema[]), depth);
    const { type } = schema;
    switch (Array.isArray(type) ? this.#pick(type) : type) {
      case "object":
        return this.#object(schema, depth);
      case "array":
        return this.#list(schema, depth);
      case "string":
        return typeof schema["pattern"] === "string"
          ? this.#matching(schema["pattern"])
          : this.#text();
      case "number":
        return this.#number();
      case "integer":
        return Math.trunc(this.#number());
      case "boolean":
        return this.#chance(0.5);
      case "null":
        return null;
      default:
        return this.#anything();
    }
  }

  #object(schema: Schema, depth: number): object {
    const required = new Set((schema["required"] as string[] | undefined) ?? []);
    const entries = Object.entries(
      (schema["properties"] as Record<string, Schema> | undefined) ?? {},
    )
      .filter(([name]) => required.has(name) || (depth < 6 && this.#chance(0.5)))
      .map(([name, one]) => [name, this.#fitting(one, depth + 1)]);
    const extra = schema["additionalProperties"] as Schema | undefined;
    const patterns = Object.entries(
      (schema["patternProperties"] as Record<string, Schema> | undefined) ?? {},
    );
    while (this.#chance(0.3)) {
      const [pattern, one] =
        patterns.length > 0 && this.#chance(0.6) ? this.#pick(patterns) : [undefined, extra];
      const key = pattern === undefined ? this.#pick(["k", "zz", "a", "2"]) : this.#key(pattern);
      if (!entries.some(([name]) => name === key)) {
        entries.push([key, one ? this.#fitting(one, depth + 1) : this.#anything()]);
      }
    }
    return Object.fromEntries(entries) as object;
  }

  #list(schema: Schema, depth: number): unknown[] {
    const fixed = (schema["prefixItems"] as Schema[] | undefined) ?? [];
    const least = (schema["minItems"] as number | undefined) ?? 0;
    const kept = fixed.filter((_, index) => index < least || this.#chance(0.5));
    const values = kept.map((one) => this.#fitting(one, depth + 1));
    const items = schema["items"] as Schema | undefined;
    if (!items || kept.length < fixed.length) return values;
    while (this.#chance(depth > 4 ? 0.1 : 0.5)) values.push(this.#fitting(items, depth + 1));
    return values;
  }

  /** The value with something else somewhere in it. */
  #changed(value: unknown): unknown {
    if (Array.isArray(value) && this.#chance(0.8)) {
      const list = [...(value as unknown[])];
      const index = this.#below(list.length + 1);
      if (index === list.length) return [...list, this.#anything()];
      if (this.#chance(0.3)) return list.filter((_, at) => at !== index);
      list[index] = this.#changed(list[index]);
      return list;
    }
    if (typeof value === "object" && value !== null && !Array.isArray(value) && this.#chance(0.9)) {
      const entries = Object.entries(value);
      const entry = entries[this.#below(entries.length + 1)];
      if (!entry)
        return { ...value, [this.#pick(["k", "a", "b", "n-1", "data-y", "7"])]: this.#anything() };
      const [name, one] = entry;
      if (this.#chance(0.3)) return Object.fromEntries(entries.filter(([other]) => other !== name));
      return { ...value, [name]: this.#changed(one) };
    }
    if (typeof value === "string" && this.#chance(0.5))
      return this.#pick(["", `${value}x`, `x${value}`, value.slice(1), "1"]);
    return this.#anything();
  }

  #anything(): unknown {
    const scalars = [null, true, false, 0, 1, -2, 5, 1.5, "", "a", "x", "y", "admin", "id-1"];
    return this.#chance(0.8)
      ? this.#pick(scalars)
      : this.#pick([{}, [], [1], ["x"], { a: 1 }, { x: "y" }, { kind: "a" }]);
  }

  #text(): string {
    return this.#pick(["", "a", "x", "1", "long text", "m7", "a@b.x", "\u{1f600}"]);
  }

  #number(): number {
    return this.#pick([0, 1, 2, -1, 1.5, 1e21, 5]);
  }

  /** Texts that match the patterns of the fixtures, and others that nearly do. */
  #matching(pattern: string): string {
    const texts = [
      "id-1",
      "id-1.5",
      "id-1e3",
      "id-0x1f",
      "id--1",
      "id-.5",
      "id-5.",
      "id-+1",
      "id- 1 ",
      "id-",
      "id-1x",
      "a@b.x",
      "@.x",
      "a@b.x.x",
      "v1.2",
      "v2.-1",
      "v3.1",
      "a-b",
      "-",
      "a-b-c",
      "a1",
      "ab1",
      "x",
      "xy",
      "x\n",
      "12",
      "a-1",
    ];
    const matching = texts.filter((text) => new RegExp(pattern, "u").test(text));
    return this.#pick(matching.length > 0 && this.#chance(0.8) ? matching : texts);
  }

  #key(pattern: string): string {
    const keys = ["0", "7", "-1", "1.5", "data-", "data-x", "n-", "n-1"];
    const matching = keys.filter((key) => new RegExp(pattern, "u").test(key));
    return this.#pick(matching.length > 0 ? matching : keys);
  }

  #resolved(reference: string): Schema {
    const found = this.#validator.getSchema(reference.replace(/^#/, "file:#"))?.schema;
    return (found ?? {}) as Schema;
  }

  #pick<One>(list: readonly One[]): One {
    return list[this.#below(list.length)] as One;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  // mulberry32
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}
