// Documents with hostile text in every place, for tests: the text tries to leave strings, comments and names.
import fc from "fast-check";

// Marks that end a string, a comment, a pattern or a line, the beginnings of code, and names of other things.
const CHARACTERS = Array.from(
  "\"'`\\/*()[]{}<>;:,.=!?#%&@$|^~+- \n\r\t\0\u0007\u001B\u007F\u0085\u009B\u2028\u2029\u202E\uFEFF\u200DaZ_09éß²½①Ⅷ𠮷\u088F\u0301",
);
const WORDS =
  `*/ /* // <!-- --> ?<x> (?<x>.) )/u; \${HIT()} \`+HIT()+\` ');HIT()// ";HIT();" */HIT();/* \\u0022
@ts-ignore @ts-expect-error @ts-nocheck @internal @deprecated @minimum 5 {@link HIT} =HIT() =>HIT() ,HIT(), }),HIT(),({
]HIT[ <script> import('HIT') require(HIT) new.HIT __proto__ constructor prototype toString then path api type text issue
parameter get default class await yield let eval arguments async undefined NaN Infinity 1e999 0x1 -1 1n Error Promise
Request Event File Symbol Root string integer list record object body json failure user pets %2F %0A %u0022 /../
#/components/schemas/x application/json`.split(/\s+/);
const HALVES = ["\uD800", "\uDC00", "\u001B[31m"];

const text = fc
  .oneof(
    {
      weight: 8,
      arbitrary: fc.array(fc.constantFrom(...CHARACTERS, ...WORDS, ...HALVES), {
        minLength: 1,
        maxLength: 5,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.array(fc.string({ unit: "binary", maxLength: 8 }), { maxLength: 1 }),
    },
  )
  .map((parts) => parts.join(""));

/** The JSON of a document whose names, texts and values are hostile. */
export const hostileDocument: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(text, { minLength: 90, maxLength: 90 }),
    fc.array(fc.nat(1_000), { minLength: 60, maxLength: 60 }),
  )
  .map(([texts, choices]) => {
    const made = new HostileDocument(texts, choices).document();
    // JSON writes infinity as `null`.
    return JSON.stringify(made, (_, value: unknown) =>
      value === Infinity ? "an infinite number" : value,
    ).replaceAll('"an infinite number"', "1e999");
  });

type Json = Readonly<Record<string, unknown>>;

// Takes texts and choices one after the other, so that each place of a document has its own.
class HostileDocument {
  readonly #texts: readonly string[];
  readonly #choices: readonly number[];
  readonly #names: readonly string[];
  #taken = 0;
  #chosen = 0;

  constructor(texts: readonly string[], choices: readonly number[]) {
    this.#texts = texts;
    this.#choices = choices;
    this.#names = [this.#text(), this.#text(), this.#text()];
  }

  document(): object {
    const { name } = this;
    return {
      openapi: this.#one("3.0.3", "3.1.0", "3.2.0"),
      info: { title: this.#text(), version: this.#text(), description: this.#text() },
      servers: [{ url: this.#text() }],
      tags: [{ name: this.#text(), description: this.#text() }],
      [`x-${this.#text()}`]: this.#text(),
      paths: this.#paths(),
      components: {
        schemas: Object.fromEntries(this.#names.map((one) => [one, this.#schema()])),
        responses: { [name]: { description: this.#text(), content: this.#content() } },
        securitySchemes: { [name]: this.#scheme() },
      },
    };
  }

  /** The name of a response and a security scheme. */
  get name(): string {
    return this.#names[0] ?? "";
  }

  #text(): string {
    return this.#texts[this.#taken++ % this.#texts.length] ?? "";
  }

  #one<Choice>(...choices: readonly [Choice, ...Choice[]]): Choice {
    const number = this.#choices[this.#chosen++ % this.#choices.length] ?? 0;
    return choices[number % choices.length] ?? choices[0];
  }

  // Only the chosen function is called.
  #part<Part>(...parts: readonly [() => Part, ...(() => Part)[]]): Part {
    return this.#one(...parts)();
  }

  #value(): unknown {
    const texts = [[this.#text()], { [this.#text()]: this.#text() }];
    return this.#one<unknown>(this.#text(), Infinity, -0.5, null, true, 5, ...texts);
  }

  #paths(): Json {
    const id = (): string => this.#text().replaceAll(/[{}/]/g, "");
    // In a path, text is as it is, or percent-encoded.
    const between = (): string => {
      const own = this.#text();
      return this.#one(
        encoded(own),
        own.replaceAll(/[/{}?#]/g, (character) => encoded(character)),
        "x",
      );
    };
    const [first, second] = [id(), id()];
    const get = this.#operation([first, second]);
    return {
      [`/p/{${first}}${between()}{${second}}`]: { summary: this.#text(), get },
      ...this.#part<Json>(
        () => ({ [`/${between()}`]: { get: this.#operation([]), put: this.#operation([]) } }),
        () => ({
          [`/${between()}/${between()}{${first}}${between()}`]: { post: this.#operation([first]) },
        }),
        () => ({
          [`/q/{${first}}:${this.#text()}`]: {
            [this.#one("post", "query", this.#text())]: this.#operation([first]),
          },
        }),
      ),
    };
  }

  #operation(ids: readonly string[]): Json {
    const requestBody = { description: this.#text(), required: true, content: this.#content() };
    return {
      operationId: this.#text(),
      summary: this.#text(),
      description: this.#text(),
      deprecated: this.#one(true, false),
      tags: [this.#text(), this.#text()],
      externalDocs: { url: this.#text(), description: this.#text() },
      security: [{ [this.name]: [this.#text()] }, this.#one({}, { [this.#text()]: [] })],
      servers: [{ url: this.#text(), description: this.#text() }],
      callbacks: { [this.#text()]: {} },
      parameters: [
        ...ids.map((id) => this.#parameter("path", id)),
        ...["query", "header", "cookie"].map((place) => this.#parameter(place, this.#text())),
      ],
      ...this.#one<Json>({}, { requestBody }),
      responses: {
        [this.#one("200", "201", "2XX", this.#text())]: {
          ...this.#response(),
          links: { [this.#text()]: { operationId: this.#text() } },
        },
        [this.#one("404", "default", this.#text())]: this.#part<Json>(
          () => this.#response(),
          () => ({ $ref: `#/components/responses/${encoded(this.name)}` }),
        ),
      },
    };
  }

  #parameter(place: string, name: string): Json {
    return {
      in: place,
      name,
      required: this.#one(true, false),
      description: this.#text(),
      style: this.#one("form", "deepObject", this.#text()),
      ...this.#part<Json>(
        () => ({ schema: this.#schema() }),
        () => ({ content: { "application/json": { schema: this.#schema() } } }),
      ),
    };
  }

  #response(): Json {
    return {
      description: this.#text(),
      headers: {
        [this.#one("x-own", this.#text())]: { description: this.#text(), schema: this.#schema(1) },
      },
      content: this.#content(),
    };
  }

  #content(): Json {
    const mediaType = this.#one(
      "application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "text/plain",
      "application/xml",
      `application/${this.#text()}`,
      this.#text(),
    );
    return {
      [mediaType]: {
        schema: this.#schema(),
        examples: { [this.#text()]: { summary: this.#text(), value: this.#value() } },
        encoding: { [this.#text()]: { contentType: this.#text() } },
      },
    };
  }

  #schema(depth = 0): Json {
    const prose = {
      title: this.#text(),
      description: this.#text(),
      "x-own": { [this.#text()]: this.#text() },
      default: this.#value(),
    };
    const inner = (): Json => this.#schema(depth + 1);
    const deeper = [
      () => ({ type: "array", items: inner() }),
      () => ({ anyOf: [inner(), inner()] }),
      () => ({ allOf: [this.#objectSchema(depth), this.#objectSchema(depth)] }),
      () => this.#objectSchema(depth),
    ];
    return {
      ...prose,
      ...this.#part<Json>(
        () => ({ type: "string", format: this.#text(), pattern: this.#text() }),
        () => ({ type: "integer", minimum: Infinity }),
        () => ({ type: "number", enum: [this.#value(), 1, this.#value()] }),
        () => ({ enum: [this.#text(), this.#value(), this.#text()] }),
        () => ({ const: this.#value() }),
        () => ({ $ref: `#/components/schemas/${pointed(this.#one(this.name, ...this.#names))}` }),
        () => ({ type: this.#text() }),
        ...(depth > 1 ? [] : deeper),
      ),
    };
  }

  #objectSchema(depth: number): Json {
    return {
      type: "object",
      properties: {
        [this.#text()]: this.#schema(depth + 1),
        [this.#text()]: this.#schema(depth + 1),
      },
      required: [this.#text()],
      additionalProperties: this.#schema(depth + 1),
    };
  }

  #scheme(): Json {
    const url = `https://x.test/${this.#text()}`;
    const scopes = { [this.#text()]: this.#text() };
    return this.#one<Json>(
      { type: "http", scheme: this.#one("bearer", this.#text()), bearerFormat: this.#text() },
      { type: "apiKey", in: this.#one("header", "query"), name: this.#one("k", this.#text()) },
      { type: "openIdConnect", openIdConnectUrl: url },
      { type: "oauth2", flows: { clientCredentials: { tokenUrl: url, scopes } } },
    );
  }
}

function pointed(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

// Unlike `encodeURIComponent`, it encodes halves of characters and every ASCII character.
function encoded(plain: string): string {
  const bytes = new TextEncoder().encode(plain);
  return [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}
