import { describe, expect, test } from "vitest";
import { form } from "../../bodies/form/declared.ts";
import { get, post } from "../endpoint/verbs.ts";
import { list } from "../parameter/list.ts";
import { object } from "../parameter/object.ts";
import { integer, string } from "../parameter/parameter-types.ts";
import { record } from "../parameter/record.ts";
import { apiKey } from "../../facts/security/declared-schemes.ts";
import type { AnyResource } from "../tree/placement.ts";
import { dynamicResource, rootResource, staticResource } from "../tree/resource.ts";
import type { DeclarationError } from "./declaration-error.ts";
import { verify } from "./verify.ts";

const given = (value: unknown): never => value as never;

function faultsIn(api: unknown): string[] {
  try {
    verify(api as AnyResource);
  } catch (error) {
    return (error as DeclarationError).faults.map(({ fault, remedy }) => `${fault}: ${remedy}`);
  }
  return [];
}
const inQuery = (types: Readonly<Record<string, unknown>>): string[] =>
  faultsIn(rootResource({ find: get().parameters(given(types)) }));

const STYLE = { style: "spread" } as const;
const page = object({ number: integer(), size: integer() }, STYLE);
const any = record(string(), STYLE);
const RENAME = "rename one of the two, or remove the style";

describe("a spread parameter", () => {
  test("may stand beside others", () => {
    const more = object({ "a[b]": string(), created: object({ gte: integer() }) }, STYLE);
    expect(inQuery({ page, more, any, limit: integer(), x: record(string()) })).toEqual([]);
    expect(inQuery({ page: page.optional(), any: record(list(string()), STYLE) })).toEqual([]);
  });

  test.each([
    [
      { page, size: string() },
      [
        `the query parameter "size" has the same name as the member "size" of the query parameter "page": ${RENAME}`,
      ],
    ],
    [
      { size: string(), page },
      [
        `the member "size" of the query parameter "page" has the same name as the query parameter "size": ${RENAME}`,
      ],
    ],
    [
      { page, next: object({ size: integer() }, STYLE) },
      [
        `the member "size" of the query parameter "next" has the same name as the member "size" of the query parameter "page": ${RENAME}`,
      ],
    ],
    [
      { any, more: record(integer(), STYLE) },
      [
        'the query parameter "more" has all other names, and "any" has them too: remove the style of one of the two',
      ],
    ],
    [
      {
        page,
        "size[x]": string(),
        x: object({ created: object({ a: string() }) }, STYLE),
        "created[b]": string(),
      },
      [
        'the query parameter "created[b]" clashes with "created", whose members have such names: rename one of the two, or declare a member of the object',
      ],
    ],
    [
      { any: record(given(object({ a: string() })), STYLE) },
      [
        'the query parameter "any" has the style "spread" and values whose names have brackets: remove style, or use values of one text',
      ],
    ],
    [
      { q: object({ page }) },
      [
        'the query parameter "q[page]" has the style "spread" inside another object: remove style: only a parameter itself is spread',
      ],
    ],
    [
      { q: object({ constructor: string() } as never, STYLE) },
      [
        'the query parameter "q[constructor]" has a name that a query cannot carry: use another name: not empty, without brackets, not __proto__, constructor or prototype',
      ],
    ],
  ])("%o has its faults, with both parties", (types, faults) => {
    expect(inQuery(types)).toEqual(faults);
  });

  test("has those beside inherited parameters too, and may be declared again", () => {
    const below = (types: object): string[] =>
      faultsIn(
        rootResource(
          "v1",
          { parameters: { page, any } },
          { x: staticResource("x", { find: get().parameters(given(types)) }) },
        ),
      );
    expect(below({ page, limit: integer() })).toEqual([]);
    expect(below({ size: integer() })).toEqual([
      `the query parameter "size" has the same name as the member "size" of the query parameter "page": ${RENAME}`,
    ]);
    expect(below({ more: record(string(), STYLE) })).toEqual([
      'the query parameter "more" has all other names, and "any" has them too: remove the style of one of the two',
    ]);
  });

  test("has those in forms, and is no id, header or API key", () => {
    const body = form({ page, size: integer() });
    expect(faultsIn(rootResource({ make: post().request(body) }))).toEqual([
      expect.stringContaining(
        'the field "size" has the same name as the member "size" of the field "page"',
      ),
    ]);
    expect(faultsIn(rootResource({ make: get().headers({ "x-a": given(any) }) }))).toEqual([
      'the request header "x-a" is record(), which only queries and forms carry: use jsonText()',
    ]);
    const id = dynamicResource("id", given(page), { find: get() });
    expect(faultsIn(rootResource({ id }))).toEqual([
      "its id is object(), which only queries and forms carry: use jsonText()",
    ]);
    const key = apiKey("key", { query: "size" });
    expect(faultsIn(rootResource({ find: get().parameters({ page }).security(key) }))).toEqual([
      'the query parameter "size" is the key of the security scheme "key", and is declared too: remove its declaration: authenticate gets it',
    ]);
  });
});
