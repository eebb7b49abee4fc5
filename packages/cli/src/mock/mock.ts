// `bough mock`: serves a mock of an API, from its declaration or from an OpenAPI document.
import { resolve } from "node:path";
import type { AnyResource } from "bough";
import type { ExtractedSchemas } from "bough/server";
import { countOf } from "../count-of.ts";
import { isDocument, loadDocument } from "../document-api.ts";
import { entryOf } from "../entry.ts";
import { loadTrees } from "../load-tree.ts";
import { loadBough } from "../load-module.ts";
import { loadPackage } from "../load-package.ts";
import { loadSchemas } from "../openapi/schemas.ts";
import type { Output } from "../output.ts";
import { printable } from "../printable.ts";
import { routes } from "../routes.ts";
import { schemasPath } from "../schemas/schemas-file.ts";
import { forget, onceChanged, projectFiles } from "./reload.ts";
import { serve, type Fetch, type ServedCall, type Serving } from "./serve.ts";

export interface MockCommandOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly schemas?: string;
  readonly state?: boolean;
  readonly examples?: boolean;
}

/** The package bough-testing, as far as the command needs it. */
interface Testing {
  readonly createMock: (source: unknown, options: object) => CreatedMock;
}
interface CreatedMock {
  readonly fetch: Fetch;
  readonly state: () => string;
}

interface Loaded {
  readonly fetch: Fetch;
  /** The table of the routes, and what the mock keeps. */
  readonly told: string;
  readonly files: readonly string[];
}

/** Serves the mock until the process is told to end. */
export async function mock(
  argument: string,
  options: MockCommandOptions,
  output: Output,
): Promise<void> {
  const { close } = await startMock(argument, options, output);
  await new Promise<void>((done) => {
    process.once("SIGINT", done);
    process.once("SIGTERM", done);
  });
  await close();
}

/** Serves the mock, and loads it again when its files change. */
export async function startMock(
  argument: string,
  options: MockCommandOptions,
  output: Output,
): Promise<Serving> {
  let loaded = await load(argument, options, output);
  let stop = (): void => undefined;
  const watch = (): void => {
    stop = onceChanged(loaded.files, () => void reload());
  };
  const reload = async (): Promise<void> => {
    try {
      forget(loaded.files);
      loaded = await load(argument, options, output);
      output.note(`loaded ${argument} again; its state is empty`);
    } catch (error) {
      output.note(error instanceof Error ? error.message : String(error));
    }
    watch();
  };
  const serving = await serve((request) => loaded.fetch(request), {
    port: options.port,
    host: options.host,
    onCall: (call) => output.write(`${callText(call)}\n`),
  });
  output.lines(loaded.told);
  output.print(`mock of ${argument} at ${serving.url}`);
  watch();
  return {
    url: serving.url,
    close: async () => {
      stop();
      await serving.close();
    },
  };
}

/** The options of the command, and what gets errors that no call is at fault for. */
interface Loading extends MockCommandOptions {
  readonly onError: (error: unknown) => void;
}

async function load(argument: string, given: MockCommandOptions, output: Output): Promise<Loaded> {
  const onError = (error: unknown): void => {
    if (error instanceof Error && error.name === "MockError") {
      output.note(error.message);
    } else {
      console.error(error);
    }
  };
  const options = { ...given, onError };
  return isDocument(argument)
    ? loadFromDocument(argument, options)
    : loadFromModule(argument, options);
}

async function loadFromModule(argument: string, options: Loading): Promise<Loaded> {
  const entry = entryOf(argument);
  const testing = await testingFor(entry.file);
  const before = new Set(projectFiles());
  const loaded = await loadTrees(argument);
  const schemas = await loadSchemas(entry, options.schemas);
  const source = sourceOf(loaded.trees);
  const given = createdMock(testing, source, { ...options, schemas });
  const own = projectFiles().filter((file) => !before.has(file));
  const named = options.schemas ?? schemasPath(entry.path);
  return {
    fetch: given.fetch,
    told: `${routes(loaded, { json: false })}\n${given.state()}\n\n`,
    files: [...new Set([...own, entry.file, resolve(named)])],
  };
}

function sourceOf(
  trees: readonly (readonly [string, AnyResource])[],
): AnyResource | Record<string, AnyResource> {
  const [first, other] = trees;
  return first !== undefined && other === undefined ? first[1] : Object.fromEntries(trees);
}

async function loadFromDocument(path: string, options: Loading): Promise<Loaded> {
  const file = resolve(path);
  const document = await loadDocument("bough mock", path);
  const { beside, api, schemas, left } = document;
  const testing = await testingFor(beside);
  const examples = options.examples === false ? false : document.examples;
  const given = createdMock(testing, api, { ...options, schemas, examples });
  const trees = [["api", api]] as const;
  const table = routes({ bough: await loadBough(beside, path), trees }, { json: false });
  const note =
    left === 0 ? "" : `${countOf(left, "operation")} cannot be declared: see bough import\n`;
  return { fetch: given.fetch, told: `${table}${note}\n${given.state()}\n\n`, files: [file] };
}

interface Given extends Omit<Loading, "schemas" | "examples"> {
  readonly schemas: ExtractedSchemas | undefined;
  readonly examples?: boolean | object;
}

function createdMock(
  { createMock }: Testing,
  source: AnyResource | Record<string, AnyResource>,
  { seed, schemas, state, examples = true, onError }: Given,
): CreatedMock {
  return createMock(source, {
    seed,
    examples,
    onError,
    ...(schemas === undefined ? {} : { schemas }),
    ...(state === false ? { state } : {}),
  });
}

async function testingFor(file: string): Promise<Testing> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package has this entry, and the versions of the packages are equal
  return (await loadPackage("bough mock", "bough-testing", file)) as Testing;
}

function callText({ method, target, status, milliseconds, error }: ServedCall): string {
  const line = `${method} ${target}  ${status ?? "cut"}  ${milliseconds.toFixed(0)} ms`;
  return printable(error instanceof Error ? `${line}  ${error.message}` : line);
}
