// A change of each kind, and the effect that its row says, for both sides and in both directions.
import type { Contract, ContractContent } from "bough/contract";
import { compareContracts, KINDS, type Change, type CompareOptions, type Kind } from "bough-diff";
import { describe, expect, test } from "vitest";
import { OPPOSITES } from "../../../test/support/opposite-kinds.ts";
import {
  empty,
  json,
  object,
  parameter,
  reading,
  sending,
  small,
  type Small,
} from "../../../test/support/small-contract.ts";

type Case = readonly [before: Contract, after: Contract];

const text = { type: "string" };
const bearer = { bearer: { type: "http", scheme: "bearer" } };
const schemes = { ...bearer, key: { type: "apiKey", in: "header", name: "X-Key" } };
const withQuery = (...query: NonNullable<Small["query"]>): Contract => small({ query });
const secured = (...security: NonNullable<Small["security"]>): Contract =>
  small({ security, schemes });
const responding = (...content: ContractContent[]): Contract =>
  small({ responses: [{ status: 200, content }] });
const failing = (more: object): Contract =>
  small({
    failures: [{ name: "Gone", status: 410, type: "urn:gone", title: "", content: [], ...more }],
  });
const withHeader = (required: boolean, type = "string"): Contract =>
  small({
    responses: [{ status: 200, headers: [parameter("etag", type, { required })], content: [] }],
  });
const oauth = (url: string): Contract =>
  small({
    schemes: { o: { type: "oauth2", flows: { implicit: { authorizationUrl: url, scopes: {} } } } },
  });
const deprecated = (facts: object): Contract => small({ deprecated: facts });
const events = (...names: string[]): Contract =>
  responding({
    kind: "events",
    mediaType: "text/event-stream",
    events: Object.fromEntries(names.map((name) => [name, json(text)])),
  });
const tagged = (...kinds: string[]): Contract =>
  sending({ anyOf: kinds.map((kind) => object({ kind: { const: kind } }, ["kind"])) });
const keyed = (required: boolean, lifetime?: number): Contract =>
  small({ idempotent: { required, ...(lifetime !== undefined && { lifetime }) } });
const some = { content: [json(text)] };

const CASES: Readonly<Record<Kind, Case>> = {
  "endpoint-added": [empty(), small({})],
  "endpoint-removed": [small({}), empty()],
  "endpoint-removed-before-sunset": [deprecated({ sunset: "2030-01-01" }), empty()],
  "endpoint-removed-after-sunset": [deprecated({ sunset: "2020-01-01" }), empty()],
  "endpoint-moved": [small({}), small({ key: "PUT /things", method: "PUT" })],
  "endpoint-renamed": [small({}), small({ name: ["objects"] })],
  "id-renamed": [small({ path: [parameter("a")] }), small({ path: [parameter("b")] })],
  "base-path-changed": [
    small({ server: { basePath: "/a", limits: {} } }),
    small({ server: { basePath: "/b", limits: {} } }),
  ],
  "limit-lowered": [small({ limits: { body: 2 } }), small({ limits: { body: 1 } })],
  "limit-raised": [small({ limits: { body: 1 } }), small({ limits: {} })],
  "endpoint-deprecated": [small({}), deprecated({ since: "2026-01-01" })],
  "endpoint-no-longer-deprecated": [deprecated({}), small({})],
  "sunset-moved-earlier": [
    deprecated({ sunset: "2030-01-01" }),
    deprecated({ sunset: "2029-01-01" }),
  ],
  "sunset-moved-later": [
    deprecated({ sunset: "2029-01-01" }),
    deprecated({ sunset: "2030-01-01" }),
  ],
  "stability-lost": [small({}), small({ stability: "experimental" })],
  "stability-gained": [small({ stability: "experimental" }), small({})],
  "idempotency-required-added": [small({}), keyed(true)],
  "idempotency-required-removed": [keyed(true), small({})],
  "idempotency-optional-added": [small({}), keyed(false)],
  "idempotency-optional-removed": [keyed(false), small({})],
  "idempotency-now-required": [keyed(false), keyed(true)],
  "idempotency-now-optional": [keyed(true), keyed(false)],
  "idempotency-lifetime-shortened": [keyed(true, 20), keyed(true, 10)],
  "idempotency-lifetime-lengthened": [keyed(true, 10), keyed(true, 20)],
  "paging-added": [small({}), small({ paged: { link: true } })],
  "paging-removed": [small({ paged: { link: true } }), small({})],
  "paging-changed": [
    small({ paged: { items: "a", next: { after: "next" } } }),
    small({ paged: { items: "a", next: { after: "meta.next" } } }),
  ],
  "version-tag-added": [small({}), small({ conditional: { version: "a" } })],
  "version-tag-removed": [small({ conditional: { version: "a" } }), small({})],
  "version-required-added": [small({}), small({ conditional: { required: true } })],
  "version-required-removed": [small({ conditional: { required: true } }), small({})],
  "version-optional-added": [small({}), small({ conditional: { required: false } })],
  "version-optional-removed": [small({ conditional: { required: false } }), small({})],
  "version-now-required": [
    small({ conditional: { required: false } }),
    small({ conditional: { required: true } }),
  ],
  "version-now-optional": [
    small({ conditional: { required: true } }),
    small({ conditional: { required: false } }),
  ],
  "version-moved": [
    small({ conditional: { version: "a" } }),
    small({ conditional: { version: "b" } }),
  ],
  "parameter-required-added": [small({}), withQuery(parameter("q"))],
  "parameter-required-removed": [withQuery(parameter("q")), small({})],
  "parameter-optional-added": [small({}), withQuery(parameter("q", "string", { required: false }))],
  "parameter-optional-removed": [
    withQuery(parameter("q", "string", { required: false })),
    small({}),
  ],
  "parameter-now-required": [
    withQuery(parameter("q", "string", { required: false })),
    withQuery(parameter("q")),
  ],
  "parameter-now-optional": [
    withQuery(parameter("q")),
    withQuery(parameter("q", "string", { required: false })),
  ],
  "parameter-narrowed": [withQuery(parameter("q")), withQuery(parameter("q", "integer"))],
  "parameter-widened": [withQuery(parameter("q", "integer")), withQuery(parameter("q"))],
  "parameter-changed": [
    withQuery(parameter("q", "oneOf", { values: ["a", "b"] })),
    withQuery(parameter("q", "oneOf", { values: ["b", "c"] })),
  ],
  "parameter-style-changed": [
    withQuery(parameter("q", "list", { style: "comma", element: parameter("") })),
    withQuery(parameter("q", "list", { style: "pipe", element: parameter("") })),
  ],
  "parameter-moved": [withQuery(parameter("q")), small({ headers: [parameter("q")] })],
  "parameter-default-added": [
    withQuery(parameter("q", "string", { required: false })),
    withQuery(parameter("q", "string", { required: false, default: "a" })),
  ],
  "parameter-default-removed": [
    withQuery(parameter("q", "string", { required: false, default: "a" })),
    withQuery(parameter("q", "string", { required: false })),
  ],
  "parameter-default-changed": [
    withQuery(parameter("q", "string", { required: false, default: "a" })),
    withQuery(parameter("q", "string", { required: false, default: "b" })),
  ],
  "parameter-deprecated": [
    withQuery(parameter("q")),
    withQuery(parameter("q", "string", { deprecated: true })),
  ],
  "parameter-no-longer-deprecated": [
    withQuery(parameter("q", "string", { deprecated: true })),
    withQuery(parameter("q")),
  ],
  "request-body-added": [small({}), small({ request: some })],
  "request-body-removed": [small({ request: some }), small({})],
  "request-body-optional-added": [small({}), small({ request: { ...some, optional: true } })],
  "request-body-optional-removed": [small({ request: { ...some, optional: true } }), small({})],
  "request-body-now-required": [
    small({ request: { ...some, optional: true } }),
    small({ request: some }),
  ],
  "request-body-now-optional": [
    small({ request: some }),
    small({ request: { ...some, optional: true } }),
  ],
  "request-media-type-added": [
    small({ request: some }),
    small({ request: { content: [json(text), { kind: "text", mediaType: "text/plain" }] } }),
  ],
  "request-media-type-removed": [
    small({ request: { content: [json(text), { kind: "text", mediaType: "text/plain" }] } }),
    small({ request: some }),
  ],
  "request-member-required-added": [
    reading(object({ a: text })),
    reading(object({ a: text, b: text }, ["b"])),
  ],
  "request-member-required-removed": [
    reading(object({ a: text, b: text }, ["b"])),
    reading(object({ a: text })),
  ],
  "request-member-optional-added": [
    reading(object({ a: text })),
    reading(object({ a: text, b: text })),
  ],
  "request-member-optional-removed": [
    reading(object({ a: text, b: text })),
    reading(object({ a: text })),
  ],
  "request-member-now-required": [
    reading(object({ a: text })),
    reading(object({ a: text }, ["a"])),
  ],
  "request-member-now-optional": [
    reading(object({ a: text }, ["a"])),
    reading(object({ a: text })),
  ],
  "request-closed": [
    reading(object({ a: text })),
    reading(object({ a: text }, [], { additionalProperties: false })),
  ],
  "request-opened": [
    reading(object({ a: text }, [], { additionalProperties: false })),
    reading(object({ a: text })),
  ],
  "request-default-changed": [
    reading(object({ a: { ...text, default: "x" } })),
    reading(object({ a: { ...text, default: "y" } })),
  ],
  "request-narrowed": [reading(text), reading({ enum: ["a"] })],
  "request-widened": [reading({ enum: ["a"] }), reading(text)],
  "request-changed": [reading(text), reading({ type: "integer" })],
  "response-status-added": [
    small({ responses: [{ status: 200, content: [] }] }),
    small({
      responses: [
        { status: 200, content: [] },
        { status: 202, content: [] },
      ],
    }),
  ],
  "response-status-removed": [
    small({
      responses: [
        { status: 200, content: [] },
        { status: 202, content: [] },
      ],
    }),
    small({ responses: [{ status: 200, content: [] }] }),
  ],
  "response-status-changed": [
    small({ responses: [{ status: 200, content: [] }] }),
    small({ responses: [{ status: 201, content: [] }] }),
  ],
  "response-media-type-added": [
    responding(json(text)),
    responding(json(text), { kind: "text", mediaType: "text/plain" }),
  ],
  "response-media-type-removed": [
    responding(json(text), { kind: "text", mediaType: "text/plain" }),
    responding(json(text)),
  ],
  "response-body-added": [responding(), responding(json(text))],
  "response-body-removed": [responding(json(text)), responding()],
  "body-kind-changed": [
    responding({ kind: "bytes", mediaType: "image/png" }),
    responding({ kind: "stream", mediaType: "image/png" }),
  ],
  "response-member-added": [
    sending(object({ a: text })),
    sending(object({ a: text, b: text }, ["b"])),
  ],
  "response-member-added-closed": [
    sending({ ...object({ a: text }), additionalProperties: false }),
    sending({ ...object({ a: text, b: text }, ["b"]), additionalProperties: false }),
  ],
  "response-member-removed": [
    sending(object({ a: text, b: text }, ["b"])),
    sending(object({ a: text })),
  ],
  "response-member-optional-removed": [
    sending(object({ a: text, b: text })),
    sending(object({ a: text })),
  ],
  "response-member-now-optional": [
    sending(object({ a: text }, ["a"])),
    sending(object({ a: text })),
  ],
  "response-member-now-required": [
    sending(object({ a: text })),
    sending(object({ a: text }, ["a"])),
  ],
  "response-value-added": [sending({ enum: ["a"] }), sending({ enum: ["a", "b"] })],
  "response-value-removed": [sending({ enum: ["a", "b"] }), sending({ enum: ["a"] })],
  "response-alternative-added": [
    sending({ anyOf: [object({ a: text }, ["a"])] }),
    sending({ anyOf: [object({ a: text }, ["a"]), object({ b: text }, ["b"])] }),
  ],
  "response-tagged-alternative-added": [tagged("a", "b"), tagged("a", "b", "c")],
  "response-alternative-removed": [
    sending({ anyOf: [object({ a: text }, ["a"]), object({ b: text }, ["b"])] }),
    sending({ anyOf: [object({ a: text }, ["a"])] }),
  ],
  "response-bound-widened": [sending({ ...text, maxLength: 5 }), sending(text)],
  "response-widened": [sending({ type: "integer" }), sending({ type: "number" })],
  "response-narrowed": [sending({ type: "number" }), sending({ type: "integer" })],
  "response-changed": [sending(text), sending({ type: "integer" })],
  "event-added": [events("a"), events("a", "b")],
  "event-removed": [events("a", "b"), events("a")],
  "event-data-changed": [
    responding({ kind: "events", mediaType: "text/event-stream", item: text }),
    responding({
      kind: "events",
      mediaType: "text/event-stream",
      item: text,
      itemMediaType: "text/plain",
    }),
  ],
  "stream-end-changed": [
    responding({ kind: "events", mediaType: "text/event-stream", item: text, end: "[DONE]" }),
    responding({ kind: "events", mediaType: "text/event-stream", item: text, end: "END" }),
  ],
  "response-header-added": [small({ responses: [{ status: 200, content: [] }] }), withHeader(true)],
  "response-header-removed": [
    withHeader(true),
    small({ responses: [{ status: 200, content: [] }] }),
  ],
  "response-header-now-optional": [withHeader(true), withHeader(false)],
  "response-header-now-required": [withHeader(false), withHeader(true)],
  "response-header-changed": [withHeader(true, "boolean"), withHeader(true, "uuid")],
  "failure-added": [small({}), failing({})],
  "failure-removed": [failing({}), small({})],
  "failure-status-changed": [failing({}), failing({ status: 404 })],
  "failure-type-changed": [failing({}), failing({ type: "urn:away" })],
  "error-format-changed": [
    small({ errors: { code: "code" } }),
    small({ errors: { code: "error.code" } }),
  ],
  "security-added": [small({ schemes }), secured({ bearer: [] })],
  "security-dropped": [secured({ bearer: [] }), small({ schemes })],
  "security-alternative-added": [secured({ bearer: [] }), secured({ bearer: [] }, { key: [] })],
  "security-alternative-removed": [secured({ bearer: [] }, { key: [] }), secured({ bearer: [] })],
  "security-scheme-added": [secured({ bearer: [] }), secured({ bearer: [], key: [] })],
  "security-scheme-removed": [secured({ bearer: [], key: [] }), secured({ bearer: [] })],
  "scope-added": [secured({ bearer: [] }), secured({ bearer: ["write"] })],
  "scope-removed": [secured({ bearer: ["write"] }), secured({ bearer: [] })],
  "security-scheme-changed": [
    secured({ bearer: [] }),
    small({ security: [{ bearer: [] }], schemes: { bearer: { type: "http", scheme: "basic" } } }),
  ],
  "security-scheme-renamed": [
    small({ security: [{ user: [] }], schemes: { user: bearer.bearer } }),
    small({ security: [{ admin: [] }], schemes: { admin: bearer.bearer } }),
  ],
  "oauth-url-changed": [oauth("https://a.test"), oauth("https://b.test")],
};

function found(kind: Kind, [before, after]: Case, options: CompareOptions): readonly Change[] {
  const on = new Date("2026-06-01");
  return compareContracts(before, after, { on, level: "typed", ...options }).changes.filter(
    (change) => change.kind === kind,
  );
}

const rows = Object.entries(CASES) as [Kind, Case][];

describe.each(rows)("%s", (kind, pair) => {
  const row = KINDS[kind];

  test("is found, with the effects of its row", () => {
    const typed = row.typed ?? row.clients;
    expect(found(kind, pair, {}).map(({ effect }) => effect)).toEqual([typed]);
    if (row.level !== "typed")
      expect(found(kind, pair, { level: "wire" }).map(({ effect }) => effect)).toEqual([
        row.clients,
      ]);
    const servers = found(kind, pair, { for: "servers" }).map(({ effect }) => effect);
    expect(servers).toEqual([row.servers]);
  });

  test("is nothing else", () => {
    const { changes, compared } = compareContracts(...pair, { on: "2026-06-01" });
    expect(changes.map((change) => change.kind)).toEqual(row.level === "typed" ? [] : [kind]);
    expect(compared).toBe(pair.every((one) => one.endpoints[0]?.key === "POST /things") ? 1 : 0);
  });

  test("has an opposite", () => {
    const { changes } = compareContracts(pair[1], pair[0], { level: "typed", for: "both" });
    expect(changes.map((change) => change.kind)).toEqual([OPPOSITES.get(kind) ?? "endpoint-added"]);
  });

  test("a breaking schema has a value that shows it", () => {
    for (const change of found(kind, pair, { for: "both" })) {
      if (row.proof !== undefined && change.effect === "breaking")
        expect(change.witness).toBeDefined();
    }
  });
});

test("a lifetime that one side does not know is not compared", () => {
  expect(compareContracts(keyed(true, 10), keyed(true)).changes).toEqual([]);
});

test("pages that are found in the same way do not change", () => {
  const one = small({ paged: { items: "a", next: { a: "next", b: { last: "id" } } } });
  const other = small({ paged: { next: { b: { last: "id" }, a: "next" }, items: "a" } });
  expect(compareContracts(one, other).changes).toEqual([]);
});
