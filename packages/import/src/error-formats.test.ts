// An error format that comes back from a document of ours, and documents that only look like it.
import { verify } from "bough";
import { contractOf } from "bough/contract";
import { openApi, type OpenApiOptions } from "bough-openapi";
import { afterAll, describe, expect, test } from "vitest";
import { checkDifferences } from "../../../test/support/check-differences.ts";
import { extractedFrom, makeProject } from "../../../test/support/extracted.ts";
import { loadModule } from "../../cli/src/load-module.ts";
import { declarationsOf } from "./print/declarations.ts";
import { singleModule } from "./print/modules.ts";
import { readDocument } from "./read-document.ts";

const OPTIONS = { typed: true, verified: true, errorFormats: true };

describe("errors without x-bough-errors", () => {
  test("are failures with their bodies", () => {
    const problem = (code: string) => ({
      type: "object",
      properties: { error: { type: "object", properties: { code: { const: code } } } },
    });
    const { contract } = readDocument(documentOf({ 404: [problem("a")], 409: [problem("b")] }));
    expect(contract.endpoints[0]).not.toHaveProperty("errors");
    expect(contract.endpoints[0]?.failures).toMatchObject([
      { name: "404", status: 404, content: [{ schema: problem("a") }] },
      { name: "409", status: 409, content: [{ schema: problem("b") }] },
    ]);
  });
});

describe("x-bough-errors", () => {
  const format = { type: "object", properties: { code: { type: "string" } } };
  const content = { "application/json": { schema: format } };
  const marked = (marker: unknown, listed: unknown) => ({
    ...documentOf({ 404: [format, listed], 500: [format] }),
    "x-bough-errors": marker,
  });
  const read = (marker: unknown, listed: unknown) => readDocument(marked(marker, listed), OPTIONS);

  test("names the failures of a response, and others with the format are rejections", () => {
    const { contract, findings } = read({ code: "code", content }, [{ name: "gone", code: 7 }]);
    expect(findings).toEqual([]);
    expect(contract.endpoints[0]).toMatchObject({
      errors: { code: "code" },
      failures: [{ name: "gone", status: 404, code: 7, content: [] }],
    });
  });

  test.each([
    ["without content", { code: "code" }],
    ["with a path that cannot be declared", { code: "a.b.c.d.e", content }],
    ["with a body that is not JSON", { code: "code", content: { "text/plain": {} } }],
    ["that is not an object", "code"],
  ])("%s is reported, and failures have their bodies", (_, marker) => {
    const { contract, findings } = read(marker, [{ name: "gone" }]);
    expect(findings).toMatchObject([
      {
        pointer: "/x-bough-errors",
        message: expect.stringMatching(
          /^its x-bough-errors is left out: .*; failures are declared/,
        ),
      },
    ]);
    expect(contract.endpoints[0]?.failures).toMatchObject([{ name: "404" }, { name: "500" }]);
  });

  test("with a failure that cannot be declared leaves the operation out", () => {
    const { contract, findings } = read({ code: "code", content }, [{ name: "ok" }]);
    expect(contract.endpoints).toEqual([]);
    expect(findings).toMatchObject([{ message: 'a failure cannot be called "ok"' }]);
  });

  test("never becomes code", () => {
    const evil = '"); evil(); ("';
    const given = read({ code: evil, content }, [{ name: evil, code: "*/ evil() /*" }]);
    const text = singleModule(declarationsOf(given, { tags: true }));
    expect(text).toContain(`code: ${JSON.stringify(evil)}`);
    expect(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')).not.toContain("evil()");
  });
});

/** A document with one operation, whose errors have these schemas and lists of failures by status. */
function documentOf(errors: Readonly<Record<string, readonly [schema: object, listed?: unknown]>>) {
  const responses = Object.entries(errors).map(([status, [schema, listed]]) => {
    const content = { "application/json": { schema } };
    return [status, { description: "", content, ...(listed ? { "x-bough-errors": listed } : {}) }];
  });
  const get = { responses: { 204: { description: "" }, ...Object.fromEntries(responses) } };
  return { openapi: "3.1.0", info: { title: "", version: "" }, paths: { "/v1/o": { get } } };
}

describe("a declaration with an error format", { timeout: 120_000 }, () => {
  const project = makeProject({});
  afterAll(() => project.remove());

  const types = `export interface ApiError { error: { code: string; message: string; details?: unknown } }
const NotFound = failure("booking-not-found", 404);
const Overlap = failure("overlap", 409, { code: 40901 }).body<{ with: string }>();
// The headers of a response are those of its status.
const Taken = failure("taken", 423).body<{ by: string }>().headers({ "x-tries": integer() });
const Full = failure("full", 409);
const children = {
  bookings: staticResource("bookings", {
    list: get().response<string[]>(),
    legacy: get("legacy").failure(failure(410).body<string>(), NotFound),
    booking: dynamicResource("booking", integer(), {
      find: get().response<{ id: number }>().failure(NotFound, Overlap, Full, Taken),
      remove: del().failure(NotFound),
    }),
  }),
};`;
  const head = `import { del, dynamicResource, failure, get, integer, json, rootResource, staticResource, type } from "bough";
import { errorFormat } from "bough/existing";\n${types}\n`;
  const paths = '{ code: "error.code", data: "error.details" }';

  test.each([
    [
      "named",
      `rootResource("v1", { errors: errorFormat(type<ApiError>(), ${paths}) }, children)`,
      {},
    ],
    [
      "without rejections",
      `rootResource("v1", { errors: errorFormat(type<ApiError>(), ${paths}) }, children)`,
      { rejections: false },
    ],
    [
      "all-rejections",
      `rootResource("v1", { errors: errorFormat(type<ApiError>(), ${paths}) }, children)`,
      { rejections: "all" },
    ],
    [
      "in OpenAPI 3.0",
      `rootResource("v1", { errors: errorFormat(type<ApiError>(), ${paths}) }, children)`,
      { version: "3.0" },
    ],
    [
      "own-media-type",
      `rootResource("v1", { errors: errorFormat(json(type<ApiError>(), { mediaType: "application/vnd.e+json" }), ${paths}) }, children)`,
      {},
    ],
    [
      "inline",
      'rootResource("v1", { errors: errorFormat(type<{ code: string | number; more?: unknown }>(), { code: "code", data: "more" }) }, children)',
      {},
    ],
  ] as const)(
    "is the same after export and import: %s",
    async (name, root, shown: Pick<OpenApiOptions, "rejections" | "version">) => {
      const file = name.replaceAll(" ", "-");
      const before = await exported(`${file}.ts`, `${head}export const api = ${root};\n`, shown);
      const read = readDocument(before.document, OPTIONS);
      expect(read.findings).toEqual([]);
      const text = singleModule(declarationsOf(read, { tags: true }));
      expect(text).toContain("errorFormat(");
      expect(text).toContain('failure("overlap", 409, { code: 40901 }).body<{ with: string }>()');
      const after = await exported(`${file}-again.ts`, text, shown);
      verify(after.api as never);
      if (shown.rejections !== false) {
        expect(after.document).toEqual(before.document);
      }
      // A comparison is with a document of 3.1.
      if (shown.version === undefined) {
        const { contract } = readDocument(before.document, { bounds: true });
        expect(checkDifferences(after.contract, contract).differences).toEqual([]);
      }
      const again = readDocument(after.document, OPTIONS);
      expect(singleModule(declarationsOf(again, { tags: true }))).toBe(text);
    },
  );

  /** The document of a module, as a file has it. `extractedFrom` compiles it. */
  async function exported(entry: string, text: string, shown: object) {
    project.write({ [entry]: text });
    const { schemas, errors } = extractedFrom(project, { entry });
    expect(errors).toEqual([]);
    const { api } = await loadModule(`${project.folder}/${entry}`, entry);
    const contract = contractOf(api as never, { schemas });
    const made = openApi(contract, { info: { title: "", version: "1" }, ...shown });
    return { api, contract, document: JSON.parse(JSON.stringify(made)) as object };
  }
});
