// The error format of a root in the contract and the document, and the responses of its server judged by Ajv.
import { Ajv2020 } from "ajv/dist/2020.js";
import { dynamicResource, failure, get, integer, json, rootResource, type } from "bough";
import { errorFormat } from "bough/existing";
import { contractOf } from "bough/contract";
import { openApi } from "bough-openapi";
import { createServer } from "bough/server";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { AnyErrorFormat } from "bough/types";

const NotFound = failure("booking-not-found", 404);
const Overlap = failure("overlap", 409, { code: 40_901 }).body(z.object({ with: z.string() }));
const Taken = failure("taken", 409);
const ApiError = z.object({
  error: z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() }),
});
const booking = dynamicResource("booking", integer(), {
  find: get().response(z.number()).failure(NotFound, Overlap, Taken),
});
const formatted = rootResource(
  "v1",
  { errors: errorFormat(ApiError, { code: "error.code", data: "error.details" }) },
  { booking },
);
const info = { title: "", version: "1" };

describe("the contract", () => {
  test("has the paths of the format, and the codes of failures", () => {
    const [find] = contractOf(formatted).endpoints;
    expect(find?.errors).toEqual({ code: "error.code", data: "error.details" });
    expect(find?.rejections).toMatchObject([{ mediaType: "application/json" }]);
    expect(find?.failures?.map(({ name, code, type: uri }) => [name, code, uri])).toEqual([
      ["booking-not-found", "booking-not-found", undefined],
      ["overlap", 40_901, undefined],
      ["taken", "taken", undefined],
    ]);
    expect(find?.failures?.[1]?.content).toMatchObject([
      { mediaType: "application/json", schema: { properties: { with: { type: "string" } } } },
    ]);
  });
});

describe("the document", () => {
  const document = openApi(formatted, { info });
  const { responses } = (document.paths["/v1/{booking}"]?.["get"] ?? {}) as {
    responses: Record<string, { content: Record<string, { schema: Record<string, unknown> }> }>;
  };

  test("has one response for each status, with a constant for each code", () => {
    const of = (status: number): unknown => responses[status]?.content["application/json"]?.schema;
    expect(of(409)).toEqual({
      oneOf: [
        { $ref: "#/components/schemas/OverlapError" },
        { $ref: "#/components/schemas/TakenError" },
      ],
    });
    expect(of(404)).toMatchObject({
      oneOf: [{ $ref: "#/components/schemas/BookingNotFoundError" }, {}],
    });
    expect(JSON.stringify(document)).not.toContain("problem+json");
    expect(document.components?.schemas?.["TakenError"]).toMatchObject({
      allOf: [
        { properties: { error: { properties: { code: { type: "string" } } } } },
        { properties: { error: { properties: { code: { const: "taken" } }, required: ["code"] } } },
      ],
    });
  });

  test("marks the format, and names the failures of each response", () => {
    expect(document["x-bough-errors"]).toMatchObject({
      code: "error.code",
      data: "error.details",
      content: { "application/json": { schema: { properties: { error: {} } } } },
    });
    expect(responses[409]).toMatchObject({
      "x-bough-errors": [
        { name: "overlap", code: 40_901, data: { properties: { with: { type: "string" } } } },
        { name: "taken" },
      ],
    });
    expect(responses[500] ?? responses["default"]).not.toHaveProperty("x-bough-errors");
  });

  test("marks no format if the roots differ", () => {
    const other = rootResource("v2", { list: get().response(z.number()) });
    expect(openApi({ formatted, other }, { info })).not.toHaveProperty("x-bough-errors");
  });

  test.each<[string, AnyErrorFormat, (code: string | number, data: unknown) => unknown]>([
    [
      "an object",
      errorFormat(ApiError, { code: "error.code", data: "error.details" }),
      (code, data) => ({ error: { code: String(code), message: "", details: data } }),
    ],
    [
      "a list",
      errorFormat(
        z.object({
          errors: z.array(
            z.object({ code: z.union([z.string(), z.number()]), meta: z.unknown().optional() }),
          ),
        }),
        { code: "errors.0.code", data: "errors.0.meta" },
      ),
      (code, data) => ({ errors: [{ code, meta: data }] }),
    ],
    [
      "a type alone",
      errorFormat(
        json(type<{ code: string | number; data?: unknown }>(), {
          mediaType: "application/vnd.e+json",
        }),
        {
          code: "code",
          data: "data",
        },
      ),
      (code, data) => ({ code, data }),
    ],
  ])("fits the responses of a server: %s", async (name, errors, body) => {
    const root = rootResource("x", { errors } as object, { booking });
    const server = createServer({ onError: () => undefined });
    const write: unknown = ({ code, data }: { code: string | number; data: unknown }) =>
      body(code, data);
    server.errors(root as never, write as never);
    server.route(root.booking.find, ({ ids, fail }) =>
      ids.booking === 1
        ? fail(NotFound)
        : ids.booking === 2 && name !== "an object"
          ? fail(Overlap, { with: "1" })
          : fail(Taken),
    );
    const made = openApi(server, {
      info,
      rejections: "all",
      servers: [{ url: "/" }],
      onWarning: () => undefined,
    });
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(JSON.parse(JSON.stringify(made)) as object, "document");
    for (const [path, status] of [
      ["/x/1", 404],
      ["/x/2", 409],
      ["/x/3", 409],
      ["/x/a", 404],
    ] as const) {
      const response = await server.fetch(new Request(`http://localhost${path}`));
      const mediaType = response.headers.get("content-type") ?? "";
      expect(response.status).toBe(status);
      const steps = [
        "paths",
        "/x/{booking}",
        "get",
        "responses",
        `${status}`,
        "content",
        mediaType,
        "schema",
      ];
      const pointer = steps.map((step) => encodeURIComponent(step.replaceAll("/", "~1"))).join("/");
      const validate = ajv.compile({ $ref: `document#/${pointer}` });
      expect(validate(await response.json()), JSON.stringify(validate.errors)).toBe(true);
    }
  });

  test("takes a number as the code of a format whose codes are text", () => {
    const text = JSON.stringify(document.components?.schemas?.["OverlapError"]);
    const ajv = new Ajv2020({ strict: false });
    const validate = ajv.compile(JSON.parse(text) as object);
    const error = { code: 40_901, message: "", details: { with: "1" } };
    expect(validate({ error })).toBe(true);
    expect(validate({ error: { ...error, code: "40901" } })).toBe(false);
    expect(validate({ error: { ...error, details: {} } })).toBe(false);
  });

  test("shows failures by status in a format without a code", () => {
    const root = rootResource(
      "n",
      {
        errors: errorFormat(z.object({ message: z.string(), data: z.unknown() }), { data: "data" }),
      },
      { find: get().failure(NotFound, Overlap) },
    );
    const shown = JSON.stringify(openApi(root, { info }));
    expect(shown).not.toContain("const");
    expect(shown).toContain('"with"');
  });
});
