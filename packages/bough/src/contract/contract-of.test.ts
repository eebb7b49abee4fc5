import { Ajv2020 } from "ajv/dist/2020.js";
import { createServer, type ExtractedSchemas } from "bough/server";
import {
  body,
  dynamicResource,
  events,
  failure,
  get,
  integer,
  json,
  jsonLines,
  list,
  object,
  oneOf,
  parameter,
  post,
  rootResource,
  staticResource,
  string,
  type,
  DeclarationError,
} from "bough";
import { either, errorFormat, jsonText, record, form } from "bough/existing";
import {
  changedSchema,
  contractOf,
  contractSchema,
  rejectionsOf,
  type Contract,
  type ContractSource,
} from "bough/contract";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { api, api2, api3, Group, Groups, Members } from "../../../../test/every-feature-api.ts";
import { everyFeatureServer } from "../../../../test/support/every-feature-server.ts";
import { endpointsOf } from "../declare/walk.ts";
import type { AnySchema } from "../shared/schema/standard-schema.ts";

const isContract = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(contractSchema);
const trees = { v1: api, v2: api2, v3: api3, Groups, Group, Members };

describe("contractOf", () => {
  test.each([
    ["the API with every feature", contractOf(trees)],
    ["its server", contractOf(everyFeatureServer().server)],
    ["a server without routes", contractOf(createServer())],
  ])("gives JSON that fits contractSchema: %s", (_name, contract) => {
    isContract(contract);
    expect(isContract.errors).toBeNull();
    expect(JSON.parse(JSON.stringify(contract))).toEqual(contract);
  });

  test("has every endpoint once, in the order of declaration", () => {
    const declared = endpointsOf(...Object.values(trees));
    expect(
      contractOf(trees).endpoints.map(({ method, template }) => `${method} ${template}`),
    ).toEqual(declared.map(({ method, template }) => `${method} ${template}`));
  });

  test("knows every type of parameter: only code is opaque", () => {
    const unknown: string[] = [];
    JSON.stringify(contractOf(trees), (_name, part: unknown) => {
      const { type, schema, opaque } = Object(part) as {
        type?: string;
        schema?: object;
        opaque?: true;
      };
      const empty = schema !== undefined && Object.keys(schema).length === 0;
      if (typeof type === "string" && empty && type !== "jsonText") {
        unknown.push(type);
      }
      if (
        opaque &&
        type !== undefined &&
        type !== "parameter" &&
        type !== "codec" &&
        type !== "jsonText"
      ) {
        unknown.push(type);
      }
      return part;
    });
    expect(unknown).toEqual([]);
  });

  test("names endpoints by their properties, after the name of a root among several", () => {
    const users = staticResource("people", { user: dynamicResource("id", { find: get() }) });
    const one = rootResource("v1", { users });
    const labels = (source: ContractSource): string[] =>
      contractOf(source).endpoints.map(({ name }) => name.join("."));
    expect(labels(one)).toEqual(["users.user.find"]);
    expect(labels({ first: one })).toEqual(["first.users.user.find"]);
    expect(labels(one.users)).toEqual(["users.user.find"]);
    const server = createServer();
    server.route(one.users.user.find, () => undefined);
    expect(labels(server)).toEqual(["users.user.find"]);
    server.route(rootResource("v2", { all: get() }).all, () => undefined);
    expect(labels(server)).toEqual(["v1.users.user.find", "v2.all"]);
  });

  test.each([
    [undefined, "received undefined"],
    [{}, "received an object (Object)"],
    [{ v1: get() }, 'received an object (Object) as "v1"'],
    ["api", 'received "api"'],
  ])("refuses what is no tree: %s", (source, received) => {
    expect(() => contractOf(source as never)).toThrow(
      new TypeError(
        `contractOf: expected a server, a root or an object of resources { v1, v2 }, ${received}`,
      ),
    );
  });

  test("refuses a faulty tree", () => {
    const faulty = rootResource("v1", { a: get("x"), b: get("x") });
    expect(() => contractOf(faulty)).toThrow(DeclarationError);
  });

  test("describes what JSON cannot hold by its rules", () => {
    const made = rootResource("v1", {
      all: get()
        .parameters({
          open: integer({ min: 0, max: Infinity }),
          cased: string({ pattern: /^a/i }),
          plain: string({ pattern: /^a$/u }),
          own: parameter({ decode: String, encode: String }),
          checked: string().check(z.string().max(3)).default("ab"),
          narrowed: integer().check(z.custom<number>(() => true)),
        })
        .meta({
          kept: [1, { a: null }],
          dropped: () => undefined,
          date: new Date(0),
          none: undefined,
        }),
    });
    const [endpoint] = contractOf(made).endpoints;
    expect(endpoint?.meta).toEqual({ kept: [1, { a: null }] });
    expect(endpoint?.query).toEqual([
      {
        name: "open",
        required: true,
        type: "integer",
        min: 0,
        schema: { type: "integer", minimum: 0 },
      },
      { name: "cased", required: true, type: "string", opaque: true, schema: { type: "string" } },
      {
        name: "plain",
        required: true,
        type: "string",
        pattern: "^a$",
        schema: { type: "string", pattern: "^a$" },
      },
      { name: "own", required: true, type: "parameter", opaque: true, schema: { type: "string" } },
      {
        name: "checked",
        required: false,
        type: "string",
        checks: [{ type: "string", maxLength: 3 }],
        default: "ab",
        schema: { type: "string", allOf: [{ type: "string", maxLength: 3 }] },
      },
      {
        name: "narrowed",
        required: true,
        type: "integer",
        checks: [{ opaque: true }],
        schema: { type: "integer" },
      },
    ]);
  });

  test("describes the types inside parameter types", () => {
    const made = rootResource("v1", {
      all: get().parameters({
        range: object({
          gte: integer(),
          tags: list(string(), { style: "brackets", max: 2 }),
        }).default({ gte: 1, tags: ["a"] }),
        sort: list(string(), { min: 1 }).default(["a", "b"]),
        items: list(object({ size: integer() })).default([{ size: 1 }]),
        created: object({ lt: integer().optional() }),
        metadata: record(string({ max: 5 })),
        limit: either(integer(), oneOf("all", 0)).optional(),
        filter: jsonText(z.object({ size: z.number() })),
        color: parameter({
          decode: String,
          encode: String,
          schema: { type: "string", minLength: 7 },
        }),
      }),
    });
    const contract = contractOf(made);
    isContract(contract);
    expect(isContract.errors).toBeNull();
    const tags = { type: "array", items: { type: "string" }, maxItems: 2 };
    expect(contract.endpoints[0]?.query).toMatchObject([
      {
        name: "range",
        required: false,
        type: "object",
        default: "range%5Bgte%5D=1&range%5Btags%5D%5B%5D=a",
        members: [
          { name: "gte", required: true, type: "integer" },
          { name: "tags", required: false, type: "list", style: "brackets", max: 2 },
        ],
        schema: {
          type: "object",
          properties: { gte: { type: "integer" }, tags },
          required: ["gte"],
        },
      },
      { name: "sort", required: false, default: ["a", "b"], min: 1 },
      { name: "items", required: false, default: "items%5B0%5D%5Bsize%5D=1" },
      { name: "created", required: false, schema: { properties: { lt: { type: "integer" } } } },
      {
        name: "metadata",
        required: false,
        type: "record",
        element: { type: "string", max: 5 },
        schema: { type: "object", additionalProperties: { type: "string", maxLength: 5 } },
      },
      {
        name: "limit",
        required: false,
        type: "either",
        alternatives: [{ type: "integer" }, { type: "oneOf", values: ["all", 0] }],
        schema: { anyOf: [{ type: "integer" }, { enum: ["all", 0] }] },
      },
      {
        name: "filter",
        required: true,
        type: "jsonText",
        schema: { type: "object", properties: { size: { type: "number" } } },
      },
      {
        name: "color",
        required: true,
        type: "parameter",
        schema: { type: "string", minLength: 7 },
      },
    ]);
    expect(contract.endpoints[0]?.query?.at(-1)).not.toHaveProperty("opaque");
  });

  test("has the meta of endpoints with that of the resources above", () => {
    const made = rootResource(
      "v1",
      { meta: { public: false, team: "a" } },
      { list: get(), health: get("health").meta({ public: true }) },
    );
    expect(contractOf({ v1: made }).endpoints.map(({ meta }) => meta)).toEqual([
      { public: false, team: "a" },
      { public: true, team: "a" },
    ]);
  });

  test("has documentation of resources and endpoints", () => {
    const made = rootResource(
      "v1",
      { describe: { summary: "All of it" } },
      { list: get().describe({ summary: "Lists", tags: ["a"] }) },
    );
    const contract = contractOf({ v1: made });
    expect(contract.resources).toEqual([{ name: ["v1"], template: "/v1", summary: "All of it" }]);
    expect(contract.endpoints[0]).toMatchObject({
      summary: "Lists",
      tags: ["a"],
    });
  });
});

describe("the contract of a server", () => {
  const Errors = z.object({ code: z.string() });
  const made = rootResource(
    "v1",
    { rejections: Errors },
    {
      create: post().request<{ a: string }>().response<{ b: number }>(),
      open: get().response<string>(),
    },
  );

  test("has its base path, codecs, limits, rejections, and the schemas of route", () => {
    const other = { ...json(), mediaType: "application/x-other" };
    const server = createServer({
      basePath: "/api",
      codecs: [json(), other],
      limits: { body: 10, idle: Infinity },
    });
    server.rejections(made, ({ type: code }) => ({ code }));
    server.route(made.create, () => ({ b: 1 }), {
      request: z.object({ a: z.string() }),
      response: z.object({ b: z.number() }),
      limits: { body: 20 },
    });
    const contract = contractOf(server);
    expect(contract.basePath).toBe("/api");
    expect(contract.limits).toMatchObject({ body: 10, depth: 64 });
    const [create, open] = contract.endpoints;
    expect(create?.limits).toEqual({ body: 20 });
    expect(create?.request?.content.map(({ mediaType }) => mediaType)).toEqual([
      "application/json",
      "application/x-other",
    ]);
    expect(create?.request?.content[0]?.schema).toMatchObject({
      properties: { a: { type: "string" } },
    });
    expect(create?.responses?.[0]?.content[0]?.schema).toMatchObject({ required: ["b"] });
    expect(create?.rejections?.[0]?.schema).toMatchObject({ required: ["code"] });
    expect(open?.limits).toBeUndefined();
  });

  test("is also that of one of its APIs", () => {
    const server = createServer({ basePath: "/api" });
    const [one, two] = ["one", "two"].map((name) => rootResource(name, { get: get() }));
    server.route(one!, { get: () => undefined });
    server.route(two!, { get: () => undefined });
    const contract = contractOf(one!, { server });
    expect(contract.endpoints.map(({ key }) => key)).toEqual(["GET /one"]);
    expect(contract).toMatchObject({ basePath: "/api", limits: { depth: 64 } });
    const other = rootResource("other", { get: get() });
    expect(contractOf(other, { server })).toEqual(contractOf(other));
  });
});

describe("the schemas of bodies", () => {
  const schemasOf = (contract: Contract, index = 0): unknown =>
    contract.endpoints[index]?.request?.content[0]?.schema;
  const root = (request: AnySchema): Contract =>
    contractOf(rootResource("v1", { create: post().request(type(request, { unchecked: true })) }));

  test("named definitions become components", () => {
    const Address = z.object({ city: z.string() }).meta({ id: "Address" });
    const contract = root(z.object({ home: Address, work: Address }));
    expect(contract.components.schemas).toMatchObject({ Address: { required: ["city"] } });
    expect(schemasOf(contract)).toMatchObject({
      properties: { home: { $ref: "#/components/schemas/Address" } },
    });
  });

  test("a schema that refers to itself becomes a component with the label of its endpoint", () => {
    const Node = z.object({
      get kids() {
        return z.array(Node);
      },
    });
    const contract = root(Node);
    expect(schemasOf(contract)).toEqual({ $ref: "#/components/schemas/CreateRequest" });
    expect(contract.components.schemas["CreateRequest"]).toMatchObject({
      properties: { kids: { items: { $ref: "#/components/schemas/CreateRequest" } } },
    });
  });

  test("two schemas with one name get two components, equal ones share one", () => {
    const named = (shape: z.ZodRawShape): z.ZodObject => z.object(shape).meta({ id: "Item" });
    const first = named({ a: z.string() });
    const contract = contractOf(
      rootResource("v1", {
        a: post("a").request(first),
        b: post("b").request(z.object({ inner: first })),
      }),
    );
    expect(Object.keys(contract.components.schemas)).toEqual(["Item"]);
    const Both = z.object({ at: z.string().default("") }).meta({ id: "Both" });
    const sides = contractOf(rootResource("v1", { a: post().request(Both).response(Both) }));
    expect(Object.keys(sides.components.schemas)).toEqual(["Both", "Both2"]);
  });

  test("text that looks like a reference stays as it is", () => {
    const contract = root(z.object({ kind: z.literal("#/$defs/Item") }));
    expect(schemasOf(contract)).toMatchObject({ properties: { kind: { const: "#/$defs/Item" } } });
  });

  test("what a library throws is a warning with its place, and the body is opaque", () => {
    const warnings: string[] = [];
    const made = rootResource("v1", { create: post("x").response(z.string().transform(Number)) });
    const contract = contractOf(made, { onWarning: (warning) => warnings.push(warning) });
    expect(warnings).toEqual([
      "POST /v1/x: response200: its schema has no JSON Schema: Transforms cannot be represented in JSON Schema",
    ]);
    expect(contract.endpoints[0]?.responses?.[0]?.content).toEqual([
      { kind: "negotiated", mediaType: "application/json", opaque: true },
    ]);
  });

  test("a two-way schema has its wire side in both directions", () => {
    const At = z.codec(z.iso.datetime(), z.date(), {
      decode: (text) => new Date(text),
      encode: (date) => date.toISOString(),
    });
    const contract = contractOf(rootResource("v1", { a: post().request(At).response(At) }));
    expect(contract.endpoints[0]?.request?.content[0]?.schema).toMatchObject({
      format: "date-time",
    });
    expect(contract.endpoints[0]?.responses?.[0]?.content[0]?.schema).toMatchObject({
      format: "date-time",
    });
  });

  test("a codec whose media type is not in its type has the extracted schema of any media type", () => {
    const csv = { mediaType: "text/csv", encode: String, decode: () => [] };
    const made = rootResource({ rows: post("rows").request(body<number[]>(csv)) });
    const schemas: ExtractedSchemas = {
      format: 1,
      digest: "",
      components: {},
      endpoints: { "POST /rows": { request: { "*/*": { schema: { type: "array" } } } } },
    };
    expect(schemasOf(contractOf(made, { schemas }))).toEqual({ type: "array" });
  });

  test("the data of a failure have their extracted schema in an error format too", () => {
    const Overlap = failure("overlap", 409).body<{ with: string }>();
    const children = { find: get().failure(Overlap) };
    const data = { type: "object", properties: { with: { type: "string" } } };
    const schemas: ExtractedSchemas = {
      format: 1,
      digest: "",
      components: {},
      endpoints: {
        "GET /v1": { failures: { overlap: { "application/problem+json": { schema: data } } } },
      },
    };
    const errors = errorFormat(type<{ code: string; data?: unknown }>(), {
      code: "code",
      data: "data",
    });
    for (const root of [rootResource("v1", { errors }, children), rootResource("v1", children)]) {
      const [endpoint] = contractOf(root, { schemas }).endpoints;
      expect(endpoint?.failures?.[0]?.content[0]?.schema).toEqual(data);
    }
  });

  test("extracted schemas and JSDoc fill what a declaration does not say", () => {
    const schemas: ExtractedSchemas = {
      format: 1,
      digest: "",
      components: { User: { type: "object" } },
      endpoints: {
        "POST /v1/{}": {
          summary: "Creates",
          description: "from the type",
          request: { "application/json": { schema: { $ref: "#/components/schemas/User" } } },
          responses: {
            "200": { "application/jsonl": { item: { type: "integer" } } },
            "201": { "text/event-stream": { item: { type: "boolean" } } },
          },
        },
      },
    };
    const made = rootResource("v1", {
      user: dynamicResource("user", {
        create: post()
          .request<object>()
          .response(jsonLines<number>())
          .response(events<boolean>(), { status: 201 })
          .describe({ description: "of the declaration" }),
        form: post("form")
          .request(form({ a: string() }))
          .response(type<string>()),
      }),
    });
    const contract = contractOf(made, { schemas });
    const [create, other] = contract.endpoints;
    expect(contract.components.schemas).toEqual({ User: { type: "object" } });
    expect(create).toMatchObject({ summary: "Creates", description: "of the declaration" });
    expect(schemasOf(contract)).toEqual({ $ref: "#/components/schemas/User" });
    expect(create?.responses?.map(({ content }) => content[0]?.item)).toEqual([
      { type: "integer" },
      { type: "boolean" },
    ]);
    expect(other?.responses?.[0]?.content[0]?.schema).toBeUndefined();
    expect(other?.request?.content[0]?.parts).toMatchObject([{ name: "a", type: "string" }]);
  });

  test("internal members of extracted schemas are left out, and the components of those members only", () => {
    const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
    const User = {
      type: "object",
      properties: {
        name: { type: "string" },
        audit: { ...ref("Audit"), "x-internal": true },
        team: ref("Team"),
      },
      required: ["name", "audit"],
    };
    const Team = {
      type: "object",
      properties: { lead: ref("User"), cost: { type: "number", "x-internal": true } },
      required: ["cost"],
    };
    const inline = { type: "object", properties: { key: { type: "string", "x-internal": true } } };
    const schemas: ExtractedSchemas = {
      format: 1,
      digest: "",
      components: { Audit: { type: "object" }, Team, User, Unused: {} },
      endpoints: {
        "POST /v1": {
          request: { "application/json": { schema: inline } },
          responses: { "200": { "application/jsonl": { item: ref("User") } } },
        },
      },
    };
    const made = rootResource("v1", {
      create: post().request<object>().response(jsonLines<object>()),
    });
    const contract = contractOf(made, { schemas });
    expect(contract.components.schemas).toEqual({
      Team: { type: "object", properties: { lead: ref("User") } },
      User: {
        type: "object",
        properties: { name: { type: "string" }, team: ref("Team") },
        required: ["name"],
      },
    });
    expect(schemasOf(contract)).toEqual({ type: "object", properties: {} });
  });

  test("has the schemas of createServer({ schemas })", () => {
    const typed = rootResource("typed", { list: get().response<string[]>() });
    const schema = { type: "array", items: { type: "string" } };
    const schemas = {
      format: 1,
      digest: "",
      components: {},
      endpoints: {
        "GET /typed": { responses: { "200": { "application/json": { schema } } } },
      },
    } as const;
    const server = createServer({ schemas });
    server.route(typed.list, () => ["a"]);
    const [list] = contractOf(server).endpoints;
    expect(list?.responses?.[0]?.content[0]?.schema).toEqual(schema);
  });
});

describe("a part of what a server serves", () => {
  const User = z.object({ name: z.string() });
  const v1 = rootResource("v1", { me: get("me").response<z.infer<typeof User>>() });
  const v2 = rootResource("v2", { me: get("me").response<z.infer<typeof User>>() });
  const server = createServer({ basePath: "/base" });
  server.route(v1.me, () => ({ name: "Ada" }), { response: User });

  test("has the base path and the schemas of the server, and the names of its trees", () => {
    const contract = contractOf({ first: v1 }, { server });
    expect(contract).toMatchObject({ basePath: "/base", endpoints: [{ name: ["first", "me"] }] });
    expect(JSON.stringify(contract.endpoints)).toContain('"required":["name"]');
  });

  test("has only the option schemas of the server while nothing of it is routed", () => {
    expect(contractOf(v2, { server })).not.toHaveProperty("basePath");
    const schema = { type: "string" };
    const schemas = {
      format: 1,
      digest: "",
      components: {},
      endpoints: { "GET /v2/me": { responses: { "200": { "application/json": { schema } } } } },
    } as const;
    const [me] = contractOf(v2, { server: createServer({ schemas }) }).endpoints;
    expect(me?.responses?.[0]?.content[0]?.schema).toEqual(schema);
  });

  test("needs a server", () => {
    expect(() => contractOf(v1, { server: {} as never })).toThrow(
      "contractOf: expected server to be a server, received an object (Object)",
    );
  });
});

test("rejectionsOf lists what a server may send by itself", () => {
  const [find] = contractOf(rootResource("v1", { find: get("find") })).endpoints;
  expect(find && rejectionsOf(find)[0]).toEqual({
    status: 414,
    type: "urn:bough:uri-too-long",
    title: "URI Too Long",
  });
});

test("changedSchema changes each schema, and no data", () => {
  const closed = changedSchema(
    { type: "object", properties: { a: { type: "object" } }, default: { type: "object" } },
    (one) => (one["type"] === "object" ? { ...one, additionalProperties: false } : one),
  );
  expect(closed).toEqual({
    type: "object",
    properties: { a: { type: "object", additionalProperties: false } },
    default: { type: "object" },
    additionalProperties: false,
  });
});
