import { expect, test } from "vitest";
import { type } from "../body/body.ts";
import type { DeclarationError } from "./declaration-error.ts";
import { failure } from "../failure/failure.ts";
import { oneOfBodies } from "../body/alternatives.ts";
import { json, plainText } from "../../bodies/json/declared.ts";
import { rootResource } from "../tree/resource.ts";
import { get, post, query } from "../endpoint/verbs.ts";
import { verify } from "./verify.ts";

// As plain JavaScript gives it.
const given = (value: unknown): never => value as never;

test.each([
  [
    get().response(type<string>(), given({ status: "201" })),
    'status "201" is not a success',
    "declare it as a failure: .failure(…)",
  ],
  [
    query().request(type<string>(), given({ optional: true })),
    "the request body is optional, but QUERY always has one (RFC 10008 2)",
    "remove optional, or use post()",
  ],
  [
    post().request(plainText({ mediaType: given("nonsense") })),
    'the request has the invalid media type "nonsense"',
    'write a type and a subtype: "image/png"',
  ],
  [
    post().request(json(type<string>(), { mediaType: given("application/") })),
    'the request has the invalid media type "application/"',
    'write a type and a subtype: "image/png"',
  ],
  [
    post().request(plainText({ mediaType: "text/csv; charset=latin1" })),
    'the request has the media type "text/csv; charset=latin1", but text is always UTF-8',
    "remove charset",
  ],
  [
    post().request(
      oneOfBodies(json<string>(), json(type<string>(), { mediaType: "Application/JSON" })),
    ),
    'the request has two alternatives of "Application/JSON"',
    "use a different media type for each alternative, or use one schema for all",
  ],
  [
    get().failure(failure("x", given("404"))),
    'the failure "x" has the status "404"',
    "use a status from 400 to 599",
  ],
  [
    get().failure(failure("x", given(200))),
    'the failure "x" has the status 200',
    "use a status from 400 to 599",
  ],
  [
    get().failure(failure("", 404)),
    'a failure cannot be called ""',
    "use a name of words: failure(404) is the bare failure of a status",
  ],
])("%# is told of by verify", (endpoint, fault, remedy) => {
  let error: unknown;
  try {
    verify(rootResource("v1", { endpoint }));
  } catch (thrown) {
    error = thrown;
  }
  expect((error as DeclarationError).faults).toMatchObject([{ fault, remedy }]);
});

test("what says nothing is sound", () => {
  const endpoint = get().parameters({}).meta({}).describe(given(undefined));
  expect(() => verify(rootResource({ endpoint }))).not.toThrow();
});
