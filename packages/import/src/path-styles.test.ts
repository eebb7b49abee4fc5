// Path parameters of every style of OpenAPI: the address of the declaration is what RFC 6570 says.
import {
  dynamicResource,
  get,
  hrefOf,
  parameter,
  rootResource,
  staticResource,
  string,
} from "bough";
import { describe, expect, test } from "vitest";
import { declarationsOf } from "./print/declarations.ts";
import { singleModule } from "./print/modules.ts";
import { readDocument, type ReadDocument } from "./read-document.ts";

const OK = { 200: { description: "" } };
const text = { type: "string" };
const list = { type: "array", items: text };
const object = { type: "object", properties: { R: { type: "integer" } } };

/** The document of `GET /m/{id}` with this path parameter. */
function withId(parameter: object, path = "/m/{id}"): ReadDocument {
  const parameters = [{ name: "id", in: "path", required: true, ...parameter }];
  return readDocument({
    openapi: "3.1.0",
    paths: { [path]: { get: { parameters, responses: OK } } },
  });
}

const told = ({ findings }: ReadDocument): readonly string[] =>
  findings.map(({ result, cause, message }) => `${result} ${cause}: ${message}`);
const asList = "changed approximated: it is a list in one text, declared as this text";
const asObject = "changed approximated: it is an object in one text, declared as this text";

describe("a path parameter", () => {
  test.each([
    [{ schema: text }, 'dynamicResource("id", {', []],
    [{ style: "label", schema: text }, 'dynamicResource("id", { prefix: "." }', []],
    [{ style: "matrix", schema: text }, 'dynamicResource("id", { prefix: ";id=" }', []],
    [
      { style: "matrix", explode: true, schema: { type: "integer" } },
      'dynamicResource("id", { type: integer(), prefix: ";id=" }',
      [],
    ],
    [{ schema: list }, 'dynamicResource("id", commaList,', []],
    [{ style: "label", schema: list }, '{ type: commaList, prefix: "." }', []],
    [{ style: "matrix", schema: list }, '{ type: commaList, prefix: ";id=" }', []],
    [{ style: "label", explode: true, schema: list }, '"id", { prefix: "." }', [asList]],
    [
      { style: "matrix", explode: true, schema: list },
      '{ type: string({ delimiters: ";=" }), prefix: ";" }',
      [asList],
    ],
    [
      { schema: { type: "array", items: { type: "integer" } } },
      'string({ delimiters: "," })',
      [asList],
    ],
    [{ schema: object }, '"id", string({ delimiters: "," })', [asObject]],
    [{ explode: true, schema: object }, '"id", string({ delimiters: ",=" })', [asObject]],
    [
      { style: "label", explode: true, schema: object },
      '{ type: string({ delimiters: "=" }), prefix: "." }',
      [asObject],
    ],
    [
      { style: "matrix", schema: object },
      '{ type: string({ delimiters: "," }), prefix: ";id=" }',
      [asObject],
    ],
  ])("%j is %s", (parameter, expected, findings) => {
    const read = withId(parameter);
    expect(singleModule(declarationsOf(read))).toContain(expected);
    expect(told(read)).toEqual(findings);
  });

  test("keeps the text around it in its segment", () => {
    const read = withId({ style: "matrix", schema: text }, "/m/a{id}.json");
    expect(read.contract.endpoints[0]?.key).toBe("GET /m/a;id={}.json");
  });

  test("of the path has its style too, unless the operation replaces it", () => {
    const parameter = { name: "id", in: "path", required: true, schema: text };
    const read = readDocument({
      openapi: "3.1.0",
      paths: {
        "/m/{id}": {
          parameters: [{ $ref: "#/components/parameters/Id" }],
          get: { responses: OK },
          put: { parameters: [parameter], responses: OK },
        },
      },
      components: { parameters: { Id: { ...parameter, style: "matrix" } } },
    });
    expect(read.contract.endpoints.map(({ key }) => key)).toEqual(["GET /m/;id={}", "PUT /m/{}"]);
    expect(read.findings).toEqual([]);
  });

  test("that no text can carry leaves the operation out", () => {
    const joined = withId({ style: "label", schema: text }, "/m/{id},{b}");
    expect(joined.contract.endpoints).toEqual([]);
    expect(told(joined)).toEqual([
      "skipped unsupported: its path has other ids beside {id}, which has the style label",
    ]);
    const named = { name: "a?b", in: "path", required: true, style: "matrix", schema: text };
    const odd = readDocument({
      openapi: "3.1.0",
      paths: { "/m/{a?b}": { get: { parameters: [named], responses: OK } } },
    });
    expect(told(odd)).toEqual([
      "skipped unsupported: its path has the id {a?b}, whose name a path cannot carry",
    ]);
  });
});

test("several ids of a segment are apart by the text of the document", () => {
  const read = withId({ schema: text }, "/m/{id},{b}");
  expect(singleModule(declarationsOf(read))).toContain('delimiters: ",",');
});

test("the declarations send what RFC 6570 expands (3.2.5, 3.2.7)", () => {
  const commaList = parameter<string[]>({
    decode: (one) => one.split(","),
    encode: (texts) => texts.join(","),
    delimiters: ",",
  });
  const api = rootResource({
    m: staticResource("m", {
      one: dynamicResource("id", { prefix: ";id=" }, { find: get() }),
      list: dynamicResource("list", { type: commaList, prefix: ";list=" }, { find: get() }),
      keys: dynamicResource(
        "keys",
        { type: string({ delimiters: ";=" }), prefix: ";" },
        { find: get() },
      ),
    }),
  });
  expect(hrefOf(api.m.one("5").find)).toBe("/m/;id=5");
  expect(hrefOf(api.m.list(["red", "a b"]).find)).toBe("/m/;list=red,a%20b");
  expect(hrefOf(api.m.keys("semi=%3B;dot=.;comma=,").find)).toBe("/m/;semi=%253B;dot=.;comma=%2C");
});
