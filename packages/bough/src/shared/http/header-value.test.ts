import { get, list, noBody, rootResource, string } from "bough";
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFieldName, isFieldValue, mergeFieldList, trimmed, tokenEnd } from "./header-value.ts";

const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0x180 }).map((code) => String.fromCharCode(code)),
  maxLength: 6,
});

describe("isFieldName", () => {
  test("A2: is a token, nothing else", () => {
    expect(["Accept", "x-a_b", "__proto__", "1"].every(isFieldName)).toBe(true);
    expect(["", "a b", "a:", "a\n", "\na", "é", "a,b", '"a"', "a/b"].some(isFieldName)).toBe(false);
  });

  test("agrees with the grammar of tokens", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(isFieldName(text)).toBe(
          text !== "" && tokenEnd(text, 0, text.length) === text.length,
        );
      }),
    );
  });
});

describe("isFieldValue", () => {
  test("B7, N14: CR, LF, NUL, other controls and code points over U+00FF do not fit", () => {
    const bad = [
      "a\r\nX: y",
      "a\n",
      "\r",
      "\0",
      "\u0001",
      "\u001f",
      "\u007f",
      "Ā",
      "€",
      "😀",
      "\ud800",
    ];
    expect(bad.filter(isFieldValue)).toEqual([]);
  });

  test("N14: tab, visible ASCII and Latin-1 fit", () => {
    expect(["", " ", "a\tb", "~!@#", "é\u00ff\u0080"].every(isFieldValue)).toBe(true);
  });

  test("what fits, Headers takes", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        if (!isFieldValue(text)) return;
        expect(new Headers([["a", text]]).get("a")).toBe(text.replace(/^[\t ]+|[\t ]+$/g, ""));
      }),
    );
  });

  test.each(["a", " ", "\t", "é", "Ā"])("J2: 1 MiB of %j finishes", (unit) => {
    expect(isFieldValue(`${unit.repeat(2 ** 20)}\n`)).toBe(false);
  });
});

describe("trimmed", () => {
  test("RFC 9110 5.6.3: leaves out spaces and tabs, and no other space", () => {
    expect(trimmed(" \t a b\t ")).toBe("a b");
    expect(trimmed("\u00a0a\u00a0")).toBe("\u00a0a\u00a0");
    expect(["", " ", "\t "].map(trimmed)).toEqual(["", "", ""]);
  });

  test("U+00A0 at an end of a header arrives in both directions", async () => {
    const value = "\u00a0a\u00a0";
    const headers = { "x-one": string(), "x-list": list(string()) };
    const api = rootResource({ echo: get().headers(headers).response(noBody, { headers }) });
    const server = createServer();
    const seen: unknown[] = [];
    server.route(api.echo, ({ headers: given, respond }) => {
      seen.push(given);
      return respond(undefined, { headers: given });
    });
    const client = createClient({ fetch: server.fetch });
    const given = { "x-one": value, "x-list": [value, value] };
    const result = await client.request(api.echo, { headers: given });
    expect(seen).toEqual([given]);
    expect(result.headers).toEqual(given);
  });
});

describe("mergeFieldList", () => {
  test("N10: adds what is not there yet, whatever its case", () => {
    expect(mergeFieldList(undefined, "Accept")).toBe("Accept");
    expect(mergeFieldList("", "Accept")).toBe("Accept");
    expect(mergeFieldList("Origin,accept", "Accept, Cookie")).toBe("Origin, accept, Cookie");
    expect(mergeFieldList("*", "Accept")).toBe("*, Accept");
    expect(mergeFieldList(" , ,a", "")).toBe("a");
  });

  test("E2: names of Object.prototype are members like others", () => {
    expect(mergeFieldList("constructor", "__proto__, toString")).toBe(
      "constructor, __proto__, toString",
    );
  });

  test.each([",", " ", "a,", ", "])("J2: 16 KiB of %j finishes", (unit) => {
    expect(["", "a"]).toContain(mergeFieldList(unit.repeat(16_384 / unit.length), ""));
  });

  test("merging again changes nothing", () => {
    const list = fc
      .array(fc.constantFrom("A", "a", "B", "c", ""))
      .map((members) => members.join(", "));
    fc.assert(
      fc.property(list, list, (existing, added) => {
        const merged = mergeFieldList(existing, added);
        expect(mergeFieldList(merged, added)).toBe(merged);
      }),
    );
  });
});
