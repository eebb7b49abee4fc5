import { describe, expect, test } from "vitest";
import type { ObservedRequest } from "bough/types";
import { requestAttributes } from "./request-attributes.ts";

function request({
  target = "/",
  headers = {},
  ...rest
}: Partial<ObservedRequest> & { headers?: object } = {}): ObservedRequest {
  return {
    method: "GET",
    target,
    endpoint: undefined,
    deprecated: false,
    route: undefined,
    scheme: "http",
    authority: "h.test",
    httpVersion: "1.1",
    header: (name) => (headers as Record<string, string>)[name],
    ...rest,
  };
}

describe("the path and query of a request", () => {
  test.each<[string, string, string | undefined]>([
    ["/a/b?c=1?d", "/a/b", "c=1?d"],
    ["/a?", "/a", undefined],
    ["/%61//b", "/%61//b", undefined],
    ["http://h.test/a?b", "/a", "b"],
    ["*", "*", undefined],
    ["/a?X-Goog-Signature=1&sig=2&sign=3", "/a", "X-Goog-Signature=REDACTED&sig=REDACTED&sign=3"],
  ])("in %s are %s and %s", (target, path, query) => {
    const attributes = requestAttributes(request({ target }));
    expect([attributes["url.path"], attributes["url.query"]]).toEqual([path, query]);
  });
});

describe("the server of a request", () => {
  test.each<[Partial<ObservedRequest> & { headers?: object }, unknown[]]>([
    [{ authority: "h.test" }, ["http", "h.test", 80]],
    [{ authority: "h.test", scheme: "https" }, ["https", "h.test", 443]],
    [{ authority: "h.test:" }, ["http", "h.test", 80]],
    [{ authority: "[::1]:8080" }, ["http", "::1", 8080]],
    [{ authority: undefined }, ["http", undefined, undefined]],
    [{ authority: "a b" }, ["http", undefined, undefined]],
    [{ authority: "u@h.test" }, ["http", undefined, undefined]],
    [{ headers: { "x-forwarded-proto": "https" } }, ["https", "h.test", 443]],
    [{ headers: { "x-forwarded-proto": "HTTPS , http" } }, ["https", "h.test", 443]],
    [{ headers: { "x-forwarded-proto": "gopher" } }, ["http", "h.test", 80]],
    [{ headers: { "x-forwarded-host": "a.test:1, b.test" } }, ["http", "a.test", 1]],
    [{ headers: { "x-forwarded-host": "<script>" } }, ["http", undefined, undefined]],
    [
      { headers: { forwarded: 'for=1.2.3.4;Host="a.test:81"; proto=https, for=5.6.7.8' } },
      ["https", "a.test", 81],
    ],
    [
      { headers: { forwarded: "for=1.2.3.4", "x-forwarded-host": "b.test" } },
      ["http", "b.test", 80],
    ],
  ])("of %j is %j", (given, expected) => {
    const attributes = requestAttributes(request(given));
    const { "url.scheme": scheme, "server.address": address, "server.port": port } = attributes;
    expect([scheme, address, port]).toEqual(expected);
  });
});

describe("the method of a request", () => {
  test.each(["GET", "QUERY", "PATCH", "TRACE"])("%s is known", (method) => {
    const attributes = requestAttributes(request({ method }));
    expect(attributes["http.request.method"]).toBe(method);
    expect(attributes["http.request.method_original"]).toBeUndefined();
  });

  test.each(["get", "FOO", ""])("%j is another", (method) => {
    expect(requestAttributes(request({ method }))).toMatchObject({
      "http.request.method": "_OTHER",
      "http.request.method_original": method,
    });
  });
});
