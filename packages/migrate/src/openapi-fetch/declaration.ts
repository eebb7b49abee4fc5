// The declaration of a document, as `bough import` writes it, and the way to each of its endpoints.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { declareDocument } from "bough-import";
import { addCommands } from "bough-import/command";
import type { Toolkit } from "bough-cli/toolkit";
import { Command } from "commander";
import type { Step } from "../moving/request-text.ts";

export interface DeclaredEndpoint {
  readonly key: string;
  readonly method: string;
  readonly template: string;
  readonly operationId: string | undefined;
  /** The names on the way, each with its id. */
  readonly steps: readonly Step[];
  readonly hasBody: boolean;
  readonly hasResponse: boolean;
  readonly hasQuery: boolean;
  readonly hasFailures: boolean;
  readonly headers: ReadonlySet<string>;
}

export interface Declared {
  /** The files by name, in a separate folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly endpoints: readonly DeclaredEndpoint[];
  /** The name of the root. */
  readonly root: string;
  /** The types of named schemas, with the file that exports each. */
  readonly types: ReadonlyMap<string, { readonly name: string; readonly file: string }>;
  /** What the document has and the declaration has not. */
  readonly findings: readonly string[];
}

/** Declares a document. `folder` has the files of an import before, whose names stay. */
export async function declare(document: string, folder: string): Promise<Declared> {
  const out = mkdtempSync(join(tmpdir(), "bough-migrate-"));
  const findings: string[] = [];
  try {
    if (existsSync(folder)) {
      cpSync(folder, out, { recursive: true });
    }
    const bough = new Command().exitOverride();
    const output = quiet((text) => findings.push(text));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the command uses the output alone
    addCommands(bough, { output } as Toolkit);
    await bough.parseAsync(["import", document, "--out", out], { from: "user" });
    const names = readdirSync(out).filter((name) => /\.(?:ts|json)$/.test(name));
    const files = new Map(names.map((name) => [name, readFileSync(join(out, name), "utf8")]));
    return { files, findings, ...endpointsOf(document, files) };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function quiet(note: (text: string) => void): Toolkit["output"] {
  const none = (): void => undefined;
  return {
    write: none,
    print: none,
    lines: none,
    note: none,
    details: note,
    progress: none,
    end: none,
  };
}

function endpointsOf(
  document: string,
  files: ReadonlyMap<string, string>,
): Pick<Declared, "endpoints" | "root" | "types"> {
  const { contract, name: root } = declareDocument(document);
  const api = files.get("api.ts") ?? "";
  const first = /rootResource\("([^"]+)"/.exec(api)?.[1];
  const record: { readonly types?: Readonly<Record<string, string>> } = JSON.parse(
    files.get("bough-import.json") ?? "{}",
  );
  const types = Object.entries(record.types ?? {}).flatMap(([schema, name]) => {
    const file = [...files].find(([, text]) =>
      new RegExp(`^export (?:interface|type) ${name}\\b`, "m").test(text),
    )?.[0];
    return file === undefined ? [] : [[schema, { name, file }] as const];
  });
  return {
    root,
    types: new Map(types),
    endpoints: contract.endpoints.map((one) => ({
      key: keyOf(one.method, one.template),
      method: one.method,
      template: one.template,
      operationId: one.operationId,
      steps: stepsOf(one.name, one.template, first),
      hasBody: one.request !== undefined,
      hasResponse: (one.responses ?? []).some(({ content }) => content.length > 0),
      hasFailures: (one.failures ?? []).length > 0,
      hasQuery: (one.query ?? []).length > 0,
      headers: new Set((one.headers ?? []).map(({ name }) => name.toLowerCase())),
    })),
  };
}

/** Which names are of segments with an id: they are in the order of the path, below the segment of the root. */
function stepsOf(
  names: readonly string[],
  template: string,
  root: string | undefined,
): readonly Step[] {
  const segments = template.split("/").filter((one) => one !== "");
  const below = root !== undefined && segments[0] === root ? segments.slice(1) : segments;
  return names.map((name, index) => {
    const id =
      index < names.length - 1 || below.length === names.length
        ? /\{(\w[\w-]*)\*?\}/.exec(below[index] ?? "")?.[1]
        : undefined;
    return id === undefined ? { name } : { name, id };
  });
}

/** Templates are alike if they differ in the names of ids only. */
export function keyOf(method: string, template: string): string {
  return `${method.toUpperCase()} ${template.replace(/\{[^}]*\}/g, "{}").replace(/(?<=.)\/$/, "")}`;
}
