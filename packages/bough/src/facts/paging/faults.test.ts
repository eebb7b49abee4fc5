import { describe, expect, test } from "vitest";
import { events } from "../../bodies/events/declared.ts";
import { json, plainText } from "../../bodies/json/declared.ts";
import { noBody, type } from "../../declare/body/body.ts";
import { oneOfBodies } from "../../declare/body/alternatives.ts";
import { get, post, query } from "../../declare/endpoint/verbs.ts";
import { parameter } from "../../declare/parameter/parameter-make.ts";
import { integer, string } from "../../declare/parameter/parameter-types.ts";
import { rootResource, staticResource } from "../../declare/tree/resource.ts";
import { DeclarationError } from "../../declare/verify/declaration-error.ts";
import { verify } from "../../declare/verify/verify.ts";

// As plain JavaScript gives it.
const given = (value: unknown): never => value as never;
interface Loose {
  paged: (options: unknown) => Loose;
}
const paged = (endpoint: unknown, options: unknown): Loose => (endpoint as Loose).paged(options);

function faultsIn(endpoint: object, options: object = {}): (readonly [string, string])[] {
  try {
    verify(given(rootResource(options, { list: given(endpoint) })));
  } catch (error) {
    expect(error).toBeInstanceOf(DeclarationError);
    return (error as DeclarationError).faults.map(({ fault, remedy }) => [fault, remedy]);
  }
  return [];
}
const faults = (endpoint: object, options?: object): string[] =>
  faultsIn(endpoint, options).map(([fault]) => fault);

const list = get()
  .parameters({ after: string().optional(), page: integer().default(1) })
  .response<{ users: string[]; next: string | null }>();

describe("pages", () => {
  test.each<object>([
    { items: "users", next: { after: "next" } },
    { items: "meta.users", next: { after: { last: ["a.b", "c"] } }, more: "more" },
    { items: ["users"], next: ["@odata.nextLink"] },
    { items: "users", page: "page", first: 0, total: "count" },
    { items: "users", offset: "page", more: "more" },
    { link: true },
    { link: true, items: "users" },
    { items: "users", next: { after: "next" }, total: undefined },
  ])("are found by %j", (options) => {
    expect(faultsIn(paged(list, options))).toEqual([]);
  });

  test("may be asked for by parameters of a resource, and of types that are your own", () => {
    const plain = get()
      .response<unknown>()
      .paged({ items: "users", next: { after: "next" } });
    expect(faultsIn(plain)).toEqual([
      [
        '.paged() sends the parameter "after", which is not declared',
        "declare it: .parameters({ … }), or in the options of a resource above",
      ],
    ]);
    expect(faultsIn(plain, { parameters: { after: string() } })).toEqual([]);
    const above = staticResource("users", { parameters: { after: string() } }, { list: plain });
    expect(() => verify(rootResource({ above }))).not.toThrow();
    const own = parameter({ decode: Number, encode: String });
    expect(
      faults(paged(get().parameters({ own }).response<unknown>(), { items: "a", page: "own" })),
    ).toEqual([]);
  });

  test("need one response with JSON, beside 304", () => {
    const wrong = [".paged() is declared, but the endpoint has not exactly one response with JSON"];
    const link = { link: true };
    expect(faults(paged(get(), link))).toEqual(wrong);
    expect(faults(paged(get().response(plainText()), link))).toEqual(wrong);
    expect(faults(paged(get().response(events<string>()), link))).toEqual(wrong);
    expect(faults(paged(get().response(noBody), link))).toEqual(wrong);
    expect(
      faults(paged(get().response(given(oneOfBodies(json(type<string[]>()), plainText()))), link)),
    ).toEqual(wrong);
    expect(
      faults(paged(get().response<string[]>().response(type<string[]>(), { status: 203 }), link)),
    ).toEqual(wrong);
    expect(
      faults(paged(get().response<string[]>().response(noBody, { status: 304 }), link)),
    ).toEqual([]);
    expect(faults(paged(get().response(json(type<string[]>())), link))).toEqual([]);
    expect(faults(paged(query().request<string>().response<string[]>(), link))).toEqual([]);
  });

  test("are of GET and QUERY, and declared once", () => {
    expect(faultsIn(paged(post().response<string[]>(), { link: true }))).toEqual([
      [".paged() is declared, but POST reads no list", "use get() or query()"],
    ]);
    expect(faults(paged(paged(list, { link: true }), { link: true }))).toEqual([
      ".paged() is declared twice",
    ]);
  });

  test.each<[unknown, string[]]>([
    [{ items: "users" }, [".paged() has none of its forms"]],
    [{ items: "users", next: "next", page: "page" }, [".paged() has next beside page"]],
    [
      { items: "users", next: "next", total: "count", totl: 1 },
      [
        '.paged() has the option "total", which next does not have',
        '.paged() has the option "totl", which next does not have',
      ],
    ],
    [{ next: "next" }, [".paged() has no items"]],
    [
      { items: "a.b.c", next: ["a", "b", "c"], more: "" },
      [
        '.paged() has "a.b.c" as items, which is more than two deep',
        '.paged() has "" as more, which is not a name',
        ".paged() has a list as next, which is more than two deep",
      ],
    ],
    [{ items: "users", next: { after: 1 } }, [".paged() has 1 as next.after, which is not a name"]],
    [
      { items: "users", next: { after: { last: [] } } },
      [".paged() has a list as next.after, which is not a name"],
    ],
    [{ items: "users", next: {} }, [".paged() has no parameter in next"]],
    [
      { items: "users", page: "after" },
      ['.paged() counts in the parameter "after", which is not a number'],
    ],
    [
      { items: "users", offset: "toString" },
      ['.paged() sends the parameter "toString", which is not declared'],
    ],
    [{ items: "users", page: "page", first: 0.5 }, [".paged() has 0.5 as first"]],
  ])("are not found by %j", (options, expected) => {
    expect(faults(paged(list, options))).toEqual(expected);
  });

  test("have no header Link of their own beside a link", () => {
    const headers = { Link: string() };
    const linked = get().response(type<string[]>(), { headers });
    expect(faultsIn(paged(linked, { link: true }))).toEqual([
      [
        'the response header "link" is declared beside .paged()',
        "remove the header: .paged() writes it",
      ],
    ]);
    const named = get().response(type<{ users: string[]; next?: string }>(), { headers });
    expect(faultsIn(named.paged({ items: "users", next: "next" }))).toEqual([]);
  });
});
