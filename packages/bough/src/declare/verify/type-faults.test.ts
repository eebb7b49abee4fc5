import { describe, expect, test } from "vitest";
import { z } from "zod";
import { form } from "../../bodies/form/declared.ts";
import { multipart } from "../../bodies/multipart/declared.ts";
import { get, post } from "../endpoint/verbs.ts";
import { either } from "../parameter/either.ts";
import { jsonText } from "../parameter/json-text.ts";
import { list } from "../parameter/list.ts";
import { object } from "../parameter/object.ts";
import { oneOf } from "../parameter/one-of.ts";
import { boolean, integer, string } from "../parameter/parameter-types.ts";
import type { AnyParameter } from "../parameter/parameter.ts";
import { record } from "../parameter/record.ts";
import { dynamicResource, rootResource, staticResource } from "../tree/resource.ts";
import type { AnyResource } from "../tree/placement.ts";
import { DeclarationError } from "./declaration-error.ts";
import { verify } from "./verify.ts";

/** A value as plain JavaScript may give it. */
const given = (value: unknown): never => value as never;

function faultsIn(api: AnyResource): string[] {
  try {
    verify(api);
  } catch (error) {
    expect(error).toBeInstanceOf(DeclarationError);
    return (error as DeclarationError).faults.map(({ fault, remedy }) => `${fault}: ${remedy}`);
  }
  return [];
}
const inQuery = (types: Readonly<Record<string, unknown>>): string[] =>
  faultsIn(rootResource({ find: get().parameters(given(types)) }));

const range = object({ gte: integer().optional() });
const nested = (depth: number): AnyParameter =>
  depth === 1 ? object({ x: integer() }) : object({ x: given(nested(depth - 1)) });
const ONE = "pass types of one value to either(): either(integer(), boolean())";
const LAST = "move string() to the end, or add bounds to it";
const behind = "is either() with a type behind string(), which decodes every text";

describe("a parameter type with types inside", () => {
  test.each([
    [
      object({}),
      "is object() without members: name them: object({ gte: integer() }), or use record(string())",
    ],
    [
      list(range, { style: "comma" }),
      'is a list of objects with the style "comma": remove style: such a list is indexed',
    ],
    [
      list(range, { style: "repeat" }),
      'is a list of objects with the style "repeat": remove style: such a list is indexed',
    ],
    [
      list(range, { style: "brackets" }),
      'is a list of objects with the style "brackets": remove style: such a list is indexed',
    ],
    [either(), `is either() without types: ${ONE}`],
    [either(string(), integer()), `${behind}: ${LAST}`],
    [either(boolean(), string({ nul: true }), oneOf("a")), `${behind}: ${LAST}`],
    [either(either(integer(), string()), boolean()), `${behind}: ${LAST}`],
    [either(integer({ min: 2, max: 1 }), string()), "has the min 2 above its max 1: swap the two"],
    [nested(6), "has objects in objects 6 deep: nest at most 5, or use jsonText()"],
    [list(given(nested(6))), "has objects in objects 6 deep: nest at most 5, or use jsonText()"],
    [oneOf("1", 1), 'is oneOf() with the text "1" and the same number: pass one of the two'],
  ])("%# is reported", (type, fault) => {
    expect(inQuery({ a: type })).toEqual([`the query parameter "a" ${fault}`]);
  });

  test.each(["__proto__", "constructor", "prototype", "", "a[b", "a]"])(
    "has no member %j",
    (name) => {
      const members = Object.fromEntries([[name, integer()]]);
      expect(inQuery({ a: object(given(members)) })).toEqual([
        `the query parameter "a[${name}]" has a name that brackets cannot carry: use another name: not empty, without brackets, not __proto__, constructor or prototype`,
      ]);
    },
  );

  test("names the member of a fault", () => {
    expect(
      inQuery({
        a: object({ b: object({ c: integer({ min: 2, max: 1 }), d: oneOf() }) }),
      }),
    ).toEqual([
      'the query parameter "a[b][c]" has the min 2 above its max 1: swap the two',
      'the query parameter "a[b][d]" is oneOf() without values: list texts or numbers: oneOf("a", "b")',
    ]);
  });

  test.each([
    nested(5),
    list(range),
    list(range, { style: "indexed" }),
    either(integer(), string()),
    either(string({ max: 3 }), integer()),
    either(string({ min: 1 }), integer()),
    either(string({ pattern: /^a/ }), integer()),
    either(string().check(z.string().max(2)), integer()),
    either(string(), range),
    record(range),
    object({ inner: range, list: list(string(), { style: "indexed" }) }),
    oneOf(1, 2).default(2),
    jsonText(),
  ])("%# is sound", (type) => {
    expect(inQuery({ a: type })).toEqual([]);
  });
});

describe("ids, headers and parts", () => {
  const only = (what: string, kind: string): string =>
    `${what} is ${kind}(), which only queries and forms carry: use jsonText()`;

  test("have one text", () => {
    const api = rootResource({
      id: dynamicResource("id", object({ x: integer() }), {
        find: get().headers({ h: record(string()), e: either(integer(), range) }),
      }),
      send: post("send").request(multipart({ f: range, s: list(string(), { style: "pipe" }) })),
      form: post("form").request(form({ f: range, s: list(string(), { style: "pipe" }) })),
    });
    expect(faultsIn(api)).toEqual([
      only("its id", "object"),
      only('the request header "h"', "record"),
      only('the request header "e"', "object"),
      only('the field "f"', "object"),
      'the field "s" has the style "pipe", which only queries and forms carry: remove style',
    ]);
  });
});

describe("names with brackets", () => {
  const clash = (name: string, owner: string, what = "the query parameter"): string =>
    `${what} "${name}" clashes with "${owner}", whose members have such names: rename one of the two, or declare a member of the object`;

  test("belong to one parameter", () => {
    expect(inQuery({ created: range, "created[gte]": integer() })).toEqual([
      clash("created[gte]", "created"),
    ]);
    expect(inQuery({ "ids[]": string(), ids: list(integer(), { style: "brackets" }) })).toEqual([
      clash("ids[]", "ids"),
    ]);
    expect(inQuery({ created: integer(), "created[gte]": integer() })).toEqual([]);
    expect(inQuery({ created: range, createdAt: integer(), "[created]": integer() })).toEqual([]);
  });

  test("belong to one parameter, also of the resources above", () => {
    const below = rootResource(
      "v1",
      { parameters: { created: range } },
      { a: staticResource("a", { find: get().parameters({ "created[lt]": integer() }) }) },
    );
    expect(faultsIn(below)).toEqual([clash("created[lt]", "created")]);
    const above = rootResource(
      "v1",
      { parameters: { "created[lt]": integer() } },
      { a: staticResource("a", { parameters: { created: range } }, { find: get() }) },
    );
    expect(faultsIn(above)).toEqual([clash("created[lt]", "created")]);
  });

  test("belong to one field of a form", () => {
    const api = rootResource({
      send: post().request(form({ a: record(string()), "a[b]": string() })),
    });
    expect(faultsIn(api)).toEqual([clash("a[b]", "a", "the field")]);
  });
});
