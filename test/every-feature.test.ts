// Everything that a declaration can say is in its contract and its document. A new member of a declaration fails
// here until it is described, or listed with the members that documents do not need.
import { contractOf, endpointsOf } from "bough/contract";
import { openApi } from "bough-openapi";
import type { UntypedEndpoint } from "bough/types";
import { describe, expect, test } from "vitest";
import { api, api2, api3, Group, Groups, Members } from "./every-feature-api.ts";
import type { AnyBody } from "../packages/bough/src/declare/body/body.ts";

const trees = { v1: api, v2: api2, v3: api3, Groups, Group, Members };
const endpoints = endpointsOf(...Object.values(trees));
const contract = contractOf(trees);

/** The members of each noun that a contract describes, and those that say how and not what. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  endpoint: [
    "method",
    "subpath",
    "request",
    "requestOptions",
    "responses",
    "parameters",
    "headers",
    "cookies",
    "failures",
    "security",
    "idempotent",
    "paged",
    "conditional",
    "meta",
    "description",
    "deprecated",
    "stability",
    // Code.
    "~calls",
  ],
  resource: [
    "kind",
    "segment",
    "type",
    "failures",
    "headers",
    "cookies",
    "parameters",
    "rejections",
    "errors",
    "security",
    "description",
    "deprecated",
    "meta",
    "~below",
    // In the template.
    "prefix",
    "suffix",
    "trailingSlash",
  ],
  response: ["status", "body", "headers", "cookies", "description", "examples"],
  failure: [
    "name",
    "status",
    "type",
    "code",
    "title",
    "description",
    "~failure",
    "body",
    "bare",
    "headers",
  ],
  failureData: ["body", "headers", "bare", "read"],
  format: [
    "mediaTypes",
    "codec",
    "schema",
    "typed",
    "alternatives",
    "parts",
    "buffered",
    "events",
    "itemCodec",
    "end",
    // A fault of its declaration.
    "unknown",
    // How a client or server does it.
    "keepAlive",
    "send",
    "partial",
    "receive",
  ],
};

describe("the contract describes every member", () => {
  test.each(Object.entries(declaredMembers()))("of %s", (noun, declared) => {
    expect(declared.filter((member) => !MEMBERS[noun]?.includes(member))).toEqual([]);
    expect(declared).not.toEqual([]);
  });
});

describe.each(endpoints.map((endpoint, index) => ({ endpoint, index })))(
  "$endpoint.method $endpoint.template",
  ({ endpoint, index }) => {
    const described = contract.endpoints[index];

    test("has its parameters, bodies, responses and failures in the contract", () => {
      const names = (list: readonly { readonly name: string }[] = []): string[] =>
        list.map(({ name }) => name);
      expect(names(described?.query)).toEqual(Object.keys(endpoint.parameters));
      expect(names(described?.headers)).toEqual(Object.keys(endpoint.headers));
      expect(names(described?.cookies)).toEqual(Object.keys(endpoint.cookies));
      expect(described?.responses?.map(({ cookies }) => names(cookies)) ?? []).toEqual(
        endpoint.responses.map(({ cookies = {} }) => Object.keys(cookies)),
      );
      expect((described?.request?.content ?? []).length > 0).toBe(endpoint.request !== undefined);
      expect(described?.responses?.map(({ status }) => status) ?? []).toEqual(
        endpoint.responses.map(({ status }) => status),
      );
      expect(names(described?.failures)).toEqual(names(endpoint.failures));
      expect(described?.security?.length).toBe(endpoint.security?.length);
      for (const scheme of described?.security?.flatMap(Object.keys) ?? []) {
        expect(contract.components.security).toHaveProperty([scheme]);
      }
    });

    test("has them in the document", () => {
      const info = { title: "", version: "" };
      const one = { ...contract, endpoints: described === undefined ? [] : [described] };
      const document = openApi(one, { info, version: "3.2", onWarning: () => undefined });
      const [item = {}] = Object.values(document.paths);
      const operation = item[endpoint.method.toLowerCase()] as {
        readonly parameters?: readonly { readonly name: string }[];
        readonly responses: Readonly<Record<string, object>>;
      };
      const shown = operation.parameters?.map(({ name }) => name.replace("[]", "")) ?? [];
      expect(shown).toEqual(
        [
          ...(described?.path ?? []),
          ...(described?.query ?? []),
          ...(described?.headers ?? []),
          ...(endpoint.idempotent === undefined ? [] : [{ name: "Idempotency-Key" }]),
          ...(endpoint.conditional === undefined ? [] : matchHeaders(endpoint.method)),
          ...(described?.cookies ?? []),
        ].map(({ name }) => name),
      );
      const statuses = [...endpoint.responses, ...endpoint.failures].map(({ status }) =>
        String(status).replace("other", "default"),
      );
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(statuses));
      const text = JSON.stringify(document);
      for (const { type, code } of endpoint.failures) {
        expect(text).toContain(type && described?.errors ? `${code}` : (type ?? ""));
      }
    });
  },
);

function matchHeaders(method: string): readonly { readonly name: string }[] {
  const names =
    method === "GET"
      ? ["If-None-Match"]
      : ["If-Match", ...(method === "PUT" ? ["If-None-Match"] : [])];
  return names.map((name) => ({ name }));
}

function declaredMembers(): Readonly<Record<string, readonly string[]>> {
  const resources = Object.values(trees).flatMap((tree) => resourcesBelow(tree["~resource"].data));
  const failures = endpoints.flatMap((endpoint) => endpoint.failures);
  const bodies = endpoints.flatMap(({ request, responses }) => [
    request,
    ...responses.map(({ body }) => body),
  ]);
  return {
    endpoint: membersOf(endpoints.map((endpoint: UntypedEndpoint) => endpoint["~endpoint"].data)),
    resource: membersOf(resources),
    response: membersOf(endpoints.flatMap(({ responses }) => responses)),
    failure: membersOf(failures),
    failureData: membersOf(failures.map((failed) => failed["~failure"])),
    format: membersOf(
      bodies.flatMap((body) => (body as Partial<AnyBody> | undefined)?.["~format"] ?? []),
    ),
  };
}

function resourcesBelow(data: object): object[] {
  const below = (data as { readonly "~below"?: readonly { readonly child: object }[] })["~below"];
  return below === undefined ? [] : [data, ...below.flatMap(({ child }) => resourcesBelow(child))];
}

// Members with a value: a declaration has all of them, most of them `undefined`.
function membersOf(nouns: readonly object[]): string[] {
  const present = nouns.flatMap((noun) =>
    Object.entries(noun).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  );
  return [...new Set(present)];
}
