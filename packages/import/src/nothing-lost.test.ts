// What a document says is declared, or a line of the report says that it is not.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { del, events, failure, get, jsonLines, plainText, post, put, rootResource } from "bough";
import { namedEvents } from "bough/existing";
import { createClient } from "bough/client";
import { contractOf } from "bough/contract";
import { openApi } from "bough-openapi";
import { describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { readDocumentFile } from "./document-file.ts";
import { declarationsOf } from "./print/declarations.ts";
import { singleModule } from "./print/modules.ts";
import { readDocument, type ReadDocument } from "./read-document.ts";

const string = { type: "string" };
const OK = { 200: { description: "", content: { "application/json": { schema: string } } } };

function withPaths(paths: object, more: object = {}): ReadDocument {
  return readDocument({ openapi: "3.1.0", paths, ...more });
}

/** The response of `GET /x` with this content. */
function withContent(content: object, more: object = {}) {
  const read = withPaths({ "/x": { get: { responses: { 200: { content } } } } }, more);
  const [response] = read.contract.endpoints[0]?.responses ?? [];
  return { content: response?.content ?? [], told: told(read), read };
}

/** The query parameters of `GET /x`. */
function withQuery(...parameters: readonly object[]) {
  const all = parameters.map((one) => ({ in: "query", name: "q", ...one }));
  const read = withPaths({ "/x": { get: { parameters: all, responses: OK } } });
  return { query: read.contract.endpoints[0]?.query ?? [], told: told(read), read };
}

function told({ findings }: ReadDocument): readonly string[] {
  return findings.map(({ cause, message }) => `${cause}: ${message}`);
}

function printed(read: ReadDocument): string {
  return singleModule(declarationsOf(read));
}

describe("a header of idempotency keys", () => {
  const key = (required: boolean) => [
    { in: "header", name: "Idempotency-Key", required, schema: string },
  ];
  const read = (method: string, required: boolean, content = "application/json") =>
    withPaths({
      "/x": {
        [method]: {
          parameters: key(required),
          requestBody: { required: true, content: { [content]: { schema: string } } },
          responses: OK,
        },
      },
    });

  test("is .idempotent()", () => {
    const required = read("post", true);
    expect(required.contract.endpoints[0]).toMatchObject({ idempotent: { required: true } });
    expect(required.contract.endpoints[0]?.headers).toBeUndefined();
    expect(printed(required)).toContain(".idempotent()");
    expect(printed(read("patch", false))).toContain(".idempotent({ required: false })");
  });

  test("is a header where that cannot be declared", () => {
    for (const other of [read("put", true), read("post", true, "application/octet-stream")]) {
      expect(other.contract.endpoints[0]?.idempotent).toBeUndefined();
      expect(other.contract.endpoints[0]?.headers).toMatchObject([{ name: "Idempotency-Key" }]);
    }
  });

  test("comes back from the document of an API", () => {
    const api = rootResource("v1", {
      add: post("add").request(z.string()).response(z.string()).idempotent({ required: false }),
    });
    const info = { title: "", version: "" };
    const contract = contractOf(api);
    const document = openApi(contract, { info, rejections: false });
    expect(document.paths).toMatchObject({
      "/v1/add": { post: { "x-bough-idempotent": { required: false } } },
    });
    const back = readDocument(JSON.parse(JSON.stringify(document)));
    expect(back.contract.endpoints[0]).toMatchObject({ idempotent: { required: false } });
    expect(back.contract.endpoints[0]?.responses?.[0]?.headers).toBeUndefined();
  });
});

describe("the version of a resource", () => {
  const Article = z.object({ title: z.string(), version: z.number() });
  const Changed = failure("changed", 412).body(z.object({ current: z.number() }));
  const api = rootResource("v1", {
    read: get("a").response(Article).conditional({ version: "version" }),
    write: put("a")
      .request(Article)
      .response(Article)
      .conditional({ version: "version", changed: Changed }),
    remove: del("a").conditional({ version: "version", required: false }),
    text: get("t").response(plainText()).conditional(),
  });
  const document = JSON.parse(
    JSON.stringify(
      openApi(contractOf(api), { info: { title: "", version: "" }, rejections: false }),
    ),
  );

  test("comes back from the document of an API", () => {
    const back = readDocument(document);
    expect(back.findings).toEqual([]);
    expect(back.contract.endpoints.map(({ method, conditional }) => [method, conditional])).toEqual(
      expect.arrayContaining([
        ["GET", { version: "version" }],
        ["PUT", { version: "version", changed: "changed", required: true }],
        ["DELETE", { version: "version", required: false }],
        ["GET", {}],
      ]),
    );
    expect(back.contract.endpoints.flatMap(({ headers = [] }) => headers)).toEqual([]);
    expect(
      back.contract.endpoints.flatMap(({ responses = [] }) =>
        responses.map(({ status }) => status),
      ),
    ).toEqual([200, 200, 204, 200]);
    const text = printed(back);
    expect(text).toMatch(/conditional\(\{ version: "version" \}\)/);
    expect(text).toMatch(/conditional\(\{\s*version: "version",\s*changed: /);
    expect(text).toMatch(/conditional\(\{ version: "version", required: false \}\)/);
    expect(text).toMatch(/conditional\(\)/);
  });

  test.each<[string, string, object, string]>([
    [
      "of a property that is not there",
      "get",
      { version: "nothing" },
      "is not a string or a number",
    ],
    ["of an object", "get", { version: "" }, "another form"],
    ["with a failure that is not declared", "delete", { changed: "x" }, "another form"],
    ["of a POST", "post", {}, "only PUT, PATCH, DELETE"],
  ])("%s is reported", (_, method, marker, reason) => {
    const back = withPaths({
      "/x": { [method]: { responses: OK, "x-bough-conditional": marker } },
    });
    expect(back.contract.endpoints[0]?.conditional).toBeUndefined();
    expect(back.findings).toMatchObject([{ message: expect.stringContaining(reason) }]);
  });
});

describe("events", () => {
  const Item = z.object({ id: z.string(), text: z.string() });
  const api = rootResource("v1", {
    plain: get("plain").response(events(Item)),
    ended: get("ended").response(events(Item, { end: "[DONE]" })),
    texts: get("texts").response(events(plainText())),
    strings: get("strings").response(events(z.string())),
    endedTexts: get("ended-texts").response(events(plainText(), { end: "end" })),
    told: get("told").response(namedEvents({ added: Item, "re moved": Item, note: plainText() })),
    endedTold: get("ended-told").response(namedEvents({ added: Item }, { end: "[DONE]" })),
    lines: post("lines").request(jsonLines(Item)).response(jsonLines(Item)),
  });
  const bodiesOf = ({ endpoints }: Pick<ReadDocument["contract"], "endpoints">) =>
    endpoints.map(({ key, request, responses = [] }) => [
      key,
      request?.content,
      // A document lists the first media type of a response only.
      responses.map(({ content }) => content.map(({ also: _, ...one }) => one)),
    ]);

  test.each(["3.1", "3.2"] as const)("come back from a document of Bough in %s", (version) => {
    const info = { title: "Events", version: "1" };
    const options = { info, version, rejections: false, onWarning: () => undefined } as const;
    const document = openApi(api, options);
    const read = readDocument(JSON.parse(JSON.stringify(document)));
    expect(told(read)).toEqual([]);
    expect(bodiesOf(read.contract)).toEqual(bodiesOf(contractOf(api)));
    expect(openApi(read.contract, options).paths).toEqual(document.paths);
    expect(printed(read)).toContain('.response(events(plainText(), { end: "end" }))');
    const text = printed(read).replaceAll(/\s+/g, " ");
    expect(text).toMatch(
      /namedEvents\(\{ added: type<[^>]*>\(\), "re moved": type<[^>]*>\(\), note: plainText\(\),? \}\)/,
    );
    expect(text).toMatch(/namedEvents\(\{ added: type<[^>]*>\(\) \}, \{ end: "\[DONE\]" \}\)/);
    expect(printed(read)).toMatch(/events<\{[^}]*\}>\(\{ end: "\[DONE\]" \}\)/);
  });

  const event = (data: object, more: object = {}) => ({
    type: "object",
    properties: { data, ...more },
  });
  const json = { ...string, contentMediaType: "application/json" };
  const read = (itemSchema: object) => {
    const { content, told: all } = withContent({ "text/event-stream": { itemSchema } });
    return [content[0], ...all];
  };
  const kind = { kind: "events", mediaType: "text/event-stream" };

  test("of strings are text, as the world sends them", () => {
    const more = { components: { schemas: { Text: string } } };
    for (const [schema, lost] of [
      [string, []],
      [{ $ref: "#/components/schemas/Text" }, []],
      [{ ...string, enum: ["a"] }, ["approximated: enum of its text is left out"]],
    ] as const) {
      const { read: found, told: all } = withContent({ "text/event-stream": { schema } }, more);
      expect(printed(found)).toContain(".response(events(plainText()))");
      expect(all).toEqual(lost);
    }
    const { content } = withContent({
      "text/event-stream": { schema: { type: ["string", "null"] } },
    });
    expect(content[0]).not.toHaveProperty("itemMediaType");
  });

  test("of strings read data that is no JSON", async () => {
    const declared = rootResource({ ticks: get("ticks").response(events(plainText())) });
    const { read: found } = withContent({ "text/event-stream": { schema: string } });
    expect(found.contract.endpoints[0]?.responses?.[0]?.content).toEqual(
      contractOf(declared).endpoints[0]?.responses?.[0]?.content,
    );
    const client = createClient({
      baseUrl: "http://localhost",
      fetch: () =>
        Promise.resolve(
          new Response("data: hello\n\n", { headers: { "content-type": "text/event-stream" } }),
        ),
    });
    const result = await client.request(declared.ticks);
    if (!result.ok) throw new Error("no stream");
    const data: string[] = [];
    for await (const event of result.body) data.push(event);
    expect(data).toEqual(["hello"]);
  });

  test("may have alternatives, names and a last event", () => {
    const schemas = [{ type: "integer" }, { type: "boolean" }];
    const alternatives = schemas.map((contentSchema, index) =>
      event({ ...json, contentSchema }, { event: { const: `e${index}` } }),
    );
    expect(read({ oneOf: [...alternatives, event({ const: "[DONE]" })] })).toEqual([
      {
        ...kind,
        events: Object.fromEntries(
          schemas.map((schema, index) => [
            `e${index}`,
            { kind: "negotiated", mediaType: "application/json", schema },
          ]),
        ),
        end: "[DONE]",
      },
    ]);
    const unnamed = event({ ...json, contentSchema: { type: "string" } });
    expect(read({ oneOf: [...alternatives, unnamed] })).toEqual([
      { ...kind, item: { anyOf: [...schemas, string] } },
      "approximated: the names of its events are left out",
    ]);
    expect(read({ oneOf: [...alternatives, ...alternatives.slice(0, 1)] })[1]).toBe(
      "approximated: the names of its events are left out",
    );
    expect(read(event({ anyOf: [json, { enum: ["[DONE]"] }] }))).toEqual([
      { ...kind, item: {}, end: "[DONE]" },
    ]);
    expect(read(event({ oneOf: [string, json] }))).toEqual([
      { ...kind, item: { anyOf: [{}, {}] } },
      "approximated: the data of some events is text, not JSON",
    ]);
  });

  test("whose schema is that of the data are reported", () => {
    const schema = { type: "object", properties: { id: string, name: string } };
    expect(read(schema)).toEqual([
      { ...kind, item: schema },
      "document: its items are not events with data; declared as the data of events",
    ]);
    expect(read({ oneOf: [event(string), { $ref: "#/nothing" }] })[1]).toMatch(/^document: its it/);
  });
});

describe("parts of a multipart body without a type", () => {
  const parts = (properties: object, encoding: object = {}, openapi = "3.1.0") => {
    const schema = { type: "object", properties };
    const requestBody = { content: { "multipart/form-data": { schema, encoding } } };
    const read = readDocument({
      openapi,
      paths: { "/x": { post: { requestBody, responses: OK } } },
    });
    return read.contract.endpoints[0]?.request?.content[0]?.parts;
  };

  test("are files from 3.1", () => {
    const file = { name: "photo", type: "file", required: false, list: false };
    expect(parts({ photo: {} })).toEqual([file]);
    expect(parts({ photo: { description: "A photo" } }, {}, "3.2.0")).toEqual([file]);
    expect(parts({ photo: {} }, { photo: { contentType: "image/png" } })).toEqual([
      { ...file, mediaTypes: ["image/png"] },
    ]);
    expect(parts({ photo: { type: "array", items: {} } })).toEqual([{ ...file, list: true }]);
  });

  test("are text before, and where their values or media types say so", () => {
    const text = [expect.objectContaining({ type: "string" })];
    expect(parts({ photo: {} }, {}, "3.0.3")).toEqual(text);
    expect(parts({ photo: {} }, { photo: { contentType: "text/plain" } })).toEqual(text);
    expect(parts({ photo: { enum: ["a"] } })).toEqual([expect.objectContaining({ type: "oneOf" })]);
    const part = parts({ photo: {} }, { photo: { contentType: "application/json" } });
    expect(part).toEqual([expect.objectContaining({ type: "body" })]);
    const image = parts({ photo: {} }, { photo: { contentType: "image/png" } }, "3.0.3");
    expect(image).toEqual([expect.objectContaining({ type: "file" })]);
  });
});

describe("a line of the report names", () => {
  test("properties of other names, and keywords that no type can say", () => {
    const { read, told: all } = withContent({
      "application/json": {
        schema: {
          type: "object",
          properties: { name: string },
          additionalProperties: { type: "integer" },
          patternProperties: { "^x-": string },
          if: {},
        },
      },
    });
    expect(all).toEqual([
      "approximated: its properties of other names are declared as unknown",
      "approximated: patternProperties, if cannot be declared",
    ]);
    expect(printed(read)).toContain(".response<{ name?: string; [key: string]: unknown }>()");
  });

  test("no properties of other names that have the type of the declared ones", () => {
    const text = { type: "string" };
    const content = (required: readonly string[]) =>
      withContent({
        "application/json": {
          schema: {
            type: "object",
            properties: { name: { ...text, description: "A name." } },
            required,
            additionalProperties: text,
          },
        },
      });
    const optional = content([]);
    expect(optional.told).toEqual([]);
    expect(printed(optional.read)).toContain(
      ".response<{ name?: string; [key: string]: string | undefined }>()",
    );
    const required = content(["name"]);
    expect(required.told).toEqual([]);
    expect(printed(required.read)).toContain(
      ".response<{ name: string; [key: string]: string }>()",
    );
  });

  test.each<[unknown, string, readonly string[]]>([
    [undefined, ".deprecated()", []],
    ["2027-05-01", '.deprecated({ sunset: "2027-05-01" })', []],
    ["2027-05-01T23:00:00-02:00", '.deprecated({ sunset: "2027-05-02" })', []],
    ["soon", ".deprecated()", ["document: its x-sunset is not a day; it is left out"]],
    [2027, ".deprecated()", ["document: its x-sunset is not a day; it is left out"]],
  ])("an operation that is deprecated, with the sunset %j", (sunset, call, findings) => {
    const headers = { Sunset: { schema: string }, "X-Other": { schema: string } };
    const get = {
      deprecated: true,
      "x-sunset": sunset,
      responses: { 200: { ...OK[200], headers } },
    };
    const read = withPaths({ "/x": { get, post: { "x-sunset": sunset, responses: OK } } });
    expect(told(read)).toEqual(findings);
    const source = printed(read);
    expect(source).toContain(call);
    expect(source.match(/deprecated\(/g)).toHaveLength(1);
    expect(source).toContain("@deprecated");
    // The server sends it for the chain.
    expect(source.includes("Sunset")).toBe(!call.includes("sunset"));
  });

  test("parameters that are deprecated", () => {
    const { read, told: all } = withQuery(
      { name: "a", deprecated: true, schema: string },
      { name: "b", schema: { ...string, deprecated: true } },
      { name: "c", schema: string },
    );
    expect(all).toEqual([]);
    expect(printed(read)).toContain(`.parameters({
    /** @deprecated */
    a: string().optional().deprecated(),
    /** @deprecated */
    b: string().optional().deprecated(),
    c: string().optional(),
  })`);
  });

  test.each(["spaceDelimited", "pipeDelimited"])("%s with explode: true", (style) => {
    const schema = { type: "array", items: string };
    const { query, told: all } = withQuery({ style, explode: true, schema });
    expect(query[0]).toMatchObject({ type: "list", style: "repeat" });
    expect(all).toEqual([
      `document: OpenAPI does not define ${style} with explode: true; declared as repeated parameters`,
    ]);
  });

  test("defaults of required parameters", () => {
    const schema = { type: "integer", default: 20 };
    const { query, told: all } = withQuery({ required: true, schema });
    expect(query).toEqual([
      { name: "q", required: true, type: "integer", schema: { type: "integer" } },
    ]);
    expect(all).toEqual(["document: it is required, so its default 20 is left out"]);
  });

  test("media types that are ranges", () => {
    const { content, told: all } = withContent({ "application/*+json": { schema: string } });
    expect(content).toMatchObject([{ kind: "negotiated", mediaType: "application/json" }]);
    expect(all).toEqual(["document: the media type is application/*+json; declared as JSON"]);
  });
});

test.each([string, {}])("any media type whose content has one of its own is bytes: %j", (type) => {
  const schema = { ...type, contentMediaType: "image/png" };
  const { content, told: all } = withContent({ "*/*": { schema } });
  expect(content).toEqual([{ kind: "stream", mediaType: "*/*" }]);
  expect(all).toEqual([]);
});

describe("a path that is a reference", () => {
  test("is reported if it names nothing", () => {
    const read = withPaths({ "/x": { $ref: "#/nothing" }, "/y": { $ref: "#/paths/~1y" } });
    expect(read.findings).toEqual([
      {
        result: "skipped",
        cause: "document",
        pointer: "/paths/~1x",
        message: "#/nothing names nothing in the document; its operations are left out",
      },
      {
        result: "skipped",
        cause: "document",
        pointer: "/paths/~1y",
        message: "#/paths/~1y refers to itself; its operations are left out",
      },
    ]);
  });

  test("has what its target has, and the rest is reported", () => {
    const read = withPaths(
      { "/x": { $ref: "#/components/pathItems/x", summary: "X", put: {} } },
      { components: { pathItems: { x: { get: { responses: OK } } } } },
    );
    expect(read.contract.endpoints).toMatchObject([{ key: "GET /x" }]);
    expect(told(read)).toEqual(["document: put beside $ref is left out"]);
  });
});

describe("an operation that is a reference", () => {
  test("is followed", () => {
    const read = withPaths(
      { "/x": { get: { $ref: "#/components/x-operations/list" } } },
      { components: { "x-operations": { list: { operationId: "list", responses: OK } } } },
    );
    expect(read.contract.endpoints).toMatchObject([
      { key: "GET /x", operationId: "list", responses: [{ content: [{ kind: "negotiated" }] }] },
    ]);
    expect(read.findings).toEqual([]);
  });

  test("is followed into a file beside the document, and from there into others", () => {
    const folder = mkdtempSync(join(tmpdir(), "bough-import-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const write = (name: string, value: unknown): void => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), JSON.stringify(value));
    };
    write("api.json", {
      openapi: "3.0.3",
      paths: { "/x/{id}": { get: { $ref: "resources/find.json" } } },
    });
    write("resources/find.json", {
      operationId: "findX",
      parameters: [{ $ref: "../shared/parameters.json#/id" }],
      responses: OK,
    });
    write("shared/parameters.json", {
      id: { name: "id", in: "path", required: true, schema: { type: "integer" } },
    });
    const read = readDocument(readDocumentFile(join(folder, "api.json")).parsed);
    expect(told(read)).toEqual([]);
    expect(read.contract.endpoints).toMatchObject([
      { operationId: "findX", path: [{ name: "id", type: "integer" }] },
    ]);
  });

  test("is skipped with the reason if it names nothing", () => {
    const read = withPaths({ "/x": { get: { $ref: "#/nothing" } } });
    expect(read.contract.endpoints).toEqual([]);
    expect(read.operations).toBe(1);
    expect(told(read)).toEqual(["document: #/nothing names nothing in the document"]);
  });
});
