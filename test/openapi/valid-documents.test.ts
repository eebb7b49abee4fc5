// The documents of the API with every feature and of the examples, judged by three independent programs.
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import spectralCore from "@stoplight/spectral-core";
import spectralRulesets from "@stoplight/spectral-rulesets";
import { openApi } from "bough-openapi";
import type { OpenApiDocument, OpenApiVersion } from "bough-openapi";
import { describe, expect, test } from "vitest";
import { api as clusterApi } from "../../examples/cluster/api.ts";
import { api as edgeApi } from "../../examples/edge/api.ts";
import { api as expressApi } from "../../examples/express/api.ts";
import { api as fastifyApi } from "../../examples/fastify/api.ts";
import { api as filesApi } from "../../examples/files/api.ts";
import { api as honoApi } from "../../examples/hono/api.ts";
import { api as usersApi } from "../../examples/users/api.ts";
import { everyFeatureServer } from "../support/every-feature-server.ts";
import { api, api2, api3, Group, Groups, Members } from "../every-feature-api.ts";

const info = {
  title: "An API",
  version: "1.0.0",
  description: "An API of a test.",
  license: { name: "MIT", url: "https://opensource.org/license/mit" },
};
const servers = [{ url: "https://api.example.test" }];

const sources = {
  "every feature": { v1: api, v2: api2, v3: api3, Groups, Group, Members },
  "the server of every feature": everyFeatureServer().server,
  "examples/cluster": clusterApi,
  "examples/edge": edgeApi,
  "examples/express": expressApi,
  "examples/fastify": fastifyApi,
  "examples/files": filesApi,
  "examples/hono": honoApi,
  "examples/users": usersApi,
};
const validator = new Validator();
const config = await createConfig({ extends: ["spec"] });
const spectral = new spectralCore.Spectral();
spectral.setRuleset({ extends: [spectralRulesets.oas] } as never);

const cases = Object.entries(sources).flatMap(([name, source]) =>
  (["3.0", "3.1", "3.2"] as const).flatMap((version) =>
    ([undefined, "all"] as const).map((rejections) => ({ name, source, version, rejections })),
  ),
);

describe.each(cases)("$name in OpenAPI $version, rejections $rejections", (one) => {
  const document = documentOf(one);

  test("is JSON", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test("is valid by the schema of OpenAPI", async () => {
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  test("has no problem by Redocly's rules of the specification", async () => {
    const text = JSON.stringify(document, null, 1);
    const problems = await lintFromString({ source: text, absoluteRef: "/openapi.json", config });
    expect(
      problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]),
    ).toEqual([]);
  });

  // Spectral does not know 3.2.
  const spectralTest = one.version !== "3.2" ? test : () => undefined;
  spectralTest("has no error by Spectral", async () => {
    expect(await spectralErrors(document)).toEqual([]);
  });
});

describe("the judges", () => {
  const wrong = {
    ...openApi(usersApi, { info, servers, onWarning: () => undefined }),
    paths: { "/a/{b}": { get: { operationId: "x", responses: { "200": {} } } } },
  };

  test("refuse a document without descriptions and parameters", async () => {
    expect((await validator.validate(structuredClone(wrong))).valid).toBe(false);
    const source = JSON.stringify(wrong);
    expect(await lintFromString({ source, absoluteRef: "/openapi.json", config })).not.toEqual([]);
    expect(await spectralErrors(wrong)).not.toEqual([]);
  });
});

async function spectralErrors(document: object): Promise<unknown[]> {
  const found = await spectral.run(JSON.parse(JSON.stringify(document)) as Record<string, unknown>);
  return found
    .filter(({ severity }) => (severity as number) === 0)
    .map(({ code, message, path }) => [code, message, path.join("/")]);
}

function documentOf(one: {
  readonly source: Parameters<typeof openApi>[0];
  readonly version: OpenApiVersion;
  readonly rejections: "all" | undefined;
}): OpenApiDocument {
  return openApi(one.source, {
    info,
    servers,
    version: one.version,
    ...(one.rejections === undefined ? {} : { rejections: one.rejections }),
    onWarning: () => undefined,
  });
}
