import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeAll, decodeOne, writeTexts, encodeOne } from "./parameter-codec.ts";
import { list, segments } from "./list.ts";
import { oneOf } from "./one-of.ts";
import {
  bigint,
  boolean,
  date,
  dateTime,
  integer,
  number,
  string,
  uuid,
} from "./parameter-types.ts";
import { Issue, type AnyParameter } from "./parameter.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("0", "1", "9", "-", "+", ".", "e", "E", " ", "_", "n", "T", "Z", ":"),
  }),
);

// RFC 3339 has the years 0000 to 9999.
const FIRST = new Date("0000-01-01T00:00:00.000Z");
const LAST = new Date("9999-12-31T23:59:59.999Z");
const instants = fc.date({ min: FIRST, max: LAST, noInvalidDate: true });

/** Texts that name no value to a strict reader, and are read by a lenient one. */
const loose = [
  "",
  " ",
  " 1",
  "1 ",
  "\t1",
  "1\n",
  "+1",
  "0x10",
  "0b1",
  "0o7",
  "01",
  "00",
  "-01",
  "1_000",
  "1,000",
  "1n",
  "NaN",
  "Infinity",
  "-Infinity",
  "infinity",
  "١",
  "１",
  "1e",
  "e1",
  "1.",
  ".5",
  "--1",
  "-",
  "null",
  "undefined",
  "true1",
  "1 2",
  "1\u0000",
  "1e1e1",
  "1.2.3",
  "½",
  "Ⅷ",
];
const notValues = [undefined, null, "1", "true", [], {}, () => 1, Symbol("s"), new Date(NaN), [1]];

function expectIssue(result: unknown, message: string): void {
  expect(result).toBeInstanceOf(Issue);
  expect((result as Issue).message).toBe(message);
}

function refusesTexts(type: AnyParameter, message: string, texts: readonly string[]): void {
  for (const text of texts) {
    expect([text, decodeOne(type, text)]).toEqual([text, new Issue(message)]);
  }
}

function refusesValues(type: AnyParameter, message: string, values: readonly unknown[]): void {
  for (const value of values) {
    expect(encodeOne(type, value)).toEqual(new Issue(message));
  }
}

/** Whatever text is read is the text of a value that is read again as the same value. */
function isStable(type: AnyParameter, text: string): void {
  const value = decodeOne(type, text);
  if (value instanceof Issue) {
    return;
  }
  const again = encodeOne(type, value);
  expect(typeof again).toBe("string");
  expect(decodeOne(type, again as string)).toEqual(value);
}

describe("string", () => {
  test("keeps any well-formed text both ways", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const type = string({ nul: true });
        expect(encodeOne(type, text)).toBe(text);
        expect(decodeOne(type, text)).toBe(text);
      }),
    );
  });

  test.each(["\0", "a\0b"])("refuses %j both ways, unless nul is true", (text) => {
    const refused = new Issue("must not contain U+0000");
    for (const type of [string(), string({ nul: false, pattern: /./ })]) {
      expect(encodeOne(type, text)).toEqual(refused);
      expect(decodeOne(type, text)).toEqual(refused);
      expect(decodeOne(type, "\\0 \u2400")).toBe("\\0 \u2400");
    }
    for (const type of [list(string()), segments()]) {
      expect(writeTexts(type, ["a", text])).toEqual(refused);
      expect(decodeAll(type, ["a", text])).toEqual(refused);
    }
    expect(decodeAll(list(string({ nul: true })), [text])).toEqual([text]);
  });

  test("refuses what is no text, and a lone surrogate", () => {
    refusesValues(string(), "must be text", [undefined, null, 1, true, {}, [], Symbol("s")]);
    refusesValues(string(), "must not contain a lone surrogate", ["\ud800", "a\udfff"]);
  });

  test("counts code points", () => {
    const type = string({ min: 2, max: 3 });
    for (const way of [encodeOne, decodeOne]) {
      expectIssue(way(type, "😀"), "must have a length of at least 2");
      expect(way(type, "😀é")).toBe("😀é");
      expect(way(type, "😀😀😀")).toBe("😀😀😀");
      expectIssue(way(type, "abcd"), "must have a length of at most 3");
      expectIssue(way(string({ max: 0 }), "a"), "must have a length of at most 0");
    }
  });

  test("matches its pattern anywhere, in the same way each time", () => {
    const type = string({ pattern: /^a+$/g });
    for (let time = 0; time < 3; time++) {
      expect(decodeOne(type, "aaa")).toBe("aaa");
      expectIssue(encodeOne(type, "b"), "must match its pattern");
    }
    expect(decodeOne(string({ pattern: /b/y }), "ba")).toBe("ba");
    expectIssue(decodeOne(string({ pattern: /b/y }), "ab"), "must match its pattern");
  });
});

describe("integer", () => {
  test("gives back every whole number", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(decodeOne(integer(), encodeOne(integer(), value) as string)).toBe(value);
      }),
    );
    expect(decodeOne(integer(), "9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
    expect(decodeOne(integer(), "-9007199254740991")).toBe(Number.MIN_SAFE_INTEGER);
    expect(decodeOne(integer(), "0")).toBe(0);
  });

  test("C7: refuses every other text", () => {
    refusesTexts(integer(), "must be an integer", [
      ...loose,
      "1e0",
      "1E0",
      "1.0",
      "1.5",
      "-0",
      "-00",
      "9007199254740992",
      "9007199254740993",
      "-9007199254740993",
      "99999999999999999",
      "1".repeat(400),
    ]);
  });

  test("refuses a value that the server would refuse", () => {
    refusesValues(integer(), "must be an integer", [
      ...notValues,
      1.5,
      NaN,
      Infinity,
      -Infinity,
      -0,
      2 ** 53,
      1n,
      true,
    ]);
  });

  test("holds its bounds, both included, in both directions", () => {
    const type = integer({ min: -1, max: 2 });
    expect(["-1", "2"].map((text) => decodeOne(type, text))).toEqual([-1, 2]);
    expectIssue(decodeOne(type, "-2"), "must be at least -1");
    expectIssue(encodeOne(type, 3), "must be at most 2");
  });

  test("reads any text as a value that has one text, or not at all", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const value = decodeOne(integer(), text);
        expect(value instanceof Issue || `${value as number}` === text).toBe(true);
      }),
    );
  });
});

describe("number", () => {
  test("gives back every finite number", () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
        const text = encodeOne(number(), value) as string;
        expect(decodeOne(number(), text)).toBe(value);
      }),
      { numRuns: 1000 },
    );
    for (const value of [0, -0, 2 ** 53, 2 ** 53 + 2, 1e21, 1e300, 5e-324, -1e-7, 1.5]) {
      expect(decodeOne(number(), encodeOne(number(), value) as string)).toBe(value);
    }
  });

  test("reads what JSON reads as a number", () => {
    const texts = ["1e0", "1E+2", "1e-2", "-0", "0.10", "-1.5e3"];
    expect(texts.map((text) => decodeOne(number(), text))).toEqual(
      texts.map((text) => JSON.parse(text) as number),
    );
  });

  test("C7: refuses every other text", () => {
    refusesTexts(
      number(),
      "must be a number",
      [...loose, "1e400", "-1e400"].filter((text) => text !== ""),
    );
    refusesTexts(number(), "must be an integer that a number can hold", [
      "9007199254740993",
      "-9007199254740993",
      "9007199254740992",
    ]);
  });

  test("refuses a value that the server would refuse", () => {
    refusesValues(number(), "must be a number", [...notValues, NaN, Infinity, -Infinity, 1n]);
  });

  test("holds its bounds", () => {
    expectIssue(decodeOne(number({ min: 0.5 }), "0.4"), "must be at least 0.5");
    expectIssue(encodeOne(number({ max: 0.5 }), 0.6), "must be at most 0.5");
  });

  test("reads any text as a value that is read again", () => {
    fc.assert(fc.property(anyText, (text) => isStable(number(), text)));
  });
});

describe("boolean", () => {
  test("is true or false, and no other text", () => {
    expect(["true", "false"].map((text) => decodeOne(boolean(), text))).toEqual([true, false]);
    expect([true, false].map((value) => encodeOne(boolean(), value))).toEqual(["true", "false"]);
    const message = 'must be "true" or "false"';
    refusesTexts(boolean(), message, ["TRUE", "True", "1", "0", "yes", "on", "", " true", "truee"]);
    refusesValues(boolean(), message, ["true", 1, 0, null, undefined, Object(true)]);
  });
});

describe("bigint", () => {
  test("gives back every whole number of any size", () => {
    fc.assert(
      fc.property(fc.bigInt(), (value) => {
        expect(decodeOne(bigint(), encodeOne(bigint(), value) as string)).toBe(value);
      }),
    );
    expect(decodeOne(bigint(), "9007199254740993")).toBe(9007199254740993n);
  });

  test("refuses every other text and value", () => {
    const most = `-${"9".repeat(4_300)}`;
    expect(String(decodeOne(bigint(), most))).toBe(most);
    refusesTexts(bigint(), "must have at most 4300 digits", [`${most}9`, "1".repeat(1_000_000)]);
    refusesValues(bigint(), "must have at most 4300 digits", [10n ** 4_300n]);
    refusesTexts(bigint(), "must be an integer", [...loose, "-0", "1e0", "1.0"]);
    refusesValues(bigint(), "must be an integer", [...notValues, 1, 1.5]);
  });
});

describe("uuid", () => {
  test("keeps a UUID of any version as it is written", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), (id, upper) => {
        const text = upper ? id.toUpperCase() : id;
        expect(encodeOne(uuid(), text)).toBe(text);
        expect(decodeOne(uuid(), text)).toBe(text);
      }),
    );
  });

  test("refuses every other text and value", () => {
    const id = "01234567-89ab-cdef-0123-456789abcdef";
    const texts = [
      "",
      `{${id}}`,
      `urn:uuid:${id}`,
      id.replaceAll("-", ""),
      `${id}\n`,
      ` ${id}`,
      `${id}0`,
      id.replace("a", "g"),
      id.replace("0", "٠"),
    ];
    refusesTexts(uuid(), "must be a UUID", texts);
    refusesValues(uuid(), "must be a UUID", [...texts, undefined, null, 1, [id], Object(id)]);
  });
});

describe("date", () => {
  const message = "must be a date such as 2026-01-31";

  test("gives back every day", () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const day = instant.toISOString().slice(0, 10);
        expect([decodeOne(date(), day), encodeOne(date(), day)]).toEqual([day, day]);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    "0000-01-01",
    "0000-02-29",
    "1600-02-29",
    "2000-02-29",
    "2024-02-29",
    "2026-01-31",
    "9999-12-31",
  ])("takes %s", (day) => {
    expect([decodeOne(date(), day), encodeOne(date(), day)]).toEqual([day, day]);
  });

  test("refuses every other text, and what is no text", () => {
    const texts = [
      "",
      "2025-02-29",
      "1900-02-29",
      "2100-02-29",
      "2026-02-30",
      "2026-04-31",
      "2026-00-10",
      "2026-13-01",
      "2026-01-00",
      "2026-01-32",
      "2026-1-31",
      "26-01-31",
      "20260131",
      "2026/01/31",
      "2026-01-31T00:00:00Z",
      "2026-01-31Z",
      " 2026-01-31",
      "2026-01-31\n",
      "-2026-01-31",
      "+002026-01-31",
      "10000-01-01",
      "2026-W05-6",
      "2026-031",
      "٢026-01-31",
      "today",
    ];
    refusesTexts(date(), message, texts);
    refusesValues(date(), message, [...texts, new Date(0), 0, null, undefined, {}]);
  });

  test("holds its bounds in both directions", () => {
    const type = date({ min: "2024-02-29", max: "2024-03-31" });
    for (const day of ["2024-02-29", "2024-03-31"]) {
      expect([decodeOne(type, day), encodeOne(type, day)]).toEqual([day, day]);
    }
    refusesTexts(type, "must be at least 2024-02-29", ["2024-02-28", "0000-01-01"]);
    refusesTexts(type, "must be at most 2024-03-31", ["2024-04-01", "9999-12-31"]);
    refusesValues(type, "must be at least 2024-02-29", ["2024-02-28"]);
    refusesValues(type, "must be at most 2024-03-31", ["2024-04-01"]);
  });

  test("reads any text as a day that is read again", () => {
    fc.assert(fc.property(anyText, (text) => isStable(date(), text)));
  });
});

describe("dateTime", () => {
  const message = "must be an instant such as 2026-01-31T12:00:00Z";

  test("gives back every instant", () => {
    fc.assert(
      fc.property(instants, (value) => {
        expect(decodeOne(dateTime(), encodeOne(dateTime(), value) as string)).toEqual(value);
      }),
      { numRuns: 1000 },
    );
    for (const time of [FIRST.getTime(), LAST.getTime(), 0, -1]) {
      expect(decodeOne(dateTime(), encodeOne(dateTime(), new Date(time)) as string)).toEqual(
        new Date(time),
      );
    }
  });

  test.each([
    ["2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000Z"],
    ["2026-01-31T12:00:00.5Z", "2026-01-31T12:00:00.500Z"],
    ["2026-01-31T12:00:00.123+01:30", "2026-01-31T10:30:00.123Z"],
    ["2024-02-29T23:59:59-12:00", "2024-03-01T11:59:59.000Z"],
    ["0000-02-29T00:00:00Z", "0000-02-29T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999-00:00", "9999-12-31T23:59:59.999Z"],
  ])("reads %s", (text, instant) => {
    expect((decodeOne(dateTime(), text) as Date).toISOString()).toBe(instant);
  });

  test("refuses every other text", () => {
    refusesTexts(dateTime(), message, [
      "",
      "2026-01-31",
      "2026-01-31T12:00Z",
      "2026-01-31T12:00:00",
      "2026-01-31 12:00:00Z",
      "2026-02-30T00:00:00Z",
      "2025-02-29T00:00:00Z",
      "2026-13-01T00:00:00Z",
      "2026-00-01T00:00:00Z",
      "2026-01-31T24:00:00Z",
      "2026-01-31T23:60:00Z",
      "2026-01-31T23:59:60Z",
      "1769860800000",
      "2026-01-31T12:00:00.0000Z",
      "2026-01-31T12:00:00z",
      "2026-01-31t12:00:00Z",
      "Jan 31 2026",
      "-000000-01-01T00:00:00Z",
      "+002026-01-01T00:00:00Z",
      "2026-01-31T12:00:00+24:00",
      "2026-01-31T12:00:00+01:60",
      "2026-01-31T12:00:00+0100",
      "٢026-01-31T12:00:00Z",
      // RFC 3339 has four digits for the year, and an offset may lead out of them.
      "+012026-01-01T00:00:00Z",
      "9999-12-31T23:59:59-01:00",
      "0000-01-01T00:00:00+01:00",
    ]);
  });

  test("refuses what is no instant", () => {
    refusesValues(dateTime(), message, [
      new Date(NaN),
      new Date(FIRST.getTime() - 1),
      new Date(LAST.getTime() + 1),
      "2026-01-31T12:00:00Z",
      0,
      null,
      undefined,
      {},
    ]);
  });

  test("holds its bounds in both directions", () => {
    const type = dateTime({ min: new Date(0), max: new Date(1_000) });
    for (const text of ["1970-01-01T00:00:00.000Z", "1970-01-01T00:00:01.000Z"]) {
      expect(encodeOne(type, decodeOne(type, text))).toBe(text);
    }
    const early = "must be at least 1970-01-01T00:00:00.000Z";
    refusesTexts(type, early, ["1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00+00:01"]);
    refusesValues(type, early, [new Date(-1)]);
    refusesTexts(type, "must be at most 1970-01-01T00:00:01.000Z", ["1970-01-01T00:00:01.001Z"]);
    refusesValues(type, "must be at most 1970-01-01T00:00:01.000Z", [new Date(1_001)]);
  });

  test("reads any text as an instant that is read again", () => {
    fc.assert(fc.property(anyText, (text) => isStable(dateTime(), text)));
  });
});

describe("oneOf", () => {
  test("is one of its texts, and nothing that every object has", () => {
    const type = oneOf("a", "", "b c");
    for (const text of ["a", "", "b c"]) {
      expect([decodeOne(type, text), encodeOne(type, text)]).toEqual([text, text]);
    }
    const message = 'must be one of "a", "", "b c"';
    refusesTexts(type, message, ["A", "b", "toString", "constructor", "__proto__", "length", "0"]);
    refusesValues(type, message, [undefined, null, 0, ["a"], Object("a")]);
  });
});

describe("list", () => {
  test("encodes each element and reads each back", () => {
    fc.assert(
      fc.property(fc.array(fc.maxSafeInteger()), (values) => {
        const type = list(integer());
        expect(decodeAll(type, writeTexts(type, values) as string[])).toEqual(values);
      }),
    );
  });

  test("is [] where there is none", () => {
    expect(decodeAll(list(integer()), undefined)).toEqual([]);
    expect(decodeAll(list(integer()), [])).toEqual([]);
    expect(writeTexts(list(integer()), undefined)).toEqual([]);
    expect(writeTexts(list(integer()), [])).toEqual([]);
  });

  test("gives each reader a list of its own", () => {
    const type = list(integer());
    expect(decodeAll(type, undefined)).not.toBe(decodeAll(type, undefined));
  });

  test("holds its bounds in both directions, for one left out as well", () => {
    const type = list(string(), { min: 1, max: 2 });
    expectIssue(decodeAll(type, undefined), "must have a length of at least 1");
    expectIssue(writeTexts(type, undefined), "must have a length of at least 1");
    expectIssue(writeTexts(type, []), "must have a length of at least 1");
    expectIssue(decodeAll(type, ["a", "b", "c"]), "must have a length of at most 2");
    expectIssue(writeTexts(type, ["a", "b", "c"]), "must have a length of at most 2");
    expect(writeTexts(type, ["a", "b"])).toEqual(["a", "b"]);
  });

  test("refuses the whole where one element is refused", () => {
    expectIssue(decodeAll(list(integer({ max: 5 })), ["1", "6"]), "must be at most 5");
    expectIssue(writeTexts(list(integer()), [1, 1.5]), "must be an integer");
    expectIssue(writeTexts(list(string()), ["a", "\ud800"]), "must not contain a lone surrogate");
  });

  test("refuses what is no list", () => {
    for (const value of [null, "a", 1, {}, { length: 1, 0: "a" }, new Set(["a"])]) {
      expectIssue(writeTexts(list(string()), value), "must be a list");
    }
  });

  test("C1: alone is given more than once", () => {
    expect(decodeAll(list(string()), ["1", "2"])).toEqual(["1", "2"]);
    expectIssue(decodeAll(string(), ["1", "2"]), "is given more than once");
  });
});

describe("segments", () => {
  test("is a list of at least one text", () => {
    expect(decodeAll(segments(), ["a", "b/c"])).toEqual(["a", "b/c"]);
    expect(writeTexts(segments(), ["a", "b/c"])).toEqual(["a", "b/c"]);
    expectIssue(writeTexts(segments(), []), "must have a length of at least 1");
    expectIssue(writeTexts(segments(), [1]), "must be text");
  });
});
