import { get, noBody, post, rootResource, type } from "bough";
import { type as arktype } from "arktype";
import { z } from "zod";
import { describe, expect, test } from "vitest";

describe("type", () => {
  test("is one body, known by its type alone", () => {
    expect(type<string>()).toBe(type<number>());
    expect(type<Date>({ unchecked: true })).toBe(type<string>());
    expect(type<string>()).not.toBe(noBody);
  });

  test("leaves a schema as it is, of whatever library", () => {
    const zod = z.object({ id: z.string() });
    // A schema of arktype is a function.
    const ark = arktype({ id: "string" });
    const api = rootResource("v1", {
      a: post("a").request(type(zod, { unchecked: true })),
      b: get("b").response(type(ark, { unchecked: true })),
    });
    expect(api.a.request).toBe(zod);
    expect(api.b.responses[0]?.body).toBe(ark);
  });
});
