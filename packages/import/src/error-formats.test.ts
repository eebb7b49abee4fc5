// Documents whose errors have one format, and those whose errors only look like it.
import { verify } from "bough";
import { contractOf } from "bough/contract";
import { openApi } from "bough-openapi";
import { afterAll, describe, expect, test } from "vitest";
import { checkDifferences } from "../../../test/support/check-differences.ts";
import { extractedFrom, makeProject } from "../../../test/support/extracted.ts";
import { REJECTIONS } from "../../bough/src/declaration/failure/rejections.ts";
import { loadModule } from "../../cli/src/load-module.ts";
import { declarationsOf } from "./print/declarations.ts";
import { singleModule } from "./print/modules.ts";
import { readDocument } from "./read-document.ts";

const string = { type: "string" };
const OK = { description: "", content: { "application/json": { schema: string } } };
const object = (properties: object, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});
/** An error of somebody else's API. */
const problem = (code: unknown, more: object = {}) =>
  object({ error: object({ code: { enum: [code] }, message: string, ...more }) });
const detailed = (code: unknown, details: object) => problem(code, { details });

type Responses = Readonly<Record<string, object>>;

/** A document with one operation for each of these responses. */
function documentOf(operations: readonly Responses[], mediaType = "application/json") {
  const paths = operations.map((responses, index) => {
    const errors = Object.entries(responses).map(([status, schema]) => [
      status,
      { description: "", content: { [mediaType]: { schema } } },
    ]);
    return [`/v1/o${index}`, { get: { responses: { 200: OK, ...Object.fromEntries(errors) } } }];
  });
  return { openapi: "3.1.0", paths: Object.fromEntries(paths) as object };
}

function printed(document: object): string {
  const options = { typed: true, verified: true };
  const before = readDocument(document, options);
  const read = readDocument(document, { ...options, errorFormats: true });
  const text = singleModule(declarationsOf(read, { tags: true }));
  // What is not recognised is as without.
  if (!text.includes("errorFormat")) {
    expect(read).toEqual(before);
  }
  return text;
}

/** The format and the failures of a document; none if it has no format. */
function found(document: object): readonly string[] {
  const text = printed(document);
  if (!text.includes("errorFormat")) {
    return [];
  }
  const format = /errorFormat\([^]*?\}\)/.exec(text)?.[0] ?? "";
  return [format, ...[...text.matchAll(/= (failure\([^]*?);\n/g)].map(([, one = ""]) => one)];
}

describe("an error format is recognised", () => {
  test("in the document of somebody else", () => {
    const document = documentOf([
      { 404: problem("not_found"), 409: problem("room_taken") },
      { 404: problem("not_found") },
    ]);
    expect(printed(document))
      .toBe(`import { errorFormat, failure, get, rootResource, type } from "bough";
import type { Root } from "bough";
import type { Inheriting, InheritingErrors } from "bough/types";

export interface ApiError {
  error: { code: string; message: string };
}

export const NotFound = failure("not_found", 404);

export const RoomTaken = failure("room_taken", 409);

export const o0 = get("o0").response<string>().failure(NotFound, RoomTaken);

export const o1 = get("o1").response<string>().failure(NotFound);

const options = { errors: errorFormat(type<ApiError>(), { code: "error.code" }) } as const;

export const api: Root<"v1", {
  o0: typeof o0;
  o1: typeof o1;
}, InheritingErrors<Inheriting<typeof options>, (typeof options)["errors"]>> = rootResource("v1", options, {
  o0,
  o1,
});
`);
  });

  test("with two errors of one status", () => {
    expect(found(documentOf([{ 409: { oneOf: [problem("taken"), problem("gone")] } }]))).toEqual([
      'errorFormat(type<ApiError>(), { code: "error.code" })',
      'failure("taken", 409)',
      'failure("gone", 409)',
    ]);
  });

  test("with numbers, which have the names of their schemas", () => {
    const schemas = { OverlapError: problem(40_901), Other: problem(40_902) };
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const document = documentOf([{ 404: ref("OverlapError"), 409: ref("Other") }]);
    expect(found({ ...document, components: { schemas } })).toEqual([
      'errorFormat(type<ApiError>(), { code: "error.code" })',
      'failure("overlap", 404, { code: 40901 })',
      'failure("failure-40902", 409, { code: 40902 })',
    ]);
  });

  test("at a nested path, and beside a constant that all have", () => {
    const nested = (code: string) =>
      object({
        ok: { const: "no" },
        a: object({ b: object({ c: object({ d: { const: code } }) }) }),
      });
    const document = documentOf([{ 404: nested("x-a"), 409: nested("x-b") }]);
    expect(found(document)[0]).toBe('errorFormat(type<ApiError>(), { code: "a.b.c.d" })');
    const deeper = (code: string) => object({ e: nested(code) });
    expect(found(documentOf([{ 404: deeper("x-a"), 409: deeper("x-b") }]))).toEqual([]);
  });

  test("with data of their own", () => {
    const document = documentOf([
      {
        404: problem("missing"),
        409: detailed("taken", object({ by: string })),
        410: detailed("gone", object({ since: { type: "number" } }, [])),
      },
    ]);
    expect(found(document)).toEqual([
      'errorFormat(type<ApiError>(), { code: "error.code", data: "error.details" })',
      'failure("missing", 404)',
      'failure("taken", 409).body<{ by: string }>()',
      'failure("gone", 410).body<{ since?: number }>()',
    ]);
  });

  test("with a media type of its own", () => {
    const one = (code: string) => object({ code: { const: code }, title: string });
    const document = documentOf([{ 404: one("a"), 409: one("b") }], "application/problem+json");
    expect(found(document)[0]?.replaceAll(/\s+/g, " ")).toContain(
      'errorFormat( json(type<ApiError>(), { mediaType: "application/problem+json" })',
    );
  });

  test("and nothing of the document becomes code", () => {
    const evil = '"); evil(); ("';
    const one = (code: string) => object({ [`${evil}x`]: object({ [evil]: { const: code } }) });
    const text = printed(documentOf([{ 404: one(evil), 409: one("*/ evil() /*") }]));
    expect(text).toContain(`code: ${JSON.stringify(`${evil}x.${evil}`)}`);
    expect(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')).not.toContain("evil()");
  });
});

describe("a document stays as it is", () => {
  const both = { 404: problem("a"), 409: problem("b") };
  const nothing = object({ error: object({ code: string, message: string }) });
  const twice = (code: string) =>
    object({ error: object({ code: { const: code }, reason: { const: `r${code}` } }) });

  test.each<[string, object]>([
    ["with another shape in one operation", documentOf([both, { 404: object({ code: string }) }])],
    ["with an error more", documentOf([both, { 404: problem("a", { trace: string }) }])],
    ["with codes at two paths", documentOf([{ 404: twice("a"), 409: twice("b") }])],
    [
      "with codes at different paths",
      documentOf([{ 404: object({ a: { const: "a" } }), 409: object({ b: { const: "b" } }) }]),
    ],
    ["without constants", documentOf([{ 404: nothing, default: nothing }])],
    ["with an error without a constant", documentOf([{ ...both, 500: nothing }])],
    ["with several values", documentOf([{ 404: object({ code: { enum: ["a", "b"] } }) }, both])],
    [
      "with one constant in all errors",
      documentOf([{ 404: problem("error"), 409: problem("error") }]),
    ],
    [
      "with the status as its only constant",
      documentOf([{ 404: problem(404), 409: problem(409) }]),
    ],
    [
      "with one code twice",
      documentOf([
        {
          404: problem("c"),
          409: {
            anyOf: [detailed("a", object({ x: string })), detailed("a", object({ y: string }))],
          },
        },
      ]),
    ],
    [
      "with a code of one of Bough's own errors",
      documentOf([{ 403: problem("forbidden"), 404: problem("a") }]),
    ],
    ["with a code for several statuses", documentOf([{ ...both, "5XX": problem("broken") }])],
    [
      "with a code that may be absent",
      documentOf([
        { 404: object({ code: { const: "a" } }, []), 409: object({ code: { const: "b" } }, []) },
      ]),
    ],
    [
      "with data that no failure has",
      documentOf([{ 404: problem("a"), 409: detailed("b", { type: "array", items: string }) }]),
    ],
    [
      "with data with a member of problems",
      documentOf([{ ...both, 410: detailed("c", object({ status: string })) }]),
    ],
    ["with two media types", { ...documentOf([both]), ...withText(both[404]) }],
    ["of named failures that are problems", problems()],
  ])("%s", (_, document) => {
    expect(found(document)).toEqual([]);
  });

  test.each(REJECTIONS.map(({ status, type }) => [status, type] as const))(
    "with the code that Bough has for %i, %s",
    (status, type) => {
      const own = documentOf([{ [status]: problem(type), 499: problem("other") }]);
      expect(found(own)).toEqual([]);
      expect(found(documentOf([{ [status]: problem("mine"), 499: problem("other") }]))).not.toEqual(
        [],
      );
    },
  );

  /** A response that is also text. */
  function withText(schema: object): object {
    const content = { "application/json": { schema }, "text/csv": { schema: string } };
    const responses = { 200: OK, 404: { description: "", content } };
    return { paths: { "/v1/a": { get: { responses } } } };
  }

  function problems(): object {
    const one = (name: string, status: number) =>
      object({ type: { type: "string", const: `urn:${name}` }, status: { const: status } });
    return documentOf([{ 404: one("a", 404), 409: one("b", 409) }], "application/problem+json");
  }
});

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
    booking: dynamicResource("booking", integer(), {
      find: get().response<{ id: number }>().failure(NotFound, Overlap, Full, Taken),
      remove: del().failure(NotFound),
    }),
  }),
};`;
  const head = `import { del, dynamicResource, errorFormat, failure, get, integer, json, rootResource, staticResource, type } from "bough";\n${types}\n`;
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
    async (name, root, shown: { readonly rejections?: "all" | false }) => {
      const file = name.replaceAll(" ", "-");
      const before = await exported(`${file}.ts`, `${head}export const api = ${root};\n`, shown);
      const read = readDocument(before.document, {
        typed: true,
        verified: true,
        errorFormats: true,
      });
      expect(read.findings).toEqual([]);
      const text = singleModule(declarationsOf(read, { tags: true }));
      expect(text).toContain("errorFormat(");
      expect(text).toContain('failure("overlap", 409, { code: 40901 }).body<{ with: string }>()');
      const after = await exported(`${file}-again.ts`, text, shown);
      verify(after.api as never);
      if (shown.rejections !== false) {
        expect(after.document).toEqual(before.document);
      }
      const { contract } = readDocument(before.document, { bounds: true });
      expect(checkDifferences(after.contract, contract).differences).toEqual([]);
      const again = readDocument(after.document, {
        typed: true,
        verified: true,
        errorFormats: true,
      });
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
