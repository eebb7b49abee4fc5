import { describe, expect, test } from "vitest";
import { type } from "../../declare/body/body.ts";
import { get } from "../../declare/endpoint/verbs.ts";
import { cookie } from "./declared.ts";
import type { CookieOptions } from "../../shared/http/cookie-field.ts";
import { list } from "../../declare/parameter/list.ts";
import { integer, string } from "../../declare/parameter/parameter-types.ts";
import { rootResource, staticResource } from "../../declare/tree/resource.ts";
import { DeclarationError } from "../../declare/verify/declaration-error.ts";
import { verify } from "../../declare/verify/verify.ts";

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
const inRequest = (cookies: object): string[][] =>
  faultsIn(rootResource({ find: get().cookies(given(cookies)) }));
const inResponse = (cookies: unknown, headers = {}): string[][] =>
  faultsIn(
    rootResource({ find: get().response(type<string>(), { cookies: given(cookies), headers }) }),
  );

describe("the cookies of a request", () => {
  test("may have any token as their name", () => {
    expect(inRequest({ session: string(), "__Host-id": string(), "a.b~c": integer() })).toEqual([]);
    expect(inRequest({ ["__proto__"]: string(), constructor: string() })).toEqual([]);
  });

  test.each(["", "a b", "a;b", "a=b", "a,b", "é", "a\n", '"a"', "a[]"])("not %j", (name) => {
    expect(inRequest({ [name]: string() })).toEqual([
      [`"${name}" is not a valid cookie name`, "use letters, digits, hyphens and underscores"],
    ]);
  });

  test("have one value", () => {
    expect(inRequest({ b: list(string()) })).toEqual([
      ['the cookie "b" is a list', "use a type of one value: a cookie can't hold an array"],
    ]);
  });

  test("are declared once", () => {
    const twice = get()
      .cookies({ a: string() })
      .cookies(given({ a: string() }));
    expect(faultsIn(rootResource({ twice }))).toEqual([
      ['the cookie "a" is declared twice', "declare it once"],
    ]);
    const a = string();
    const below = (own: typeof a): object =>
      rootResource("v1", { cookies: { a } }, { find: get().cookies({ a: own }) });
    expect(faultsIn(below(a))).toEqual([]);
    expect(faultsIn(below(string()))).toEqual([
      ['the cookie "a" is already declared at /v1', "declare it in one of the two places"],
    ]);
    const nested = rootResource(
      "v1",
      { cookies: { a } },
      { users: staticResource("users", { cookies: { a: string() } }, { find: get() }) },
    );
    expect(faultsIn(nested)).toEqual([
      ['the cookie "a" is already declared at /v1', "declare it in one of the two places"],
    ]);
  });

  const beside = [
    [
      'the request header "cookie" is declared beside cookies',
      "remove the header: .cookies({ … }) reads it",
    ],
  ];
  test.each([
    [
      "on the endpoint",
      rootResource({ a: get().headers({ Cookie: string() }).cookies({ a: string() }) }),
    ],
    [
      "on a resource",
      rootResource("v1", { headers: { cookie: string() }, cookies: { a: string() } }, { a: get() }),
    ],
    [
      "the header above",
      rootResource("v1", { headers: { cookie: string() } }, { a: get().cookies({ a: string() }) }),
    ],
    [
      "the cookie above",
      rootResource("v1", { cookies: { a: string() } }, { a: get().headers({ cookie: string() }) }),
    ],
  ])("exclude the header cookie: %s", (_, api) => {
    expect(faultsIn(api)).toEqual(beside);
  });

  test("leave the header cookie alone where there are none", () => {
    expect(faultsIn(rootResource({ a: get().headers({ cookie: string() }) }))).toEqual([]);
  });
});

describe("the cookies of a response", () => {
  const inOptions = (options: unknown, name = "a"): string[][] =>
    inResponse({ [name]: cookie(string(), options as CookieOptions) });

  test("may have every attribute", () => {
    const all = {
      httpOnly: false,
      secure: true,
      sameSite: "strict",
      path: "/v1",
      domain: "a.example.com",
      maxAge: 0,
      expires: new Date(0),
      partitioned: true,
    };
    expect(inOptions(all)).toEqual([]);
    expect(inOptions({ domain: ".example.com", path: undefined })).toEqual([]);
    expect(inOptions({ path: "/", secure: true }, "__Host-a")).toEqual([]);
    expect(inOptions({ path: "/v1", domain: "example.com" }, "__Secure-a")).toEqual([]);
  });

  const what = 'the response cookie "a"';
  test.each([
    [{ sameSite: "Lax" }, '"Lax" for sameSite', 'pass "strict", "lax" or "none"'],
    [{ path: "v1" }, '"v1" for path', 'pass a path, such as "/v1"'],
    [{ path: "/;x" }, '"/;x" for path', 'pass a path, such as "/v1"'],
    [{ path: "/\n" }, String.raw`"/\n" for path`, 'pass a path, such as "/v1"'],
    [
      { domain: "https://a" },
      '"https://a" for domain',
      'pass a domain without a scheme, such as "example.com"',
    ],
    [{ domain: "" }, '"" for domain', 'pass a domain without a scheme, such as "example.com"'],
    [{ maxAge: 1.5 }, "1.5 for maxAge", "pass a whole number of seconds"],
    [{ maxAge: "60" }, '"60" for maxAge', "pass a whole number of seconds"],
    [{ expires: new Date(Number.NaN) }, "an object (Date) for expires", "pass a valid Date"],
  ])("%j is refused", (options, fault, remedy) => {
    expect(inOptions(options)).toEqual([[`${what} has ${fault}`, remedy]]);
  });

  test("have no other option", () => {
    expect(inOptions({ maxage: 1 })).toEqual([
      [
        `${what} has the unknown option "maxage"`,
        "use httpOnly, secure, sameSite, path, domain, maxAge, expires, partitioned",
      ],
    ]);
  });

  const insecure = (name: string, reason: string): string[] => [
    `the response cookie "${name}" has secure: false, but browsers drop it because of ${reason}`,
    "remove secure, or change the other",
  ];
  test("are secure where browsers demand it", () => {
    expect(inOptions({ secure: false, sameSite: "none" })).toEqual([
      insecure("a", 'sameSite "none"'),
    ]);
    expect(inOptions({ secure: false, partitioned: true })).toEqual([insecure("a", "partitioned")]);
    for (const name of ["__Host-a", "__Secure-a", "__secure-a"]) {
      expect(inOptions({ secure: false }, name)).toEqual([
        insecure(name, "the prefix of its name"),
      ]);
    }
    expect(inOptions({ secure: false })).toEqual([]);
  });

  test.each([
    [{ domain: "example.com" }, "a domain"],
    [{ path: "/v1" }, "a path other than /"],
    [{ path: "/v1", domain: "example.com" }, "a domain"],
  ])("with the prefix __Host-, not %j", (options, option) => {
    expect(inOptions(options, "__Host-a")).toEqual([
      [
        `the response cookie "__Host-a" has ${option}, but its prefix __Host- forbids it`,
        "remove the option, or use the prefix __Secure-",
      ],
    ]);
  });

  test("have sound names and types", () => {
    expect(inResponse({ "a b": cookie(string()) })).toEqual([
      ['"a b" is not a valid cookie name', "use letters, digits, hyphens and underscores"],
    ]);
    expect(inResponse({ a: cookie(given(list(string()))) })).toEqual([
      [
        'the response cookie "a" is a list',
        "use a type of one value: a cookie can't hold an array",
      ],
    ]);
  });

  test("exclude the header set-cookie", () => {
    expect(inResponse({ a: cookie(string()) }, { "Set-Cookie": list(string()) })).toEqual([
      [
        'the response header "set-cookie" is declared beside cookies',
        "remove the header: the option cookies writes it",
      ],
    ]);
    expect(inResponse(undefined, { "set-cookie": list(string()) })).toEqual([]);
    expect(inResponse({}, { "set-cookie": list(string()) })).toEqual([]);
  });
});
