// Objects and records whose members are parameters under their own names.
import fc from "fast-check";
import { parseTemplate } from "url-template";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { apiKey } from "../../facts/security/declared-schemes.ts";
import { isWellFormed } from "../../shared/http/percent.ts";
import { endpointAt } from "../endpoint-at.ts";
import { get } from "../endpoint/verbs.ts";
import { hrefOf } from "../tree/href.ts";
import { rootResource } from "../tree/resource.ts";
import { list } from "./list.ts";
import { object } from "./object.ts";
import { integer, string } from "./parameter-types.ts";
import { record } from "./record.ts";

const PROTOTYPE_KEYS = ["__proto__", "constructor", "prototype"];
const STYLE = { style: "spread" } as const;
const page = object({ number: integer().optional(), size: integer() }, STYLE).optional();
const range = object({ gte: integer().optional(), lt: integer().optional() });
const api = rootResource("v1", {
  objects: get("objects").parameters({
    page,
    more: object({ tag: list(string()), created: range }, STYLE),
    limit: integer().optional(),
  }),
  record: get("record").parameters({
    limit: integer().optional(),
    created: range,
    page,
    filter: record(string(), STYLE),
  }),
  lists: get("lists").parameters({ filter: record(list(string()), STYLE) }),
  secret: get("secret")
    .parameters({ filter: record(string(), STYLE) })
    .security(apiKey("key", { query: "api_key" })),
  checked: get("checked").parameters({
    filter: record(string(), STYLE).check(
      z.record(z.string(), z.string()).refine((value) => !("no" in value), "must not have no"),
    ),
  }),
});

/** What a server reads: the values, or the faults. */
function read(path: string): unknown {
  const found = endpointAt(api, "GET", `/v1/${path}`);
  return found?.parameters ?? found?.issues.map(({ name, message }) => `${name} ${message}`);
}

/** What a client writes, or why it refuses. */
function written(endpoint: unknown, parameters: object): string {
  try {
    const href = hrefOf as (endpoint: unknown, options: object) => string;
    return decodeURIComponent(href(endpoint, { parameters })).replace(/^\/v1\/\w+/, "");
  } catch (error) {
    return (error as Error).message;
  }
}

describe("a spread object", () => {
  test("has its members under their own names", () => {
    const parameters = {
      page: { number: 2, size: 50 },
      more: { tag: ["a", "b"], created: { gte: 1 } },
      limit: 5,
    };
    expect(written(api.objects, parameters)).toBe(
      "?number=2&size=50&tag=a&tag=b&created[gte]=1&limit=5",
    );
    expect(read(`objects?${written(api.objects, parameters).slice(1)}`)).toEqual(parameters);
  });

  test("is absent if none of its members is there", () => {
    expect(read("objects?limit=1&page=2&more=3&other=4")).toEqual({
      limit: 1,
      more: { tag: [], created: {} },
    });
    expect(written(api.objects, {})).toBe("");
  });

  test("has the faults of its members under their names", () => {
    expect(read("objects?number=x")).toEqual(["number must be an integer"]);
    expect(read("objects?number=1")).toEqual(["size is missing"]);
    expect(read("objects?size=1&size=2&created[gte]=x&tag[0]=1")).toEqual([
      "size is given more than once",
      "created[gte] must be an integer",
    ]);
    expect(written(api.objects, { page: { number: 1 } })).toMatch(/"page\[size\]" is missing/);
    expect(written(api.objects, { page: { size: 1, x: 1 } })).toMatch(
      /"page\[x\]" is not declared/,
    );
  });
});

describe("a spread record", () => {
  test("has every name that no other parameter has", () => {
    const filter = { color: "red", "a b&c": "", page: "x", filter: "y", "x[gte]": "1", "0": "z" };
    const parameters = { limit: 1, created: { gte: 1 }, page: { size: 2 }, filter };
    const query = written(api.record, parameters);
    expect(query).toBe(
      "?limit=1&created[gte]=1&size=2&0=z&color=red&a+b&c=&page=x&filter=y&x[gte]=1",
    );
    expect(endpointAt(api, "GET", hrefOf(api.record, { parameters }))?.parameters).toEqual(
      parameters,
    );
    const value = (read("record?toString=1") as { readonly filter: object }).filter;
    expect([Object.getPrototypeOf(value), value]).toEqual([null, { toString: "1" }]);
    expect([read("lists"), written(api.lists, {})]).toEqual([{ filter: {} }, ""]);
  });

  test.each(["limit", "size", "number", "created", "created[gte]", "created[x]"])(
    "does not send the key %s, which is another parameter",
    (key) => {
      const message = `query parameter "filter" must not have the key "${key}", which is another parameter`;
      expect(written(api.record, { filter: { [key]: "1" } })).toContain(message);
    },
  );

  test.each([...PROTOTYPE_KEYS, "", "a\0b"])("has no key %j", (key) => {
    const found = read(`lists?${encodeURIComponent(key)}=1`) as readonly string[];
    const given = Object.fromEntries([[key, ["1"]]]);
    expect(found).toEqual([expect.stringMatching(/must not have (?:the|a) key/)]);
    expect(written(api.lists, { filter: given })).toMatch(/must not have (?:the|a) key/);
    expect(Reflect.get({}, "1")).toBeUndefined();
  });

  test("has the faults of its values under their names", () => {
    expect(read("record?a=1&a=2")).toEqual(["a is given more than once"]);
    expect(read("record?a[b][c]=%zz")).toEqual(["a[b][c] must not have a broken escape"]);
    expect(read("checked?no=1")).toEqual(["filter must not have no"]);
    expect(written(api.checked, { filter: { no: "1" } })).toMatch(/"filter" must not have no/);
    expect(written(api.lists, { filter: { a: [] } })).toMatch(/"filter\[a\]" must not be empty/);
    expect(written(api.lists, { filter: { a: "x" } })).toMatch(/"filter\[a\]" must be a list/);
  });

  test("does not have an API key", () => {
    expect(read("secret?api_key=a&b=c")).toEqual({ filter: { b: "c" } });
    expect(written(api.secret, { filter: { api_key: "a" } })).toContain(
      'must not have the key "api_key", which is another parameter',
    );
  });

  test("is the expansion of {?filter*} (RFC 6570), and comes back", () => {
    const template = parseTemplate("/v1/lists{?filter*}");
    const key = fc.oneof(
      { arbitrary: fc.string({ unit: "binary" }), weight: 9 },
      { arbitrary: fc.constantFrom("a[b]", "a]b", "limit"), weight: 9 },
      { arbitrary: fc.constantFrom(...PROTOTYPE_KEYS), weight: 1 },
    );
    const values = fc.dictionary(key, fc.array(fc.string({ unit: "binary" }), { maxLength: 3 }));
    let sent = 0;
    fc.assert(
      fc.property(values, (filter) => {
        let href: string;
        try {
          href = hrefOf(api.lists, { parameters: { filter } });
        } catch {
          const keys = Object.keys(filter);
          const isRefused = keys.some(
            (one) => one === "" || one.includes("\0") || PROTOTYPE_KEYS.includes(one),
          );
          const isEmpty = Object.values(filter).some((one) => one.length === 0);
          const texts = [...keys, ...Object.values(filter).flat()];
          const isBroken = texts.some((one) => !isWellFormed(one) || one.includes("\0"));
          expect(isRefused || isEmpty || isBroken).toBe(true);
          return;
        }
        sent++;
        expect(endpointAt(api, "GET", href)?.parameters).toEqual({ filter: { ...filter } });
        const single = Object.entries(filter).filter(([, texts]) => texts.length === 1);
        const flat = Object.fromEntries(single.map(([name, [text]]) => [name, text]));
        const parameters = { filter: Object.fromEntries(single) };
        // In a query, "+" and "%20" are both a space (URL Standard 5.1).
        const own = [...new URLSearchParams(hrefOf(api.lists, { parameters }).split("?")[1])];
        const expected = template.expand({ filter: flat } as never).split("?")[1];
        expect(own).toEqual([...new URLSearchParams(expected)]);
      }),
      // Most dictionaries have something that no URL carries.
      { numRuns: 300 },
    );
    expect(sent).toBeGreaterThan(20);
  });
});
