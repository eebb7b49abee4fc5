import { describe, expect, test } from "vitest";
import { VisitorCookies } from "./visitor-cookies.ts";

describe("the cookies of a visitor", () => {
  test("are sent as they came until a response sets one", () => {
    const cookies = new VisitorCookies('a=1; b="x y" ;c');
    expect(cookies.lineFor("/")).toBe('a=1; b="x y" ;c');
    cookies.keep("a=2; Path=/", "/");
    expect(cookies.lineFor("/")).toBe('b="x y"; a=2');
    expect(new VisitorCookies().lineFor("/")).toBe("");
  });

  test("without a path belong to the folder of the request (RFC 6265 5.1.4)", () => {
    const cookies = new VisitorCookies();
    const line = "a=%zz; expires=nonsense; path=relative; SameSite=Strict";
    expect(cookies.keep(line, "/v1/users/list")).toEqual({
      name: "a",
      value: "%zz",
      options: { httpOnly: false, secure: false, sameSite: "strict", path: "/v1/users" },
    });
    expect(cookies.keep("b=1", "/v1").options.path).toBe("/");
    expect(cookies.lineFor("/v1/users")).toBe("a=%zz; b=1");
    expect(cookies.lineFor("/v1/users/1")).toBe("a=%zz; b=1");
    expect(cookies.lineFor("/v1/usersx")).toBe("b=1");
  });

  test("are kept by the visitor's value elsewhere if a response sets them for another path", () => {
    const cookies = new VisitorCookies("a=1");
    cookies.keep("a=2; Path=/admin/", "/");
    expect(cookies.lineFor("/admin/users")).toBe("a=2");
    expect(cookies.lineFor("/admin")).toBe("a=1");
  });

  test.each(["Max-Age=0", "Max-Age=-1", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"])(
    "are removed with %s",
    (attribute) => {
      const cookies = new VisitorCookies("a=1; b=2");
      cookies.keep(`a=; Path=/; ${attribute}`, "/");
      expect(cookies.lineFor("/")).toBe("b=2");
    },
  );

  test("stay with a Max-Age, whatever Expires says (RFC 6265 5.3)", () => {
    const cookies = new VisitorCookies();
    cookies.keep("a=1; Path=/; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "/");
    expect(cookies.lineFor("/")).toBe("a=1");
  });
});
