import { describe, expect, test } from "vitest";
import { oneOfBodies } from "../body/alternatives.ts";
import { bytes, stream } from "../../bodies/binary/declared.ts";
import { noBody, type } from "../body/body.ts";
import { events } from "../../bodies/events/declared.ts";
import { namedEvents } from "../../bodies/events/declared-named.ts";
import { failure } from "../failure/failure.ts";
import { form } from "../../bodies/form/declared.ts";
import { body, json, plainText } from "../../bodies/json/declared.ts";
import { jsonLines } from "../../bodies/json-lines/declared.ts";
import { file, multipart } from "../../bodies/multipart/declared.ts";
import { part } from "../../bodies/multipart/declared-part.ts";
import { list } from "../parameter/list.ts";
import { oneOf } from "../parameter/one-of.ts";
import { string } from "../parameter/parameter-types.ts";
import { rootResource } from "../tree/resource.ts";
import { get, post } from "../endpoint/verbs.ts";
import { verify } from "./verify.ts";

type Call = (...given: unknown[]) => never;
/** The functions as plain JavaScript sees them. */
const js = {
  get: get as unknown as () => { response: Call; failure: Call },
  post: post as unknown as () => { request: Call },
  ...({ bytes, stream, events, file, multipart } as unknown as Record<
    "bytes" | "stream" | "events" | "file" | "multipart",
    Call
  >),
  part: part as unknown as (body: unknown) => ReturnType<typeof part>,
};

/** The fault and remedy of an endpoint's faults, in turn. */
function faultsOf(endpoint: never): string[] {
  try {
    verify(rootResource("v1", { f: endpoint }));
  } catch (error) {
    const { faults } = error as { faults: { fault: string; remedy: string }[] };
    return faults.flatMap(({ fault, remedy }) => [fault, remedy]);
  }
  return [];
}
const ofRequest = (given: unknown): string[] => faultsOf(js.post().request(given));
const ofResponse = (given: unknown): string[] => faultsOf(js.get().response(given));
const ofParts = (shape: Readonly<Record<string, unknown>>): string[] =>
  ofRequest(js.multipart(shape));

test("what is declared rightly has no fault", () => {
  const parts = {
    title: string(),
    tags: list(string()),
    any: file(),
    one: file({ maxBytes: 1, mediaTypes: ["image/*", "text/plain; charset=utf-8", "*/*"] }),
    many: file({ maxBytes: 2.5 }).list({ max: 3 }),
    more: file().list(),
    meta: json(),
    plain: type<string>(),
    raw: bytes(),
    either: oneOfBodies(json(), plainText()),
  };
  expect(ofParts(parts)).toEqual([]);
  for (const given of [json(), plainText(), bytes(), stream("video/mp4"), jsonLines()]) {
    expect([ofRequest(given), ofResponse(given)]).toEqual([[], []]);
  }
  expect(ofRequest(form({ a: string() }))).toEqual([]);
  expect(ofResponse(events({ keepAlive: Infinity }))).toEqual([]);
  expect(ofResponse(oneOfBodies(json(), events({ keepAlive: 0.5 })))).toEqual([]);
  for (const end of ["", "[DONE]", "a\nb", undefined]) {
    expect(ofResponse(js.events({ end }))).toEqual([]);
    expect(ofResponse(js.events(plainText(), { end }))).toEqual([]);
  }
});

test("an option that a body does not have is refused by its function", () => {
  const called =
    (declare: unknown, ...given: unknown[]) =>
    (): unknown =>
      (declare as Call)(...given);
  const other = (of: string, name: string) =>
    new TypeError(`${of}: unknown option ${JSON.stringify(name)}`);
  expect(called(multipart, { a: string() }, { order: "any" })).toThrow(other("multipart", "order"));
  expect(called(json, { strikt: true })).toThrow(other("json", "strikt"));
  expect(called(json, type<string>(), { strikt: true })).toThrow(other("json", "strikt"));
  expect(called(plainText, { charset: "utf-8" })).toThrow(other("plainText", "charset"));
  const quiet = { keepalive: 1 };
  expect(called(events, quiet)).toThrow(other("events", "keepalive"));
  expect(called(namedEvents, { a: type<string>() }, quiet)).toThrow(other("events", "keepalive"));
  expect(called(file, { maxSize: 1 })).toThrow(other("file", "maxSize"));
  expect(called(file().list, { maximum: 1 })).toThrow(other("list", "maximum"));
  expect(called(part(json()).list, { maximum: 1 })).toThrow(other("list", "maximum"));
});

test("two alternatives that nothing tells apart are a fault", () => {
  const codec = (mediaType: string) => ({ mediaType, encode: String, decode: () => null });
  expect(ofRequest(oneOfBodies(json(), plainText(), json(), json()))).toEqual([
    'the request has two alternatives of "application/json"',
    "use a different media type for each alternative, or use one schema for all",
  ]);
  const [fault] = ofResponse(
    oneOfBodies(body(codec("text/csv")), body(codec("Text/CSV; charset=utf-8"))),
  );
  expect(fault).toBe(
    'the response of status 200 has two alternatives of "Text/CSV; charset=utf-8"',
  );
  const versions = oneOfBodies(body(codec("a/b; version=1")), body(codec("a/b; version=2")));
  expect([ofRequest(versions), ofResponse(versions)]).toEqual([[], []]);
});

describe("a file", () => {
  test.each([0, -1, NaN])("of maxBytes %j is a fault", (maxBytes) => {
    expect(ofParts({ a: js.file({ maxBytes }) })).toEqual([
      `the file "a" has the maxBytes ${maxBytes}`,
      "pass a number of bytes above 0, or remove it",
    ]);
  });

  test.each([0, -1, NaN, 1.5])("as a list with the max %d is a fault", (max) => {
    expect(ofParts({ a: file().list({ max }) })).toEqual([
      `the file "a" is a list with the max ${max}`,
      "pass a whole number above 0, or remove it",
    ]);
  });

  test("with an empty list of media types takes none", () => {
    expect(ofParts({ a: file({ mediaTypes: [] }) })).toEqual([
      'the file "a" has no media types in its list',
      'name some, ["image/*"], or remove mediaTypes',
    ]);
  });

  test.each(["png", "", "image/", "*/png", "image/png, text/plain", "a/b; x"])(
    "of the media type %j is a fault",
    (range) => {
      expect(ofParts({ a: js.file({ mediaTypes: ["image/*", range] }) })).toEqual([
        `the file "a" has the invalid media type ${JSON.stringify(range)}`,
        'write a type and a subtype, or a range: "image/png", "image/*"',
      ]);
    },
  );

  test("and all others are told of together, fields first", () => {
    const picture = js.file({ maxBytes: -1, mediaTypes: ["png"] });
    expect(ofParts({ a: picture, b: oneOf() })).toEqual([
      'the field "b" is oneOf() without values',
      'list texts or numbers: oneOf("a", "b")',
      'the file "a" has the maxBytes -1',
      "pass a number of bytes above 0, or remove it",
      'the file "a" has the invalid media type "png"',
      'write a type and a subtype, or a range: "image/png", "image/*"',
    ]);
  });
});

describe("a typed part", () => {
  test.each([
    stream(),
    jsonLines(),
    events(),
    multipart({}),
    noBody,
    oneOfBodies(json(), jsonLines()),
  ])("that is not read as a whole is a fault: %o", (part) => {
    expect(ofParts({ meta: part })).toEqual([
      'the part "meta" is not read as a whole',
      "use json(…), plainText() or bytes(), or file() for content that is read as it arrives",
    ]);
  });

  test("that may be left out or repeated has the same faults, and those of its bounds", () => {
    expect(
      ofParts({
        a: js.part(stream()).optional(),
        c: js.part(json()).list({ min: -1, max: 1.5 }),
        d: js.part(json()).list({ min: 3, max: 2 }),
        e: js.part(json()).list({ max: Infinity }),
      }),
    ).toEqual([
      'the part "a" is not read as a whole',
      "use json(…), plainText() or bytes(), or file() for content that is read as it arrives",
      'the part "c" has the min -1',
      "pass a whole number from 0",
      'the part "c" has the max 1.5',
      "pass a whole number from 0",
      'the part "d" has the min 3 above its max 2',
      "swap the two",
    ]);
  });

  test("has the faults of a body", () => {
    const wrong = body({ mediaType: "csv", encode: String, decode: String });
    expect(ofParts({ meta: wrong })).toEqual([
      'the part "meta" has the invalid media type "csv"',
      'write a type and a subtype: "image/png"',
    ]);
  });
});

describe("a body", () => {
  test.each(["\r", "a\rb"])("of events with the end %j is a fault", (end) => {
    expect(ofResponse(js.events({ end }))).toEqual([
      `the response of status 200 has the end ${JSON.stringify(end)}`,
      "pass the data of the last event as a string without carriage returns: an event cannot carry them",
    ]);
  });

  test.each([0, -1, NaN])("of events with the keepAlive %j is a fault", (keepAlive) => {
    expect(ofResponse(js.events({ keepAlive }))).toEqual([
      `the response of status 200 has the keepAlive ${keepAlive}`,
      "pass milliseconds above 0; Infinity sends no comments",
    ]);
  });

  test.each(["png", "", "image/", "a/b/c", "a/b; x"])("of the media type %j is a fault", (type) => {
    const told = (what: string): string[] => [
      `${what} has the invalid media type ${JSON.stringify(type)}`,
      'write a type and a subtype: "image/png"',
    ];
    const { encode, decode } = json();
    const codec = { mediaType: type, encode, decode };
    for (const given of [
      js.bytes(type),
      js.stream(type),
      body(codec),
      oneOfBodies(json(), body(codec)),
    ]) {
      expect(ofRequest(given)).toEqual(told("the request"));
      expect(ofResponse(given)).toEqual(told("the response of status 200"));
    }
  });

  test("that goes the other way only is a fault", () => {
    const shape = multipart({ a: string() });
    for (const given of [events(), oneOfBodies(json(), events())]) {
      expect(ofRequest(given)).toEqual([
        "the request is events(), which only servers send",
        "use jsonLines() or stream()",
      ]);
    }
    expect(ofResponse(shape)).toEqual([
      "the response of status 200 is multipart(), which only clients send",
      "use stream(), bytes() or jsonLines()",
    ]);
    // No failure has a kind of its own, whoever sends it.
    const Bad = (failure("bad", 400) as unknown as { body: Call }).body(shape);
    expect(faultsOf(js.get().failure(Bad))).toEqual([
      'the failure "bad" has multipart/form-data as its body',
      "pass its type or a schema: problem details and codecs write it",
    ]);
  });
});
