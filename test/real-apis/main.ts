// Declares the APIs of the corpora. `--named` and `--random 20` choose some; the result is JSON on stdout.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkDocument } from "./check.ts";
import { NAMED, corpus, sample } from "./corpus.ts";
import { summaryOf } from "./summary.ts";
import type { CheckedDocument } from "./summary.ts";

const { values } = parseArgs({
  options: {
    named: { type: "boolean" },
    random: { type: "string" },
    seed: { type: "string", default: "1" },
    /** The built package bough. */
    bough: { type: "string", default: "" },
    /** The folder for modules. */
    folder: { type: "string", default: "" },
    modules: { type: "string", default: "" },
    /** Keeps the printed modules, to compile them. */
    keep: { type: "boolean" },
  },
});

const all = corpus(values.modules);
const named = new Set(NAMED.values());
const isSome = values.named === true || values.random !== undefined;
const chosen = isSome
  ? [
      ...(values.named === true ? all.filter(({ name }) => named.has(name)) : []),
      ...sample(
        all.filter(({ name }) => !named.has(name)),
        Number(values.random ?? 0),
        Number(values.seed),
      ),
    ]
  : all;

mkdirSync(values.folder, { recursive: true });
const checked: CheckedDocument[] = [];
for (const document of chosen) {
  const parsed = JSON.parse(readFileSync(document.path, "utf8")) as unknown;
  const result = await checkDocument(parsed, values);
  if (result === undefined) continue;
  const { source, document: made, ...rest } = result;
  if (values.keep === true) {
    const file = join(values.folder, document.name.replaceAll(/[^\w]+/g, "-"));
    writeFileSync(`${file}.ts`, source);
    if (made !== undefined) writeFileSync(`${file}.json`, JSON.stringify(made));
  }
  checked.push({ ...rest, name: document.name, provider: document.provider });
}
process.stdout.write(`${JSON.stringify(summaryOf(checked))}\n`);
