import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { DeclarationError } from "./declaration-error.ts";
import { form } from "../../bodies/form/declared.ts";
import { parameter } from "../parameter/parameter-make.ts";
import type { Parameter } from "../parameter/parameter.ts";
import { list, segments } from "../parameter/list.ts";
import { oneOf } from "../parameter/one-of.ts";
import {
  bigint,
  boolean,
  date,
  dateTime,
  integer,
  number,
  string,
} from "../parameter/parameter-types.ts";
import { dynamicResource, rootResource } from "../tree/resource.ts";
import { get, post } from "../endpoint/verbs.ts";
import { verify } from "./verify.ts";

// As plain JavaScript gives it.
const given = (value: unknown): never => value as never;

const faultsIn = (api: object): string[][] => {
  try {
    verify(given(api));
  } catch (error) {
    expect(error).toBeInstanceOf(DeclarationError);
    return (error as DeclarationError).faults.map(({ fault, remedy }) => [fault, remedy]);
  }
  return [];
};
const inQuery = (type: unknown): string[][] =>
  faultsIn(rootResource({ find: get().parameters({ a: given(type) }) }));

const WHAT = 'the query parameter "a"';
const COUNT = "pass a whole number from 0";

describe("what a parameter type is made of", () => {
  test.each([
    [string({ min: 5, max: 2 }), "has the min 5 above its max 2", "swap the two"],
    [string({ min: -1 }), "has the min -1", COUNT],
    [string({ max: given("5") }), 'has the max "5"', COUNT],
    [
      string({ delimiters: ",/" }),
      'has the delimiters ",/"',
      "pass characters of !$&'()*+,;=:@ as a string",
    ],
    [integer({ min: 1.5 }), "has the min 1.5", "pass a whole number"],
    [integer({ max: Number.NaN }), "has the max NaN", "pass a whole number"],
    [number({ min: given(null) }), "has the min null", "pass a number"],
    [integer(given(null)), "has null for its options", "pass an object of min, max"],
    [integer(given(1)), "has 1 for its options", "pass an object of min, max"],
    [integer(given({ minimum: 1 })), 'has the unknown option "minimum"', "use min, max"],
    [date({ min: "2025-02-29" }), 'has the min "2025-02-29"', 'pass a day: "2026-01-31"'],
    [date({ max: given(new Date(0)) }), "has the max an object (Date)", 'pass a day: "2026-01-31"'],
    [
      date({ min: "2026-02-01", max: "2026-01-31" }),
      "has the min 2026-02-01 above its max 2026-01-31",
      "swap the two",
    ],
    [date({ size: 1 } as never), 'has the unknown option "size"', "use min, max"],
    [
      dateTime({ min: new Date(NaN) }),
      "has the min an object (Date)",
      "pass a Date that is an instant",
    ],
    [
      dateTime({ max: given("2026-01-31") }),
      'has the max "2026-01-31"',
      "pass a Date that is an instant",
    ],
    [
      dateTime({ min: new Date(1), max: new Date(0) }),
      "has the min 1970-01-01T00:00:00.001Z above its max 1970-01-01T00:00:00.000Z",
      "swap the two",
    ],
    [oneOf(), "is oneOf() without values", 'list texts or numbers: oneOf("a", "b")'],
    [
      oneOf(given(["a", "b"])),
      "is oneOf() with a list, which is neither text nor a number",
      'list texts or numbers: oneOf("a", "b")',
    ],
    [list(string(), { min: 3, max: 1 }), "has the min 3 above its max 1", "swap the two"],
    [list(string(), { max: given("5") }), 'has the max "5"', COUNT],
    [
      list(string(), { style: given("csv") }),
      'has the style "csv"',
      'pass "repeat", "comma", "space", "pipe", "brackets", "indexed"',
    ],
    [
      list(given(list(string()))),
      "is a list whose element is a list",
      "pass the type of one element to list(): list(integer())",
    ],
    [
      list(given(segments())),
      "is a list whose element is a list",
      "pass the type of one element to list(): list(integer())",
    ],
    [list(integer({ min: 2, max: 1 })), "has the min 2 above its max 1", "swap the two"],
    [
      list(integer()).default([Number.NaN]),
      "has a default that is not a list with elements of its type",
      "pass such an array, or remove .default(): an absent list is []",
    ],
    [
      list(oneOf("a")).default(given(["a", "b"])),
      "has a default that is not a list with elements of its type",
      "pass such an array, or remove .default(): an absent list is []",
    ],
    [
      list(integer()).default(given([])),
      "has a default that is not a list with elements of its type",
      "pass such an array, or remove .default(): an absent list is []",
    ],
    [segments(), "is segments(), which only an id can be", "use list(string())"],
    [
      parameter(given({ decode: String })),
      "has the encode undefined",
      "pass a function of one value",
    ],
    [
      parameter(given({ decode: 5, encode: String })),
      "has the decode 5",
      "pass a function of one value",
    ],
    [
      integer().default(Number.NaN),
      "has the default NaN, which is not a number",
      "pass a value of its type, or .optional()",
    ],
  ])("%# is told of by verify", (type, fault, remedy) => {
    expect(inQuery(type)).toEqual([[`${WHAT} ${fault}`, remedy]]);
  });

  test.each([
    string({ min: 0, max: Infinity, pattern: /^a/gy }),
    string({ min: 2, max: 2 }),
    string({ pattern: runInNewContext("/^a/u") }),
    // As the engines are that take no time beyond the text's length.
    string({ pattern: given({ [Symbol.search]: () => 0 }) }),
    string({ min: given(undefined) }),
    integer({ min: -5, max: Infinity }),
    // A default is not checked: it may say that nothing was given.
    integer({ min: 1 }).default(0),
    number({ min: -1.5, max: 1.5 }).default(0.5),
    // A schema may be looser than what it refines, and a default is what it gives.
    integer().check(z.number().nullable()).default(null),
    boolean().default(false),
    bigint().default(1n),
    date({ min: "0000-01-01", max: "9999-12-31" }).default("2026-01-31"),
    dateTime({ min: new Date(0), max: new Date(0) }).default(new Date(0)),
    oneOf("a").default("a"),
    list(oneOf("a", "b"), { min: 1, max: 2, style: "comma" }),
    parameter({ decode: String, encode: String }).default(""),
    parameter({ decode: Number, encode: String }).default(Number.NaN),
  ])("%# is sound", (type) => {
    expect(inQuery(type)).toEqual([]);
  });

  test("is looked at in ids, forms and headers as well", () => {
    const wrong = oneOf();
    const api = rootResource({
      user: dynamicResource("user", wrong as Parameter<string>, {
        find: get().headers({ h: given(wrong) }),
      }),
      send: post("send").request(form({ f: given(wrong) })),
    });
    expect(faultsIn(api).map(([fault]) => fault)).toEqual([
      "its id is oneOf() without values",
      'the request header "h" is oneOf() without values',
      'the field "f" is oneOf() without values',
    ]);
  });
});

test.each([/a/g, /a/y])("the pattern %o is asked from the beginning each time", (pattern) => {
  const { encode } = string({ pattern })["~parameter"];
  expect([encode("a"), encode("a"), encode("a")]).toEqual(["a", "a", "a"]);
});
