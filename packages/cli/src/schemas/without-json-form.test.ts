import { describe, expect, test } from "vitest";
import { extracted, ofType, requestOf } from "../../../../test/support/extracted.ts";

const BIGINT =
  "which has no JSON form: write string, because JavaScript rounds large numbers in JSON";

describe("types without a JSON form", () => {
  test.each([
    ["Date", "has the type Date, which has no JSON form"],
    ["Map<string, 1>", "has the type Map<string, 1>, which has no JSON form"],
    ["bigint", `has the type bigint, ${BIGINT}`],
    ["number | bigint", `has the type bigint, ${BIGINT}`],
    ["void", "has the type void, which has no JSON form: write undefined"],
    ["symbol", "has the type symbol, which has no JSON form"],
    ["() => void", "is a function, which JSON cannot contain"],
    ["(string | undefined)[]", "can be undefined, which JSON turns into null", "/*"],
    [
      "{ toJSON(): string }",
      "has the type { toJSON(): string; }, whose toJSON() changes what is sent",
    ],
    ["Uppercase<string>", "has the type Uppercase<string>, which has no JSON form"],
    [
      "[...string[], 1]",
      "is a tuple with elements behind a rest element, which has no JSON Schema",
    ],
    ["string[] & { x: 1 }", "is an array with other members"],
    ["Rows } interface Rows extends Array<1> { total: 1", "is an array with other members"],
  ])("%s is a warning in an unchecked body, whose schema is {}", (type, text, at = "") => {
    const unchecked = ofType(`interface T { a: ${type} }`);
    expect(unchecked.warnings).toEqual([`POST /x request, /a${at}: ${text}. It is not validated`]);
    expect(unchecked.errors).toEqual([]);
    expect(requestOf(unchecked)).toEqual({ schema: {}, unchecked: true });
    expect(unchecked.schemas.components).toEqual({});
  });

  test("are errors in any other body, also if an unchecked body has the same type", () => {
    const { errors, warnings, schemas } = extracted(`
      import { post, rootResource, type } from "bough";
      import type { Body } from "bough/types";
      interface T { a: Date }
      declare const body: Body<T>;
      export const api = rootResource({
        a: post("a").request(type<T>({ unchecked: true })),
        b: post("b").request(body),
      });`);
    const text = "request, /a: has the type Date, which has no JSON form";
    expect(warnings).toEqual([`POST /a ${text}. It is not validated`]);
    expect(errors).toEqual([`POST /b ${text}`]);
    expect(schemas.components).toEqual({});
  });

  test("of optional members are named", () => {
    const { errors } = extracted(`
      import { post, rootResource } from "bough";
      import type { Body } from "bough/types";
      interface T { deleted?: void; list: { n?: number | bigint }[] }
      declare const body: Body<T>;
      export const api = rootResource({ b: post("b").request(body) });`);
    expect(errors).toEqual([
      "POST /b request, /deleted: has the type void, which has no JSON form: write undefined",
      `POST /b request, /list/*/n: has the type bigint, ${BIGINT}`,
    ]);
  });

  test("{} and types without members keep everything, which is a warning", () => {
    const source = `
      interface None {}
      interface T { a: {}; b: None | null; c: string & {}; d: Record<string, unknown>; e: object }`;
    const remedy =
      "which keeps every member of a value: declare its members, or write Record<string, unknown> if it keeps all of them";
    const texts = [
      `POST /x request, /a: has the type {}, ${remedy}`,
      `POST /x request, /b: has the type None, ${remedy}`,
    ];
    expect(ofType(source)).toMatchObject({ errors: [], warnings: texts });
    expect(ofType(source, { strict: true })).toMatchObject({ errors: texts, warnings: [] });
    const { warnings } = extracted(`
      import { get, rootResource } from "bough";
      export const api = rootResource({ a: get("a").response<{}>() });`);
    expect(warnings).toEqual([`GET /a response 200: has the type {}, ${remedy}`]);
  });

  test("any is a warning with its path, an error if strict; unknown is anything", () => {
    const source = "interface T { list: { meta: any; other: unknown }[] }";
    const text = "POST /x request, /list/*/meta: has the type any";
    expect(ofType(source)).toMatchObject({ errors: [], warnings: [text] });
    expect(ofType(source, { strict: true })).toMatchObject({ errors: [text], warnings: [] });
  });

  test("a tag in a comment that TypeScript does not read is an error", () => {
    const { errors } = ofType(`
      interface T { /** @integer @minimum 0 */ a: number; /** Prose. */ b: 1; /** @maximum 1 */ c: { d: 1 } }
      interface U {
        a: number; /** @minimum 1, said of a */
        /** @minimum 2 */
        b: number;
      }`);
    const text = "in a comment behind other code, which TypeScript does not read";
    expect(errors).toEqual(
      ["a: has @integer", "c: has @maximum"].map(
        (start) => `POST /x request, /${start} ${text}: write the comment in a line of its own`,
      ),
    );
  });

  test("patterns of templates need no more time for hostile texts", () => {
    const { schemas } = ofType(
      "interface T { a: `id-${number}`; b: `${number}${number}`; c: `${number}.${number}`; d: `${string}-${string}` }",
    );
    const properties = schemas.components["T"]?.["properties"] as Record<
      string,
      { pattern: string }
    >;
    // With repetitions that overlap, each of these takes minutes.
    for (const part of [" ", "1", "1.", ". ", "-"]) {
      const text = `${part.repeat(300_000)}x`;
      for (const { pattern } of Object.values(properties)) {
        expect(new RegExp(pattern, "u").test(`id-${text}\n-`)).toBe(pattern.includes("(?!"));
        if (part !== "-") expect(new RegExp(pattern, "u").test(text)).toBe(false);
      }
    }
  });

  test("typed parts have schemas by name, of each body that a part may be", () => {
    const { schemas } = extracted(`
      import { file, json, multipart, part, plainText, post, rootResource, string } from "bough";
      import { oneOfBodies } from "bough/existing";
      interface Meta { a: string }
      const parts = {
        meta: json<Meta>(),
        maybe: part(json<Meta>()).optional(),
        some: part(oneOfBodies(json<Meta>(), plainText())).list({ max: 2 }),
        note: oneOfBodies(json<Meta>(), plainText()),
        name: string(),
        picture: file(),
      };
      export const api = rootResource({ x: post("x").request(multipart(parts)) });`);
    const meta = { $ref: "#/components/schemas/Meta" };
    const note = { anyOf: [meta, { type: "string" }] };
    expect(schemas.endpoints["POST /x"]?.request).toEqual({
      "multipart/form-data": { parts: { maybe: meta, meta, note, some: note } },
    });
  });

  test("a generic that grows is an error that names endpoint and path", () => {
    const { errors } = ofType(
      "interface Nest<V> { v: V; next?: Nest<V[]> }\ninterface T { tree: Nest<string> }",
    );
    expect(errors).toEqual([
      "POST /x request, /tree: contains the generic Nest with ever new type arguments: stopped after 50",
    ]);
  });
});
