// Values made for the bodies of GitHub's API, judged by Ajv, which has no part in making them.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { readDocument } from "../../packages/import/src/read-document.ts";
import type { Schema } from "../../packages/testing/src/values/keywords.ts";
import { NotGenerated } from "../../packages/testing/src/values/not-generated.ts";
import { schemaValues } from "../../packages/testing/src/values/schema-values.ts";
import { violationsOf } from "../../packages/testing/src/values/violations.ts";
import { isComplete, isRequired } from "../support/matrix.ts";

const path = fileURLToPath(
  new URL("node_modules/@octokit/openapi/generated/api.github.com.json", import.meta.url),
);
const isInstalled = existsSync(path);
/** One in this many bodies is tried. `BOUGH_BODIES=1` tries all of them. */
const STEP = Number(process.env["BOUGH_BODIES"] ?? (isComplete ? 8 : 40));

/** A tenth of it is needed on a quiet machine. */
const timeout = Math.max(600_000, 5_400_000 / STEP);

describe.skipIf(!isInstalled && !isRequired)("GitHub's bodies", { timeout }, () => {
  test("have values that fit, and values that do not", async () => {
    const { contract } = readDocument(JSON.parse(readFileSync(path, "utf8")), {
      bounds: true,
      whole: true,
    });
    const { schemas: components } = contract.components;
    const bodies = contract.endpoints
      .flatMap(({ request, responses = [] }) => [request, ...responses])
      .flatMap((one) => one?.content ?? [])
      .flatMap(({ schema }) => (schema === undefined ? [] : [schema as Schema]));
    const different = [...new Map(bodies.map((body) => [JSON.stringify(body), body])).values()];
    const schemas = different.filter((_, index) => index % STEP === 0);
    const values = await schemaValues({ components, style: "odd" });
    const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
    ajv.addSchema({ $id: "all:", components: { schemas: components } });
    const judge = (schema: Schema) =>
      ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"all:#/')) as object);
    const count = { bodies: schemas.length, without: 0, fitting: 0, refused: 0 };
    const wrong: string[] = [];
    for (const [index, schema] of schemas.entries()) {
      const isValid = judge(schema);
      const text = JSON.stringify(schema).slice(0, 80);
      try {
        for (const value of values.fc.sample(values.valid(schema), { seed: index, numRuns: 60 })) {
          count.fitting++;
          if (!isValid(value)) wrong.push(`${text} refuses ${JSON.stringify(value).slice(0, 80)}`);
        }
      } catch (error) {
        if (!(error instanceof NotGenerated)) throw error;
        count.without++;
      }
      for (const { rule, values: broken } of violationsOf(schema, values).slice(0, 12)) {
        // Ajv does not check formats here.
        if (rule === "format") continue;
        for (const value of values.fc.sample(broken, { seed: index, numRuns: 5 })) {
          count.refused++;
          if (isValid(value)) wrong.push(`${text} accepts ${JSON.stringify(value).slice(0, 80)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(count.without).toBeLessThanOrEqual(0.02 * count.bodies);
    expect(Math.min(count.fitting, count.refused)).toBeGreaterThan(20 * count.bodies);
  });
});
