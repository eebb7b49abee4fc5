import { dynamicResource, get, rootResource, segments, staticResource } from "bough";
import { describe, expect, test } from "vitest";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { hostPath, rootOf, shapeOf } from "./host-path.ts";

const end = { get: get() };

describe("the path of an endpoint on Fastify", () => {
  test.each<[AnyEndpoint, string, boolean]>([
    [rootResource({ get: get() }).get, "/", false],
    [rootResource("v1", { get: get("a/b") }).get, "/v1/a/b", false],
    [rootResource("v1.0~a_b-c", end).get, "/v1.0~a_b-c", false],
    [rootResource("v1", { u: dynamicResource("user", end) }).u.get, "/v1/:user", false],
    [rootResource("v1", { u: dynamicResource("user-id", end) }).u.get, "/v1/:segment2", false],
    [rootResource("v1", { f: dynamicResource("path", segments(), end) }).f.get, "/v1/*", false],
    [rootResource("v1", { s: staticResource("a:b", end) }).s.get, "/v1/:segment2", true],
    [rootResource("v1", { s: staticResource("x*", end) }).s.get, "/v1/:segment2", true],
    [
      rootResource("v1", { a: dynamicResource("user", { b: staticResource("é", end) }) }).a.b.get,
      "/v1/:user/:segment3",
      true,
    ],
  ])("of %s is %s", (endpoint, url, generated) => {
    expect(hostPath(endpoint)).toEqual({ url, generated });
  });

  test("has a shape without the names of its parameters", () => {
    expect(shapeOf("/v1/:user/a/:friend/*")).toBe("/v1/:/a/:/*");
  });

  test("has a root where it goes on below a static segment", () => {
    expect(["/v1/a", "/v1/:a/b", "/v1", "/", "/:a/b"].map(rootOf)).toEqual([
      "/v1",
      "/v1",
      undefined,
      undefined,
      undefined,
    ]);
  });
});
