import { describe, expect, test } from "vitest";
import { events } from "../../bodies/events/declared.ts";
import { jsonLines } from "../../bodies/json-lines/declared.ts";
import { multipart } from "../../bodies/multipart/declared.ts";
import { bytes, stream } from "../../bodies/binary/declared.ts";
import { json, plainText } from "../../bodies/json/declared.ts";
import { oneOfBodies } from "../../declare/body/alternatives.ts";
import { noBody, type } from "../../declare/body/body.ts";
import { del, get, patch, post, put } from "../../declare/endpoint/verbs.ts";
import { failure } from "../../declare/failure/failure.ts";
import { cookie } from "../cookies/declared.ts";
import { integer, string } from "../../declare/parameter/parameter-types.ts";
import { rootResource } from "../../declare/tree/resource.ts";
import { DeclarationError } from "../../declare/verify/declaration-error.ts";
import { verify } from "../../declare/verify/verify.ts";

// As plain JavaScript gives it.
const given = (value: unknown): never => value as never;

function faultsIn(endpoint: object, options: object = {}): string[][] {
  try {
    verify(given(rootResource(options, { add: given(endpoint) })));
  } catch (error) {
    expect(error).toBeInstanceOf(DeclarationError);
    return (error as DeclarationError).faults.map(({ fault, remedy }) => [fault, remedy]);
  }
  return [];
}

describe("an idempotent endpoint", () => {
  test("has any body that is complete", () => {
    expect(faultsIn(post().request(type<string>()).response(type<string>()).idempotent())).toEqual(
      [],
    );
    expect(
      faultsIn(patch().request(bytes()).response(bytes()).idempotent({ required: false })),
    ).toEqual([]);
    expect(faultsIn(post().idempotent())).toEqual([]);
  });

  test.each([
    [post().request(given(stream())), "the request is a stream"],
    [
      post().request(given(multipart({ a: string() }, { buffered: true }))),
      "the request is multipart",
    ],
    [post().request(given(jsonLines<string>())), "the request is JSON Lines"],
    [post().request(given(oneOfBodies(bytes("x/y"), stream("a/b")))), "the request is a stream"],
    [post().response(given(stream())), "a response is a stream"],
    [post().response(given(events<string>())), "a response is events"],
    [post().response(given(jsonLines<string>())), "a response is JSON Lines"],
    [
      post().response(type<string>(), { cookies: { a: cookie(string()) } }),
      "a response sets cookies",
    ],
  ])("%#: has no body that is streamed, and no cookies", (endpoint, what) => {
    const [[fault = ""] = [], ...more] = faultsIn(
      (endpoint as { idempotent: () => object }).idempotent(),
    );
    expect(fault).toContain(`.idempotent() is declared, but ${what}`);
    expect(more).toEqual([]);
  });

  test("has no header of its own for the key, nor for its status", () => {
    const headers = { "Idempotency-Key": string() };
    const beside = [
      'the request header "idempotency-key" is declared beside .idempotent()',
      "remove the header: .idempotent() reads it",
    ];
    expect(faultsIn(post().headers(headers).idempotent())).toEqual([beside]);
    expect(faultsIn(post().idempotent(), { headers })).toEqual([beside]);
    const told = { "idempotency-status": string() };
    expect(
      faultsIn(
        post()
          .response(type<string>(), { headers: told })
          .failure(failure("full", 409).headers(told))
          .idempotent(),
      ),
    ).toEqual([
      [
        'the response header "idempotency-status" is declared beside .idempotent()',
        "remove the header: .idempotent() writes it",
      ],
    ]);
    expect(faultsIn(post().headers(headers).response(type<string>(), { headers: told }))).toEqual(
      [],
    );
    expect(faultsIn(post().headers({ "x-a": integer() }).idempotent())).toEqual([]);
  });

  test("is POST or PATCH, and says so once", () => {
    interface Loose {
      idempotent: () => Loose;
    }
    expect(faultsIn((get() as unknown as Loose).idempotent())).toEqual([
      [
        ".idempotent() is declared, but GET may be repeated anyway (RFC 9110 9.2.2)",
        "remove it, or use post() or patch()",
      ],
    ]);
    expect(faultsIn(post().idempotent().idempotent())).toEqual([
      [".idempotent() is declared twice", "declare it once"],
    ]);
  });
});

describe("a conditional endpoint", () => {
  interface Versioned {
    version: number;
  }
  const Changed = failure("changed", 412);
  const versioned = type<Versioned>();

  test("is GET, PUT, PATCH or DELETE, with JSON or text", () => {
    const sound = [
      get().response(versioned).conditional({ version: "version" }),
      get().response(plainText()).conditional(),
      get()
        .response(oneOfBodies(json(versioned, { mediaType: "a/json" }), plainText()))
        .conditional(),
      get()
        .response(versioned)
        .response(noBody, { status: 304 })
        .conditional({ version: "version" }),
      put().request(stream()).conditional({ version: "a.b", changed: Changed, required: false }),
      patch().failure(Changed).conditional({ changed: Changed }),
      del().response(bytes()).conditional(),
    ];
    expect(sound.map((endpoint) => faultsIn(endpoint))).toEqual(sound.map(() => []));
  });

  test("may name a failure that a resource declares", () => {
    expect(faultsIn(put().conditional({ changed: Changed }), { failures: [Changed] })).toEqual([]);
  });

  interface Loose {
    conditional: (options?: unknown) => Loose;
  }
  const loose = (endpoint: unknown): Loose => endpoint as Loose;

  test.each<[Loose, string, string]>([
    [
      loose(post()).conditional(),
      ".conditional() is declared, but POST has no version of its own",
      "remove it, or use get(), put(), patch() or del()",
    ],
    [
      loose(put()).conditional({ version: "a.b.c" }),
      '.conditional() has the version "a.b.c"',
      'name a property, or two: "article.version"',
    ],
    [
      loose(put()).conditional({ version: "" }),
      '.conditional() has the version ""',
      'name a property, or two: "article.version"',
    ],
    [
      loose(put()).conditional({ changed: failure("gone", 410) }),
      '.conditional() has the failure "gone" of status 410',
      "pass a failure of status 412",
    ],
    [
      loose(get().response(bytes())).conditional(),
      ".conditional() is declared, but the response is bytes, and only content that a codec writes, such as JSON, has a version",
      "use JSON or text",
    ],
    [
      loose(get().response(given(events<string>()))).conditional(),
      ".conditional() is declared, but the response is events, and only content that a codec writes, such as JSON, has a version",
      "use JSON or text",
    ],
    [
      loose(get().response(oneOfBodies(plainText(), stream("a/b")))).conditional(),
      ".conditional() is declared, but the response is a stream, and only content that a codec writes, such as JSON, has a version",
      "use JSON or text",
    ],
    [
      loose(get()).conditional(),
      ".conditional() is declared, but no response has a body",
      "declare .response<T>()",
    ],
    [
      loose(get().response(noBody)).conditional(),
      ".conditional() is declared, but no response has a body",
      "declare .response<T>()",
    ],
    [
      loose(put()).conditional().conditional(),
      ".conditional() is declared twice",
      "declare it once",
    ],
    [
      loose(put().headers({ "If-Match": string() })).conditional(),
      'the request header "if-match" is declared beside .conditional()',
      "remove the header: .conditional() reads it",
    ],
    [
      loose(get().headers({ "if-none-match": string() }).response(versioned)).conditional(),
      'the request header "if-none-match" is declared beside .conditional()',
      "remove the header: .conditional() reads it",
    ],
    [
      loose(get().response(versioned, { headers: { ETag: string() } })).conditional(),
      'the response header "etag" is declared beside .conditional()',
      "remove the header: .conditional() writes it",
    ],
  ])("%#: is refused", (endpoint, fault, remedy) => {
    expect(faultsIn(endpoint)).toEqual([[fault, remedy]]);
  });

  test("conflicts with another failure of its name", () => {
    const other = failure("changed", 409);
    const [[fault = ""] = []] = faultsIn(put().failure(other).conditional({ changed: Changed }));
    expect(fault).toContain('the failure "changed" differs from an earlier failure of that name');
  });
});
