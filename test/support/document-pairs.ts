// Pairs of OpenAPI documents, in the families that other tools test, and what their change does.

type Schema = Readonly<Record<string, unknown>>;
interface Operation extends Schema {
  readonly responses?: Schema;
}

const text = { type: "string" };
const ok = { 200: { description: "" } };
const json = (schema: Schema): Schema => ({ content: { "application/json": { schema } } });
export const document = (operation: Operation, more: object = {}): object => ({
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: { "/things": { post: { responses: ok, ...operation } } },
  ...more,
});
const sends = (schema: Schema): object =>
  document({ responses: { 200: { description: "", ...json(schema) } } });
const reads = (schema: Schema): object =>
  document({ requestBody: { required: true, ...json(schema) } });
const query = (parameter: object, more: object = {}): object =>
  document({ parameters: [{ name: "q", in: "query", schema: text, ...parameter }], ...more });
const object = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  required,
});
const header = (value: object): object =>
  document({
    responses: { 200: { description: "", headers: { "X-Rate": { schema: text, ...value } } } },
  });
const secured = (
  security: readonly object[],
  scheme: object = { type: "http", scheme: "bearer" },
): object =>
  document(
    { security },
    {
      components: {
        securitySchemes: { a: scheme, b: { type: "apiKey", in: "header", name: "X-Key" } },
      },
    },
  );
const tagged = (...tags: readonly string[]): Schema => ({
  oneOf: tags.map((tag) => object({ tag: { const: tag } }, ["tag"])),
});

/** A change between two documents, its effect for old clients and for old servers. */
type DocumentPair = readonly [
  name: string,
  before: object,
  after: object,
  clients: string,
  servers: string,
];

export const DOCUMENT_PAIRS: readonly DocumentPair[] = [
  ["an operation", document({}), { ...document({}), paths: {} }, "breaking", "safe"],
  [
    "an operation's id",
    document({ operationId: "a" }),
    document({ operationId: "b" }),
    "none",
    "none",
  ],
  ["prose", document({ summary: "a" }), document({ summary: "b" }), "none", "none"],
  ["an optional parameter", document({}), query({}), "safe", "risk"],
  ["a required parameter", document({}), query({ required: true }), "breaking", "risk"],
  ["a parameter that becomes required", query({}), query({ required: true }), "breaking", "safe"],
  [
    "a list's style",
    query({ schema: { type: "array", items: text } }),
    query({ schema: { type: "array", items: text }, style: "pipeDelimited", explode: false }),
    "breaking",
    "breaking",
  ],
  [
    "a string's style, which changes nothing",
    query({ style: "form", explode: true }),
    query({ style: "form", explode: false }),
    "none",
    "none",
  ],
  [
    "a bound of a parameter",
    query({ schema: { ...text, maxLength: 9 } }),
    query({ schema: { ...text, maxLength: 8 } }),
    "breaking",
    "safe",
  ],
  [
    "a constant of a parameter",
    query({ schema: { enum: ["a", "b"] } }),
    query({ schema: { enum: ["a"] } }),
    "breaking",
    "safe",
  ],
  ["a required body", document({ requestBody: json(text) }), reads(text), "breaking", "safe"],
  [
    "a body's media type",
    document({ requestBody: { required: true, content: { "text/plain": { schema: text } } } }),
    reads(text),
    "breaking",
    "breaking",
  ],
  [
    "a longer least length of a request",
    reads({ ...text, minLength: 1 }),
    reads({ ...text, minLength: 2 }),
    "breaking",
    "safe",
  ],
  [
    "a longer least length of a response",
    sends({ ...text, minLength: 1 }),
    sends({ ...text, minLength: 2 }),
    "safe",
    "breaking",
  ],
  [
    "a larger range of a response",
    sends({ type: "integer", maximum: 9 }),
    sends({ type: "integer", maximum: 10 }),
    "risk",
    "safe",
  ],
  [
    "a required property of a request",
    reads(object({ a: text }, ["a"])),
    reads(object({ a: text, b: text }, ["a", "b"])),
    "breaking",
    "safe",
  ],
  [
    "a required property of a response",
    sends(object({ a: text }, ["a"])),
    sends(object({ a: text })),
    "breaking",
    "safe",
  ],
  [
    "a property's type",
    sends(object({ a: text })),
    sends(object({ a: { type: "integer" } })),
    "breaking",
    "breaking",
  ],
  [
    "a property that only servers send",
    reads(object({ a: { ...text, readOnly: true } }, ["a"])),
    reads(object({ a: text }, ["a"])),
    "breaking",
    "safe",
  ],
  [
    "a property that only clients send",
    sends(object({ a: { ...text, writeOnly: true } }, ["a"])),
    sends(object({ a: text }, ["a"])),
    "safe",
    "breaking",
  ],
  ["an alternative of a request", reads(tagged("a", "b")), reads(tagged("a")), "breaking", "safe"],
  [
    "a tagged alternative of a response",
    sends(tagged("a", "b")),
    sends(tagged("a", "b", "c")),
    "risk",
    "safe",
  ],
  [
    "a pattern",
    reads({ ...text, pattern: "^a" }),
    reads({ ...text, pattern: "^b" }),
    "unknown",
    "unknown",
  ],
  [
    "a least count of properties",
    reads({ type: "object" }),
    reads({ type: "object", minProperties: 1 }),
    "breaking",
    "safe",
  ],
  [
    "a greatest count of properties",
    reads({ type: "object" }),
    reads({ type: "object", maxProperties: 1 }),
    "breaking",
    "safe",
  ],
  [
    "a success",
    document({ responses: { 200: { description: "" }, 202: { description: "" } } }),
    document({}),
    "safe",
    "risk",
  ],
  [
    "a failure",
    document({ responses: { 200: { description: "" }, 404: { description: "" } } }),
    document({}),
    "safe",
    "risk",
  ],
  ["a response header", header({ required: true }), document({}), "breaking", "safe"],
  ["a header that becomes optional", header({ required: true }), header({}), "breaking", "safe"],
  ["credentials", document({}), secured([{ a: [] }]), "breaking", "safe"],
  ["a second scheme", secured([{ a: [] }]), secured([{ a: [], b: [] }]), "breaking", "safe"],
  ["another way in", secured([{ a: [] }]), secured([{ a: [] }, { b: [] }]), "safe", "breaking"],
  ["one way in fewer", secured([{ a: [] }, { b: [] }]), secured([{ a: [] }]), "breaking", "safe"],
  [
    "the scheme of credentials",
    secured([{ a: [] }]),
    secured([{ a: [] }], { type: "http", scheme: "basic" }),
    "breaking",
    "breaking",
  ],
  [
    "the format of a token, which is a hint",
    secured([{ a: [] }], { type: "http", scheme: "bearer", bearerFormat: "JWT" }),
    secured([{ a: [] }]),
    "none",
    "none",
  ],
  [
    "the base path",
    document({}, { servers: [{ url: "https://a.test/v1" }] }),
    document({}, { servers: [{ url: "https://a.test/v2" }] }),
    "breaking",
    "breaking",
  ],
  [
    "the host, which clients are configured with",
    document({}, { servers: [{ url: "https://a.test/v1" }] }),
    document({}, { servers: [{ url: "https://b.test/v1" }] }),
    "none",
    "none",
  ],
];
