import { describe, expect, test } from "vitest";
import { events } from "../../bodies/events/declared.ts";
import { jsonLines } from "../../bodies/json-lines/declared.ts";
import { multipart } from "../../bodies/multipart/declared.ts";
import { bytes, stream } from "../../bodies/binary/declared.ts";
import { oneOfBodies } from "../body/alternatives.ts";
import { type } from "../body/body.ts";
import { get, patch, post } from "../endpoint/verbs.ts";
import { failure } from "../failure/failure.ts";
import { cookie } from "../parameter/cookie.ts";
import { integer, string } from "../parameter/parameter-types.ts";
import { rootResource } from "../tree/resource.ts";
import { DeclarationError } from "./declaration-error.ts";
import { verify } from "./verify.ts";

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
      "leave the header out: .idempotent() reads it",
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
        "leave the header out: .idempotent() writes it",
      ],
    ]);
    expect(faultsIn(post().headers(headers).response(type<string>(), { headers: told }))).toEqual(
      [],
    );
    expect(faultsIn(post().headers({ "x-a": integer() }).idempotent())).toEqual([]);
  });

  test.each<[unknown, string[]]>([
    [1, [".idempotent() has 1 for its options", "give { required }"]],
    [{ require: true }, ['.idempotent() has the unknown option "require"', "give { required }"]],
  ])("refuses the options %j", (options, fault) => {
    expect(faultsIn(post().idempotent(given(options)))).toEqual([fault]);
  });

  test("is POST or PATCH, and says so once", () => {
    interface Loose {
      idempotent: () => Loose;
    }
    expect(faultsIn((get() as unknown as Loose).idempotent())).toEqual([
      [
        ".idempotent() is declared, but GET may be repeated anyway (RFC 9110 9.2.2)",
        "leave it out, or use post() or patch()",
      ],
    ]);
    expect(faultsIn(post().idempotent().idempotent())).toEqual([
      [".idempotent() is declared twice", "declare it once"],
    ]);
  });
});
