import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { arbitraryTree } from "../../../../../test/support/arbitrary-tree.ts";
import { oneOfBodies } from "../body/alternatives.ts";
import { stream } from "../../bodies/binary/declared.ts";
import { noBody } from "../body/body.ts";
import { events } from "../../bodies/events/declared.ts";
import { json, plainText } from "../../bodies/json/declared.ts";
import { multipart } from "../../bodies/multipart/declared.ts";
import { DeclarationError } from "./declaration-error.ts";
import { failure } from "../failure/failure.ts";
import { list, segments } from "../parameter/list.ts";
import { oneOf } from "../parameter/one-of.ts";
import { dateTime, integer, string, uuid } from "../parameter/parameter-types.ts";
import type { AnyResource } from "../tree/placement.ts";
import { dynamicResource, rootResource, staticResource } from "../tree/resource.ts";
import { del, get, head, post } from "../endpoint/verbs.ts";
import { verify } from "./verify.ts";
import { endpointsOf, resourcesOf } from "../walk.ts";

/** The functions as plain JavaScript sees them. */
const js = {
  root: rootResource,
  fixed: staticResource,
  dynamic: dynamicResource,
} as unknown as Record<"root" | "fixed" | "dynamic", (...given: unknown[]) => AnyResource>;
type Call = (...given: unknown[]) => Chain;
interface Chain {
  readonly request: Call;
  readonly response: Call;
  readonly parameters: Call;
  readonly headers: Call;
  readonly failure: Call;
}
const [jsGet, jsPost, jsHead] = [get, post, head] as unknown as [Call, Call, Call];
const jsFailure = failure as unknown as (...given: unknown[]) => never;

/** The whole text of what `verify` throws, or "no fault". */
function faults(...resources: readonly AnyResource[]): string {
  try {
    verify(...resources);
  } catch (error) {
    expect(error).toBeInstanceOf(DeclarationError);
    return (error as DeclarationError).message;
  }
  return "no fault";
}

/** The text of one fault of `GET /v1/it`, or of several. */
function ofEndpoint(declared: unknown): string {
  return faults(js.root("v1", { it: js.fixed("it", { f: declared }) }));
}

function one(where: string, fault: string, remedy: string, api = "v1"): string {
  return `1 fault in the API "${api}"\n  ${where}\n    ${fault}\n    ${remedy}`;
}

describe("verify", () => {
  test("takes every tree without a fault, in every style", () => {
    fc.assert(
      fc.property(arbitraryTree, ({ resources }) => {
        expect(faults(...resources)).toBe("no fault");
      }),
    );
    expect(faults()).toBe("no fault");
  });

  test("collects all faults of all trees, each once, in the order of declaration", () => {
    const Api = js.root("v1", {
      users: js.fixed("users", {
        find: jsGet("{query}"),
        user: js.dynamic("user", {
          find: get(),
          twin: js.fixed("", { list: failure(404) }),
        }),
      }),
      orders: js.fixed("orders", { create: jsPost().response(z.string(), { status: 204 }) }),
    });
    const Late = js.fixed("a/b", Api, {});
    const text = [
      '5 faults in the API "v1"',
      "  users.find  GET /v1/users/{query}",
      '    a segment of its subpath "{query}" has a "/", a brace, a control character or a lone surrogate',
      "    nest resources; one segment is plain text",
      "  users.user.twin  /v1/users/{user}/",
      "    the segment is empty",
      "    use a string",
      "  users.user.twin  /v1/users/{user}/",
      '    the child "list" is neither an endpoint nor a resource',
      "    call get(), post() …, and wrap other values in staticResource(segment, { … })",
      "  orders.create  POST /v1/orders",
      "    status 204 cannot have a body, but one is declared",
      "    use noBody, or another status",
      "  a/b  /v1/a/b",
      '    the segment "a/b" has a "/", a brace, a control character or a lone surrogate',
      "    nest resources; one segment is plain text",
    ].join("\n");
    expect(faults(Api, Late)).toBe(text);
    expect(faults(Api, Late, Api, Late)).toBe(text);
    expect(() => endpointsOf(Api, Late)).toThrow(text);
    expect(() => resourcesOf(Api, Late)).toThrow(text);
  });

  test("names the API of the first fault, whichever root it stands below", () => {
    const sound = js.root("v1", { a: get() });
    const wrong = js.root("v2", { users: js.fixed("users", { b: jsGet("x//y") }) });
    const text = one(
      "users.b  GET /v2/users/x//y",
      "a segment of its subpath is empty",
      "use a string",
      "v2",
    );
    expect(faults(sound, wrong)).toBe(text);
    expect(faults(wrong, sound)).toBe(text);
  });

  test("tells by fields what it tells by text", () => {
    try {
      verify(js.root("v1", { it: js.fixed(".", { f: get() }) }));
      expect.unreachable();
    } catch (error) {
      const { name, code, api, faults: all } = error as DeclarationError;
      expect([name, code, api]).toEqual(["DeclarationError", "declaration", "v1"]);
      expect(all).toEqual([
        {
          node: "it",
          target: "/v1/.",
          fault: 'the segment is ".", which URLs remove',
          remedy: "use another text",
        },
      ]);
    }
  });

  test("names the API by its first segment", () => {
    const piece = (): AnyResource => js.fixed("..", {});
    const fault = 'the segment is "..", which URLs remove';
    const remedy = "use another text";
    expect(faults(js.root({ a: piece() }))).toBe(one("a  /..", fault, remedy, "/"));
    expect(faults(piece())).toBe(one("..  /..", fault, remedy, ".."));
    expect(faults(js.root({ path: get() }))).toBe(
      one("/", 'a child cannot be called "path"', "rename the property", "/"),
    );
  });

  test("names a node by its properties, by its segment where no property holds it", () => {
    const tree = rootResource("v1", {
      people: staticResource("users", { person: js.dynamic("user", list(string()), {}) }),
    });
    const fault = "its id may be left out";
    const remedy = "remove .optional(), .default() and list(): a path always has its ids";
    const expected = one("people.person  /v1/users/{user}", fault, remedy);
    expect(faults(tree)).toBe(expected);
    expect(faults(tree.people)).toBe(expected);
    expect(faults(tree.people.person)).toBe(expected);
    const Late = js.dynamic("late", list(string()), tree.people, {});
    expect(faults(Late)).toBe(one("people.late  /v1/users/{late}", fault, remedy));
  });

  test("takes a view with ids given for the resource itself", () => {
    const tree = rootResource("v1", { user: dynamicResource("user", { f: get() }) });
    expect(faults(tree.user("1"), tree.user)).toBe("no fault");
    expect(resourcesOf(tree.user("1"), tree)).toEqual([tree.user, tree]);
  });
});

describe("a segment", () => {
  const odd = (segment: string): string =>
    `the segment ${JSON.stringify(segment)} has a "/", a brace, a control character or a lone surrogate`;

  test.each<readonly [segment: string, fault: string, remedy: string]>([
    ["", "the segment is empty", "use a string"],
    [".", 'the segment is ".", which URLs remove', "use another text"],
    ["..", 'the segment is "..", which URLs remove', "use another text"],
    ...[
      "a/b",
      "/users",
      "users/",
      "/",
      "{id}",
      "a}",
      "\n",
      "\u0000",
      "a\u007fb",
      "\u0085",
      "\ud800",
    ].map(
      (segment) => [segment, odd(segment), "nest resources; one segment is plain text"] as const,
    ),
  ])("%j is a fault", (segment, fault, remedy) => {
    expect(faults(js.root("v1", { it: js.fixed(segment, {}) }))).toBe(
      one(`it  /v1/${segment}`, fault, remedy),
    );
    expect(faults(js.root(segment, {}))).toBe(one(`/${segment}`, fault, remedy, segment || "/"));
  });

  test.each(["...", "a b", "café", "%2e", "a:b@c!$&'()*+,;=", "~", "*", "\\", "__proto__", "then"])(
    "%j is none",
    (segment) => {
      expect(faults(js.root(segment, { it: js.fixed(segment, { f: get() }) }))).toBe("no fault");
    },
  );

  test("that is no text is a fault, as is one left out", () => {
    const remedy = "pass it first: staticResource(segment, { … })";
    expect(faults(js.fixed(42, {}))).toContain(`the segment is not a string\n    ${remedy}`);
    expect(faults(js.root("v1", { it: js.fixed({}) }))).toBe(
      one("it  /v1", "the segment is not a string", remedy),
    );
    expect(faults(js.root("v1", { it: js.dynamic({}) }))).toContain(
      "the parameter's name is not a string",
    );
  });

  test("of a subpath is held to the same", () => {
    for (const [subpath, fault] of [
      ["/me", "a segment of its subpath is empty"],
      ["me/", "a segment of its subpath is empty"],
      ["a/../b", 'a segment of its subpath is "..", which URLs remove'],
    ] as const) {
      expect(ofEndpoint(jsGet(subpath))).toContain(`it.f  GET /v1/it/${subpath}\n    ${fault}\n`);
    }
    expect(ofEndpoint(jsGet("a b/c:d"))).toBe("no fault");
  });

  test("begins with a verb that has a name", () => {
    const remedy = 'write it after the colon: post(":publish")';
    for (const subpath of [":", ":/now"]) {
      expect(ofEndpoint(jsGet(subpath))).toBe(
        one(`it.f  GET /v1/it${subpath}`, "the verb of its subpath is empty", remedy),
      );
    }
    expect(ofEndpoint(jsGet(":a//b"))).toContain("a segment of its subpath is empty");
    expect(ofEndpoint(jsGet(":{id}"))).toContain('has a "/", a brace');
    expect(ofEndpoint(jsGet(":a:b/c/:d"))).toBe("no fault");
  });
});

describe("the text around an id", () => {
  const withOptions = (options: object): string =>
    faults(js.root("v1", { it: js.dynamic("id", options, { f: get() }) }));

  test.each<readonly [object, string, string, string]>([
    [{ suffix: "" }, "/{id}", "its suffix is empty", "remove it, or use a string"],
    [{ prefix: 7 }, "/7{id}", "its prefix is 7", 'pass a string: { prefix: ".json" }'],
    ...["a/b", "?", "#", "%2E", "{x}", "\\", "\n", "\ud800"].map(
      (suffix) =>
        [
          { suffix },
          `/{id}${suffix}`,
          `its suffix ${JSON.stringify(suffix)} has a "/", "?", "#", "%", "\\", a brace, a control character or a lone surrogate`,
          "use other characters: the text is a part of one segment",
        ] as const,
    ),
  ])("%j is a fault", (options, path, fault, remedy) => {
    expect(withOptions(options)).toBe(one(`it  /v1${path}`, fault, remedy));
  });

  test("may be any text that one segment can have", () => {
    for (const affix of [".json", ":x", "+", "@", "é", "a b", "..."]) {
      expect(withOptions({ prefix: affix, suffix: affix })).toBe("no fault");
    }
  });

  test("belongs to dynamic resources only", () => {
    for (const kind of ["fixed", "root"] as const) {
      expect(faults(js[kind]("it", { prefix: "x" }, {}))).toContain(
        "its segment is fixed, but it has a prefix\n    write this text in the segment",
      );
    }
  });

  test("tells the paths of siblings apart, unless it is the same", () => {
    const both = (first: object, second: object, verb?: string): string =>
      faults(
        js.root("v1", {
          a: js.dynamic("a", first, { f: jsGet(verb) }),
          b: js.dynamic("b", second, { f: get() }),
        }),
      );
    expect(both({ suffix: ".json" }, { suffix: ".json" })).toBe(
      one(
        "b.f  GET /v1/{b}.json",
        "answers the same requests as a.f  GET /v1/{a}.json",
        "change one path, or merge the two endpoints",
      ),
    );
    expect(both({}, { suffix: ":publish" }, ":publish")).toContain(
      "answers the same requests as a.f  GET /v1/{a}:publish",
    );
    expect(both({ suffix: ".json" }, { suffix: ".tar.json" })).toBe("no fault");
    expect(both({ prefix: "a" }, { suffix: "b" })).toBe("no fault");
    expect(both({}, { prefix: "a" })).toBe("no fault");
  });
});

describe("a slash at the end", () => {
  test("makes another path", () => {
    const plain = { list: get() };
    const Api = js.root("v1", { a: js.fixed("a", plain) });
    const slashed = (flag: boolean): AnyResource =>
      js.fixed("a", Api, { trailingSlash: flag }, plain);
    expect(faults(Api, slashed(true))).toBe("no fault");
    expect(faults(Api, slashed(false))).toContain("answers the same requests as a.list");
  });

  test("makes no other path of the root without a segment", () => {
    const slashed = js.root({ trailingSlash: true }, { home: get() });
    expect(faults(slashed, js.root({ home: get() }))).toContain("answers the same requests");
  });
});

describe("a parameter's name", () => {
  test("that is no text for a segment is a fault", () => {
    expect(faults(js.dynamic("", {}))).toBe(
      one("/{}", "the parameter's name is empty", "use a string", "/"),
    );
    expect(faults(js.root("v1", { it: js.dynamic("{id}", {}) }))).toBe(
      one(
        "it  /v1/{{id}}",
        'the parameter\'s name "{id}" has a "/", a brace, a control character or a lone surrogate',
        "nest resources; one segment is plain text",
      ),
    );
  });

  test("twice in a chain is a fault, in every style; in two branches it is none", () => {
    const fault = "{id} is twice in this path, first at /v1/{id}";
    const remedy = "rename one of the two";
    const inner = js.dynamic("id", {});
    expect(faults(js.root("v1", { a: js.dynamic("id", { b: inner }) }))).toBe(
      one("a.b  /v1/{id}/{id}", fault, remedy),
    );
    const Api = js.root("v1", {});
    const A = js.dynamic("id", Api, {});
    const Between = js.fixed("s", A, {});
    const B = js.dynamic("id", Between, {});
    expect(faults(Api, A, Between, B)).toBe(one("id.s.id  /v1/{id}/s/{id}", fault, remedy));
    expect(
      faults(
        js.root({ a: js.fixed("a", { x: js.dynamic("id", {}) }), b: js.fixed("b", { x: inner }) }),
      ),
    ).toBe("no fault");
  });
});

describe("the type of an id", () => {
  const where = "it  /v1/{id}";
  const typed = (...type: unknown[]): string =>
    faults(js.root("v1", { it: js.dynamic("id", ...type, {}) }));

  test("is a parameter type or a codec", () => {
    // A function that was not called would otherwise be an id of any text.
    for (const type of [z.string(), { type: z.date() }, uuid, { type: uuid }, String]) {
      expect(() => verify(js.root("v1", { it: js.dynamic("id", type, {}) }))).toThrow(TypeError);
    }
    expect(typed(z.stringbool())).toBe("no fault");
    expect(typed({ type: uuid() })).toBe("no fault");
  });

  test("on a fixed segment is a fault", () => {
    const fault = "its segment is fixed, but it has a type";
    const remedy = "use dynamicResource(name, type, { … })";
    for (const type of [uuid(), { type: uuid() }, uuid, z.string(), get]) {
      expect(faults(js.fixed("it", type, {}))).toBe(one("it  /it", fault, remedy, "it"));
      expect(faults(js.root("v1", type, {}))).toBe(one("/v1", fault, remedy));
    }
  });

  test("that may be left out is a fault", () => {
    const fault = "its id may be left out";
    const remedy = "remove .optional(), .default() and list(): a path always has its ids";
    for (const type of [
      string().optional(),
      integer().default(1),
      list(string()),
      { type: list(dateTime()) },
    ]) {
      expect(typed(type)).toBe(one(where, fault, remedy));
    }
  });

  test("of all remaining segments has endpoints below it only, without a subpath", () => {
    const below = "which takes all remaining segments";
    expect(
      faults(
        js.root("v1", { it: js.dynamic("rest", segments(), { x: js.fixed("x", { f: get() }) }) }),
      ),
    ).toBe(
      one("it.x  /v1/{rest*}/x", `is below /v1/{rest*}, ${below}`, "move it beside that resource"),
    );
    const Rest = js.dynamic("rest", segments(), {});
    expect(faults(Rest, js.fixed("x", Rest, {}))).toContain(`is below /{rest*}, ${below}`);
    expect(faults(js.root("v1", { it: js.dynamic("rest", segments(), { f: jsGet("x") }) }))).toBe(
      one(
        "it.f  GET /v1/{rest*}/x",
        `is below segments(), ${below}`,
        'remove its subpath, or use a verb: post(":copy")',
      ),
    );
    expect(faults(js.dynamic("rest", segments(), { f: jsGet(":copy/now") }))).toContain(
      "is below segments()",
    );
    expect(faults(js.dynamic("rest", segments(), { f: get(), g: del(), h: jsGet(":copy") }))).toBe(
      "no fault",
    );
  });
});

describe("a child", () => {
  test.each(["path", "then", "~x", "~child", "~", "~resource"])("cannot be called %j", (name) => {
    expect(faults(js.root("v1", { [name]: get() }))).toBe(
      one("/v1", `a child cannot be called "${name}"`, "rename the property"),
    );
    expect(faults(js.dynamic("id", { [name]: js.fixed("a", {}) }))).toContain(
      `a child cannot be called "${name}"`,
    );
  });

  test("that is neither endpoint nor resource is a fault", () => {
    const other = rootResource("v2", { list: get() });
    for (const child of [
      get,
      other.list,
      { list: get() },
      null,
      undefined,
      "x",
      1,
      [],
      Symbol("s"),
      failure("a", 400),
      z.string(),
    ]) {
      expect(faults(js.root("v1", { users: child }))).toBe(
        one(
          "/v1",
          'the child "users" is neither an endpoint nor a resource',
          "call get(), post() …, and wrap other values in staticResource(segment, { … })",
        ),
      );
    }
  });
});

describe("an endpoint", () => {
  const where = "it.f  GET /v1/it";

  test("has no request body with GET and HEAD", () => {
    expect(ofEndpoint(jsGet().request())).toBe(
      one(where, "GET has no request body, but one is declared", "use query()"),
    );
    expect(ofEndpoint(jsHead().request(z.string()))).toBe(
      one("it.f  HEAD /v1/it", "HEAD has no request body, but one is declared", "use query()"),
    );
  });

  test.each([204, 205, 304])("has no body with status %i", (status) => {
    expect(ofEndpoint(jsGet().response(z.string(), { status }))).toBe(
      one(
        where,
        `status ${status} cannot have a body, but one is declared`,
        "use noBody, or another status",
      ),
    );
    expect(ofEndpoint(jsGet().response(noBody, { status }))).toBe("no fault");
  });

  test.each([0, 100, 199, 200.5, NaN, 400, 404, 500, 600])(
    "has no success of status %d",
    (status) => {
      expect(ofEndpoint(jsGet().response(z.string(), { status }))).toBe(
        one(where, `status ${status} is not a success`, "declare it as a failure: .failure(…)"),
      );
    },
  );

  test("has bodies and schemas only", () => {
    const remedy = "pass a Standard Schema, type<T>(), noBody or a body such as json()";
    expect(ofEndpoint(jsPost().request({ name: "string" }))).toBe(
      one("it.f  POST /v1/it", "the request is neither a body nor a schema", remedy),
    );
    expect(ofEndpoint(jsGet().response({ name: "string" }))).toBe(
      one(where, "the response of status 200 is neither a body nor a schema", remedy),
    );
    const Bad = (failure("bad", 400) as unknown as { body: Call }).body({ a: 1 });
    expect(ofEndpoint(jsGet().failure(Bad))).toBe(
      one(
        where,
        'the failure "bad" has an object (Object) as its body',
        "pass its type or a schema: problem details and codecs write it",
      ),
    );
  });

  test("declares nothing twice", () => {
    const twice = jsPost()
      .request()
      .request()
      .response()
      .response(z.string())
      .parameters({ a: string(), toString: string() })
      .parameters({ a: string() })
      .headers({ "x-a": string() })
      .headers({ "x-a": string() });
    expect(ofEndpoint(twice)).toBe(
      [
        '4 faults in the API "v1"',
        ...["the request body", 'the parameter "a"', 'the header "x-a"', "the status 200"].flatMap(
          (what) => ["  it.f  POST /v1/it", `    ${what} is declared twice`, "    declare it once"],
        ),
      ].join("\n"),
    );
  });
});

describe("a header", () => {
  const where = "it.f  GET /v1/it";

  test.each(["", "a b", "é", "a:b", "x\n", "(x)"])("called %j is a fault", (name) => {
    const remedy = "use letters, digits and hyphens";
    expect(ofEndpoint(jsGet().headers({ [name]: string() }))).toBe(
      one(where, `the request header "${name}" is not a valid header name`, remedy),
    );
    expect(ofEndpoint(jsGet().response(noBody, { headers: { [name]: string() } }))).toBe(
      one(where, `the response header "${name}" is not a valid header name`, remedy),
    );
    const Bad = failure("bad", 400).headers({ [name]: string() });
    expect(ofEndpoint(get().failure(Bad))).toBe(
      one(where, `the header of failure "bad" "${name}" is not a valid header name`, remedy),
    );
  });

  test("that differs by case alone is declared twice", () => {
    expect(ofEndpoint(jsGet().headers({ "X-A": string(), "x-a": string() }))).toBe(
      one(
        where,
        'the request header "x-a" is also declared as "X-A"',
        "declare it once: header names are case-insensitive",
      ),
    );
  });

  test("of a query is declared on an endpoint or on a resource above, not on both", () => {
    const above = { parameters: { limit: integer() } };
    const fault = (at: string): string =>
      `the query parameter "limit" is already declared at ${at}`;
    const remedy = "declare it in one of the two places";
    const other = jsGet().parameters({ limit: string() });
    expect(faults(js.root("v1", above, { f: other }))).toBe(
      one("f  GET /v1", fault("/v1"), remedy),
    );
    expect(faults(js.root("v1", above, { s: js.fixed("s", { f: other }) }))).toBe(
      one("s.f  GET /v1/s", fault("/v1"), remedy),
    );
    const below = js.fixed("s", { parameters: { limit: string() } }, { f: jsGet() });
    expect(faults(js.root("v1", above, { s: below }))).toBe(one("s  /v1/s", fault("/v1"), remedy));
    // The same type is the same parameter, and an id is not a parameter of the query.
    const same = jsGet().parameters(above.parameters);
    expect(faults(js.root("v1", above, { f: same }))).toBe("no fault");
    expect(faults(js.root("v1", above, { d: js.dynamic("limit", { f: jsGet() }) }))).toBe(
      "no fault",
    );
    expect(faults(js.root("v1", above, { f: jsGet().parameters({ Limit: string() }) }))).toBe(
      "no fault",
    );
  });

  test("of a query that a resource declares is named once, at the resource", () => {
    const wrong = js.root("v1", { parameters: { q: oneOf() } }, { f: jsGet(), g: jsGet("g") });
    expect(faults(wrong)).toBe(
      one(
        "/v1",
        'the query parameter "q" is oneOf() without values',
        'list texts or numbers: oneOf("a", "b")',
      ),
    );
  });

  test("is declared on an endpoint or on a resource above, not on both", () => {
    const above = { headers: { "X-A": string() } };
    const fault = 'the request header "x-a" is already declared at /v1';
    const remedy = "declare it in one of the two places";
    expect(
      faults(js.root("v1", above, { f: get().headers({ "x-a": above.headers["X-A"] }) })),
    ).toBe(one("f  GET /v1", fault, remedy));
    expect(faults(js.root("v1", above, { f: get().headers({ "x-a": integer() }) }))).toBe(
      one("f  GET /v1", fault, remedy),
    );
    expect(
      faults(
        js.root("v1", above, {
          it: js.fixed("it", { headers: { "x-a": string() } }, { f: get(), g: del() }),
        }),
      ),
    ).toBe(one("it  /v1/it", fault, remedy));
    expect(
      faults(js.root("v1", above, { f: get().headers({ "X-A": above.headers["X-A"] }) })),
    ).toBe("no fault");
  });

  test("of a resource is told of once, whatever stands below", () => {
    const tree = js.root("v1", { headers: { "a b": string() } }, { f: get(), g: post(), h: del() });
    expect(faults(tree)).toBe(
      one(
        "/v1",
        'the request header "a b" is not a valid header name',
        "use letters, digits and hyphens",
      ),
    );
  });
});

describe("a failure", () => {
  const where = "it.f  GET /v1/it";
  const Taken = failure("taken", 409);
  const failing = (...failures: readonly unknown[]): string =>
    ofEndpoint(jsGet().failure(...failures));

  test.each([200, 399, 600, 0, NaN, 404.5])("of status %d is a fault", (status) => {
    expect(failing(jsFailure("x", status))).toBe(
      one(where, `the failure "x" has the status ${status}`, "use a status from 400 to 599"),
    );
  });

  test.each([
    [json(), "application/json"],
    [plainText(), "text/plain; charset=utf-8"],
    [events(), "text/event-stream"],
    [oneOfBodies(json(), plainText()), "application/json, text/plain; charset=utf-8"],
    [stream(), "stream()"],
  ])("with a name has no body of a media type, a bare one may have one", (body, told) => {
    const bodied = (failure("held", 409) as unknown as { body: Call }).body(body);
    expect(failing(bodied)).toBe(
      one(
        where,
        `the failure "held" has ${told} as its body`,
        "pass its type or a schema: problem details and codecs write it",
      ),
    );
    expect(failing((failure(409) as unknown as { body: Call }).body(body))).toBe("no fault");
  });

  test("without data has no noBody", () => {
    const bodied = (failure("held", 409) as unknown as { body: Call }).body(noBody);
    expect(failing(bodied)).toBe(
      one(where, 'the failure "held" has noBody as its body', "remove .body()"),
    );
    expect(failing(failure(409).body(noBody))).toBe("no fault");
  });

  test.each([
    [5, "is neither a body nor a schema"],
    [multipart({}), "is multipart(), which only clients send"],
    [oneOfBodies(json(), json()), "has two alternatives of"],
  ])("that is bare has a body that a response can have", (body, fault) => {
    const bare = (failure("other") as unknown as { body: Call }).body(body);
    expect(failing(bare)).toContain(`the body of failure "other" ${fault}`);
  });

  test("for a range is the only one of it, but replaces an inherited one", () => {
    const [one4, other4] = [failure("4XX"), failure("4XX").body<string>()];
    expect(failing(one4, failure("5XX"), failure("other"), failure(404))).toBe("no fault");
    expect(failing(one4, one4)).toBe("no fault");
    expect(failing(one4, other4)).toBe(
      one(
        where,
        'the failure "4XX" is declared twice',
        "declare one failure for each range of statuses",
      ),
    );
    const below = staticResource("x", { failures: [other4] }, { it: get() });
    expect(() => verify(rootResource("v1", { failures: [one4] }, { below }))).not.toThrow();
  });

  test("without a status is a fault", () => {
    expect(failing(jsFailure("x"))).toContain('the failure "x" has the status 0');
    expect(failing(jsFailure(200))).toContain('the failure "200" has the status 200');
  });

  test.each([
    ["", "failure(404) is the bare failure of a status"],
    ["404", "failure(404) is the bare failure of a status"],
    ["0", "failure(404) is the bare failure of a status"],
    ["ok", '"ok" is the success case of match'],
    ["else", '"else" is the case of match for all other failures'],
    ["default", '"default" is reserved: match uses "else" for all other failures'],
    ["other", '"other" is reserved for all statuses'],
    ["4XX", '"4XX" is reserved for all statuses from 400 to 499'],
    ["5XX", '"5XX" is reserved for all statuses from 500 to 599'],
  ])("cannot be called %j", (name, reason) => {
    const fault = one(
      where,
      `a failure cannot be called "${name}"`,
      `use a name of words: ${reason}`,
    );
    expect(failing(jsFailure(name, 404))).toBe(fault);
    expect(failing((jsFailure(name, 400) as { bare(): unknown }).bare())).toBe(fault);
  });

  test("may be declared often, and on a resource above; another of its name may not", () => {
    const Other = failure("taken", 400);
    const remedy = "declare it once, or rename one of the two";
    expect(failing(Taken, Taken)).toBe("no fault");
    expect(faults(js.root("v1", { failures: [Taken] }, { f: get().failure(Taken) }))).toBe(
      "no fault",
    );
    expect(failing(Taken, Other)).toBe(
      one(where, 'the failure "taken" differs from an earlier failure of that name', remedy),
    );
    const fault =
      'the failure "taken" differs from an earlier failure of that name, which /v1 declares';
    expect(faults(js.root("v1", { failures: [Taken] }, { f: get().failure(Other) }))).toBe(
      one("f  GET /v1", fault, remedy),
    );
    expect(
      faults(
        js.root(
          "v1",
          { failures: [Taken] },
          { it: js.fixed("it", { failures: [Other] }, { f: get() }) },
        ),
      ),
    ).toBe(one("it  /v1/it", fault, remedy));
  });

  test("of one problem type and status with another is a fault: no client could tell them apart", () => {
    const type = "https://example.com/problems/gone";
    const Gone = failure("gone", 410, { type });
    const Moved = failure("moved", 410, { type });
    const fault = 'the failure "moved" has the problem type and status of "gone"';
    const remedy = "use another type or status for one of them";
    expect(failing(Gone, Moved)).toBe(one(where, fault, remedy));
    expect(faults(js.root("v1", { failures: [Gone] }, { f: get().failure(Moved) }))).toBe(
      one("f  GET /v1", `${fault}, which /v1 declares`, remedy),
    );
    expect(failing(Gone, failure("moved", 404, { type }), failure("lost", 410))).toBe("no fault");
    expect(failing(failure(410), failure(404))).toBe("no fault");
  });

  test("that is bare is alone on its status; several named ones may share one", () => {
    const remedy = "remove one, or send both as problem details";
    const fault = (a: string, b: string): string =>
      `the failures "${a}" and "${b}" have the status 409, but a bare failure must be the only one of its status`;
    expect(failing(Taken, failure("full", 409), failure(404), failure(410))).toBe("no fault");
    expect(failing(failure(409), Taken)).toBe(one(where, fault("409", "taken"), remedy));
    expect(failing(Taken, failure(409))).toBe(one(where, fault("taken", "409"), remedy));
    expect(failing(failure(409), failure(409))).toBe(one(where, fault("409", "409"), remedy));
    const full = failure("full", 409).bare<string>();
    expect(failing(Taken, full)).toBe(one(where, fault("taken", "full"), remedy));
    expect(failing(full, failure("held", 409).bare(noBody))).toBe(
      one(where, fault("full", "held"), remedy),
    );
    expect(failing(full, failure("full", 409).bare<string>())).toBe(
      one(where, fault("full", "full"), remedy),
    );
    expect(failing(full, failure("held", 410).bare(z.string()))).toBe("no fault");
    expect(faults(js.root("v1", { failures: [failure(409)] }, { f: get().failure(Taken) }))).toBe(
      one("f  GET /v1", `${fault("409", "taken")}; /v1 declares "409"`, remedy),
    );
  });
});

describe("two endpoints that answer the same requests", () => {
  const remedy = "change one path, or merge the two endpoints";

  test("are a fault that names both", () => {
    const tree = rootResource("v1", {
      users: staticResource("users", {
        user: dynamicResource("user", { find: get() }),
        search: dynamicResource("query", integer(), { f: get(), g: post() }),
      }),
    });
    expect(faults(tree)).toBe(
      one(
        "users.search.f  GET /v1/users/{query}",
        "answers the same requests as users.user.find  GET /v1/users/{user}",
        remedy,
      ),
    );
  });

  test("are found across subpaths, properties, styles and trees", () => {
    expect(
      faults(rootResource("v1", { a: get("me/now"), me: staticResource("me", { b: get("now") }) })),
    ).toContain("answers the same requests as a  GET /v1/me/now");
    expect(
      faults(
        rootResource("v1", {
          a: staticResource("x", { f: get() }),
          b: staticResource("x", { f: get() }),
        }),
      ),
    ).toContain("answers the same requests as a.f  GET /v1/x");
    const Api = rootResource("v1", { x: get("x") });
    expect(faults(Api, staticResource("x", Api, { f: get() }))).toContain(
      "x.f  GET /v1/x\n    answers the same requests as x  GET /v1/x",
    );
    expect(faults(Api, rootResource({ y: get("v1/x") }))).toContain(
      "answers the same requests as x  GET /v1/x",
    );
    expect(
      faults(
        js.root({
          a: js.dynamic("a", segments(), { f: get() }),
          b: js.dynamic("b", segments(), { f: get() }),
        }),
      ),
    ).toContain("answers the same requests as a.f  GET /{a*}");
  });

  test("are none with another method, or another shape", () => {
    expect(
      faults(
        rootResource({
          a: staticResource("a", { f: get(), g: head(), h: post() }),
          b: dynamicResource("b", { f: get(), g: del() }),
          c: dynamicResource("c", segments(), { f: get() }),
          d: staticResource("A", { f: get() }),
        }),
      ),
    ).toBe("no fault");
  });
});

describe("many faults", () => {
  test("of siblings that collide cost no look at all siblings each", () => {
    const paths = Array.from({ length: 100 }, (_, index) => [`e${index}`, get("same")] as const);
    const api = rootResource("v1", Object.fromEntries(paths));
    const below = api["~resource"].data["~below"];
    const look = vi.spyOn(below, Symbol.iterator);
    expect(() => verify(api)).toThrow("answers the same requests as e0  GET /v1/same");
    expect(look.mock.calls.length).toBeGreaterThan(0);
    expect(look.mock.calls.length).toBeLessThan(10);
  });
});
