import { describe, expect, test } from "vitest";
import { z } from "zod";
import { negotiated, noBody, type } from "../body/body.ts";
import { failure } from "./failure.ts";
import { integer, string } from "../parameter/parameter-types.ts";

describe("a named failure", () => {
  test("has a name, a status, a type of problem and a title", () => {
    expect(failure("user-not-found", 404)).toMatchObject({
      name: "user-not-found",
      status: 404,
      type: "urn:problem-type:user-not-found",
      title: "User not found",
      description: undefined,
      "~failure": { body: undefined, headers: {}, bare: false },
    });
  });

  test("takes type, title and description", () => {
    const options = { type: "https://h/p", title: "T", description: "D" };
    expect(failure("a", 400, options)).toMatchObject(options);
  });

  test.each([
    ["taken", "Taken"],
    ["userNotFound", "UserNotFound"],
    ["a-b-c", "A b c"],
    ["é", "É"],
  ])("%s is titled %s", (name, title) => {
    expect(failure(name, 400).title).toBe(title);
  });

  test("keeps names that every object has", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(failure(name, 400).name).toBe(name);
    }
  });
});

describe("a bare failure", () => {
  test("has its status as name, and no type", () => {
    expect(failure(404)).toMatchObject({
      name: "404",
      status: 404,
      type: undefined,
      title: "404",
      "~failure": { bare: true },
    });
  });

  test("may have a name for code, and keeps its title, headers and body", () => {
    const retry = { "retry-after": integer() };
    const named = failure("article-not-found", 404, { title: "T" }).headers(retry).bare<string>();
    expect(named).toMatchObject({
      name: "article-not-found",
      status: 404,
      type: undefined,
      title: "T",
      "~failure": { bare: true, body: negotiated, headers: retry },
    });
    expect(named.bare(z.string())["~failure"]).toMatchObject({ bare: true, headers: retry });
    expect(named.bare(noBody)["~failure"].body).toBeUndefined();
    expect(named.headers({ "x-a": string() })["~failure"].bare).toBe(true);
  });
});

describe("the chain of a failure", () => {
  const schema = z.object({ email: z.string() });

  test("gives a new frozen failure each time, and keeps all else", () => {
    const Taken = failure("taken", 409, { title: "T" });
    const chain = [
      Taken,
      Taken.body<{ a: string }>(),
      Taken.body(schema),
      Taken.headers({ "retry-after": integer() }),
      Taken.body(type<{ a: string }>()).headers({ a: string() }),
    ];
    expect(new Set(chain).size).toBe(chain.length);
    for (const each of chain) {
      expect(Object.isFrozen(each)).toBe(true);
      expect(Object.isFrozen(each["~failure"])).toBe(true);
      expect([each.name, each.status, each.title]).toEqual(["taken", 409, "T"]);
    }
    expect(chain.map((each) => each["~failure"].body)).toEqual([
      undefined,
      negotiated,
      schema,
      undefined,
      negotiated,
    ]);
    expect(Taken["~failure"].headers).toEqual({});
  });

  test("adds headers to those before", () => {
    const Busy = failure("busy", 503)
      .headers({ a: string() })
      .headers({ ["__proto__"]: string() });
    expect(Object.keys(Busy["~failure"].headers)).toEqual(["a", "__proto__"]);
  });

  test("goes on from a bare one", () => {
    expect(failure(500).body<string>().headers({ a: string() })["~failure"]).toMatchObject({
      bare: true,
      body: negotiated,
    });
  });

  test("does not freeze a schema", () => {
    expect(Object.isFrozen(failure("a", 400).body(schema)["~failure"].body)).toBe(false);
  });
});
