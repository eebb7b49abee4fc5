import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTarget, pathOfUrl, targetOfUrl, type Target } from "./request-target.ts";

const parse = (raw: string): Target => parseTarget(raw, 8_192);
const path = (raw: string, query?: string): Target => ({ kind: "path", path: raw, query });

describe("parseTarget", () => {
  test("splits at the first question mark", () => {
    expect(parse("/v1/users/u1")).toEqual(path("/v1/users/u1"));
    expect(parse("/v1?a=1?b=/2")).toEqual(path("/v1", "a=1?b=/2"));
    expect(parse("/v1?")).toEqual(path("/v1", ""));
    expect(parse("/")).toEqual(path("/"));
  });

  test.each([
    "//users/1",
    "/users//1",
    "/users/1/",
    "/USERS/1",
    "/users/1;x",
    "/!/~",
    "/x/../users/1",
    "/x/%2e%2e/users/1",
    "/users\\1",
    "/./x",
    "//evil/x",
  ])("A1-A4, U5: %s is kept as it is", (raw) => {
    expect(parse(raw)).toEqual(path(raw));
  });

  test.each(["/users/a%2Fb", "/users/%252F", "/%C3%A9", "/users/%00"])(
    "A5: %s is not decoded",
    (raw) => {
      expect(parse(raw)).toEqual(path(raw));
    },
  );

  test.each(["/users/%zz", "/%C0%AF", "/%ED%A0%80", "/%", "/a%2", "/%C3/%A9", "/%?a"])(
    "A6, U6: %s is malformed",
    (raw) => {
      expect(parse(raw)).toEqual({
        kind: "malformed",
        message: "the path must not have a broken escape",
      });
    },
  );

  test("a broken escape in the query is no fault of the target", () => {
    expect(parse("/a?q=%zz")).toEqual(path("/a", "q=%zz"));
  });

  test("M7: an asterisk asks for the server", () => {
    expect(parse("*")).toEqual({ kind: "asterisk" });
    expect(parse("*/").kind).toBe("malformed");
  });

  test.each([
    ["http://evil/users/1", "/users/1", undefined],
    ["HTTPS://evil:8443/users/1?a=b", "/users/1", "a=b"],
    ["http://evil", "/", undefined],
    ["http://evil?a=b", "/", "a=b"],
    ["http://a/:/x", "/:/x", undefined],
    ["http://a//x/../y", "//x/../y", undefined],
  ])("A10: of %s the authority is cut off", (raw, expected, query) => {
    expect(parse(raw)).toEqual(path(expected, query));
  });

  test.each([
    "",
    "users",
    "?a",
    "ftp://x/v1",
    "https:///v1",
    "http:/a/x",
    "http://",
    "http://?a",
    "http:",
    "evil:443",
    "http://a b/x",
    "http://a#b",
    "httpss://a/x",
    "ftp+http://a/x",
    " /x",
    "ws://a/x",
  ])("A10: %j is malformed", (raw) => {
    expect(parse(raw).kind).toBe("malformed");
  });

  test.each([
    "/v1#x",
    "/v1?a#x",
    "/#",
    "/a b",
    "/a?b c",
    "/é",
    "/\u0000",
    "/\u007f",
    "/a\tb",
    "/a?\n",
    "/😀",
  ])("U17: %j is malformed", (raw) => {
    expect(parse(raw)).toEqual({
      kind: "malformed",
      message: "the target must not have a character that needs an escape",
    });
  });

  test("A14, M19: a target over the limit is too long, whatever it holds", () => {
    expect(parse(`/?${"a".repeat(8190)}`).kind).toBe("path");
    const message = "the target must have at most 8192 bytes";
    expect(parse(`/?${"a".repeat(8191)}`)).toEqual({ kind: "too-long", message });
    expect(parse("#".repeat(8193))).toEqual({ kind: "too-long", message });
  });

  test("A14: one segment may fill the target", () => {
    const raw = `/${"%CC%81".repeat(1_365)}`;
    expect(parse(raw)).toEqual(path(raw));
    expect(parse(`/${"a".repeat(8_191)}`).kind).toBe("path");
  });

  test.each(["http://a@b/x", "https://a:b@c/x?y", "HTTP://@c", "http://a@b@c/x"])(
    "RFC 9110 4.2.4: userinfo in %s is refused",
    (raw) => {
      const message = "the target must not have userinfo";
      expect(parse(raw)).toEqual({ kind: "malformed", message });
    },
  );

  test("an @ behind the authority is a part of the path", () => {
    expect(parse("http://b/a@b?c@d")).toEqual(path("/a@b", "c@d"));
    expect(parse("/@a")).toEqual(path("/@a"));
  });

  test.each(["/", "%2F", "/..", "?", "%", "http://", ":", "*", "a"])(
    "A14: 16 KiB of %j finishes under any limit",
    (unit) => {
      const found = parseTarget(`/${unit.repeat(16_384)}`, 1e6);
      expect(["path", "malformed"]).toContain(found.kind);
      expect(pathOfUrl(unit.repeat(16_384)).length).toBeGreaterThan(0);
    },
  );

  test("never throws; path and query are the text as it came", () => {
    const unit = fc.constantFrom(
      "/",
      "%",
      "2F",
      "?",
      "#",
      "a",
      "..",
      "http://",
      "*",
      "é",
      "\\",
      " ",
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const target = parse(`/${text}`);
        if (target.kind !== "path") return;
        const whole = target.query === undefined ? target.path : `${target.path}?${target.query}`;
        expect(whole).toBe(`/${text}`);
        expect(target.path).not.toContain("?");
        expect(() => decodeURIComponent(target.path)).not.toThrow();
      }),
    );
    fc.assert(fc.property(fc.string({ unit }), (text) => parse(text).kind.length > 0));
  });
});

describe("targetOfUrl", () => {
  test.each([
    ["https://a@b/v1/lines", "https://a@b/v1/lines"],
    ["http://a:b@[::1]:80?c#d", "http://a:b@[::1]:80?c#d"],
    ["http://b/v1/a@b?c#d", "/v1/a@b?c"],
    ["/v1/a@b?u=http://a@b/#c", "/v1/a@b?u=http://a@b/"],
    ["//a@b/v1", "//a@b/v1"],
  ])("of %j is %j", (url, expected) => {
    expect(targetOfUrl(url)).toBe(expected);
  });
});

describe("pathOfUrl", () => {
  test.each([
    ["http://localhost:3000/v1/users/u1?a=b", "/v1/users/u1?a=b"],
    ["https://h", "/"],
    ["https://h?a=b", "/?a=b"],
    ["https://h#f", "/"],
    ["https://h/a#f?g", "/a"],
    ["http://a/:/x", "/:/x"],
    ["http:///x", "/x"],
    ["http://h//x", "//x"],
    ["http://u:p@[::1]:80/x", "/x"],
    ["/v1", "/v1"],
    ["/v1?u=http://x/y", "/v1?u=http://x/y"],
    ["/v1#f", "/v1"],
    ["//evil/x", "//evil/x"],
    ["v1?u=http://x/y", "v1?u=http://x/y"],
    ["http:/a/x", "http:/a/x"],
    ["://h/x", "/x"],
    ["a?:/b", "a?:/b"],
    ["a:?/b", "a:?/b"],
    ["*", "*"],
    ["", ""],
  ])("of %j is %j", (url, expected) => {
    expect(pathOfUrl(url)).toBe(expected);
  });

  test("agrees with URL on every URL that a Request can have", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
        const { url } = new Request(text);
        const { pathname, search } = new URL(url);
        const found = pathOfUrl(url);
        // URL hides a question mark that nothing follows.
        expect(search === "" && found.endsWith("?") ? found.slice(0, -1) : found).toBe(
          pathname + search,
        );
      }),
    );
  });

  test("never throws", () => {
    const unit = fc.constantFrom(":", "/", "?", "#", "a", "://", "\ud800");
    fc.assert(fc.property(fc.string({ unit }), (url) => typeof pathOfUrl(url) === "string"));
  });
});
