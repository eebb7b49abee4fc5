import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { DeclarationError } from "./declaration-error.ts";
import { form } from "../../bodies/form/declared.ts";
import { parameter } from "../parameter/parameter-make.ts";
import type { Parameter } from "../parameter/parameter.ts";
import { list, segments } from "../parameter/list.ts";
import { either } from "../parameter/either.ts";
import { record } from "../parameter/record.ts";
import { type } from "../body/body.ts";
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

test.each<[() => unknown, string]>([
  [
    () => string({ max: given("5") }),
    'string: expected min and max to be of type number, received "5"',
  ],
  [
    () => number({ min: given(null) }),
    "number: expected min and max to be of type number, received null",
  ],
  [() => integer(given(null)), "integer: expected an object, received null"],
  [() => integer(given(1)), "integer: expected an object, received 1"],
  [() => date({ max: given(5) }), "date: expected min and max to be of type string, received 5"],
  [
    () => dateTime({ max: given("2026-01-31") }),
    'dateTime: expected min and max to be of type object, received "2026-01-31"',
  ],
  [() => oneOf(given(["a", "b"])), 'oneOf: list strings or numbers, such as oneOf("a", "b")'],
  [() => oneOf(1, Number.NaN), 'oneOf: list strings or numbers, such as oneOf("a", "b")'],
  [
    () => list(string(), { max: given("5") }),
    'list: expected min and max to be of type number, received "5"',
  ],
  [
    () => list(string(), { style: given("csv") }),
    'list: expected a style such as "comma", received "csv"',
  ],
  [
    () => record(string(), { style: given("comma") }),
    'record: expected the style "brackets" or "spread", received "comma"',
  ],
  [() => list(given(list(string()))), "list: pass the type of one value, such as list(integer())"],
  [() => list(given(segments())), "list: pass the type of one value, such as list(integer())"],
  [
    () => list(given(string().optional())),
    "list: pass the type of one value, such as list(integer())",
  ],
  [
    () => either(given(list(integer()))),
    "either: pass the type of one value, such as either(integer())",
  ],
  [
    () => either(given(record(string(), { style: "spread" }))),
    "either: pass the type of one value, such as either(integer())",
  ],
  [
    () => record(given(string().optional())),
    "record: pass the type of one value, such as record(integer())",
  ],
  [
    () => parameter(given({ decode: String })),
    "parameter: expected the functions decode and encode, received",
  ],
  [
    () => parameter(given({ decode: 5, encode: String })),
    "parameter: expected the functions decode",
  ],
  [() => get().response(type<string>(), given(201)), "response: expected an object, received 201"],
  [() => post().request(type<string>(), given(5)), "request: expected an object, received 5"],
  [
    () =>
      (get().response<string[]>() as unknown as { paged: (options: number) => unknown }).paged(1),
    "paged: expected an object, received 1",
  ],
  [() => post().idempotent(given(1)), "idempotent: expected an object, received 1"],
])("%# is refused by the function that got it", (declare, message) => {
  expect(declare).toThrow(TypeError);
  expect(declare).toThrow(message);
});

describe("what a parameter type is made of", () => {
  test.each([
    [string({ min: 5, max: 2 }), "has the min 5 above its max 2", "swap the two"],
    [string({ min: -1 }), "has the min -1", COUNT],
    [
      string({ delimiters: ",/" }),
      'has the delimiters ",/"',
      "pass characters of !$&'()*+,;=:@ as a string",
    ],
    [integer({ min: 1.5 }), "has the min 1.5", "pass a whole number"],
    [integer({ max: Number.NaN }), "has the max NaN", "pass a whole number"],
    [date({ min: "2025-02-29" }), 'has the min "2025-02-29"', 'pass a day: "2026-01-31"'],
    [
      date({ min: "2026-02-01", max: "2026-01-31" }),
      "has the min 2026-02-01 above its max 2026-01-31",
      "swap the two",
    ],
    [
      dateTime({ min: new Date(NaN) }),
      "has the min an object (Date)",
      "pass a Date that is an instant",
    ],
    [
      dateTime({ min: new Date(1), max: new Date(0) }),
      "has the min 1970-01-01T00:00:00.001Z above its max 1970-01-01T00:00:00.000Z",
      "swap the two",
    ],
    [oneOf(), "is oneOf() without values", 'list texts or numbers: oneOf("a", "b")'],
    [list(string(), { min: 3, max: 1 }), "has the min 3 above its max 1", "swap the two"],
    [list(integer({ min: 2, max: 1 })), "has the min 2 above its max 1", "swap the two"],
    [
      list(integer()).default([Number.NaN]),
      "has the default NaN, which is not a number",
      "pass a value of its type, or .optional()",
    ],
    [segments(), "is segments(), which only an id can be", "use list(string())"],
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
