// Reads an OpenAPI document from a file, with the files in its folder that it refers to.
import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, relative, resolve, sep } from "node:path";
import { parse } from "yaml";
import { WrongUse } from "./wrong-use.ts";
import { isMembers, step } from "./json.ts";

// The YAML parser takes minutes for a larger file.
const LARGEST = 100_000_000;
/** The member of the document that holds the other files. */
const FILES = "x-files";
const POINTERS = /#\/x-files(\/[^/]*?)(?=\/|$|[,;] | (?:is|names|refers) )/gm;

/** A parsed document and its bytes. */
export interface DocumentFile {
  readonly parsed: unknown;
  readonly texts: readonly string[];
  /** A text in which pointers into other files name these files. */
  readonly withFiles: (text: string) => string;
}

/** Reads a document. References to other files in its folder become references within it. */
export function readDocumentFile(path: string): DocumentFile {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(path)) {
    throw new WrongUse(`${path} is a URL: download the document first, and name the file`);
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new WrongUse(`there is no file ${path} in ${process.cwd()}`);
  }
  if (found.isDirectory()) {
    throw new WrongUse(`${path} is a folder: name the OpenAPI document`);
  }
  return new Bundle(path).read();
}

class Bundle {
  readonly #path: string;
  readonly #folder: string;
  readonly #names = new Map<string, string>();
  readonly #shown = new Map<string, string>();
  readonly #parsed: [name: string, value: unknown][] = [];
  readonly #texts: string[] = [];

  constructor(path: string) {
    this.#path = path;
    this.#folder = realpathSync(dirname(resolve(path)));
  }

  read(): DocumentFile {
    const file = realpathSync(this.#path);
    const root = this.#load(file, this.#path);
    this.#names.set(file, "");
    const parsed = this.#rewritten(root, { file, depth: 0 });
    const files = Object.fromEntries(this.#parsed);
    return {
      parsed: isMembers(parsed) && this.#parsed.length > 0 ? { ...parsed, [FILES]: files } : parsed,
      texts: this.#texts,
      withFiles: (text) => this.#withFiles(text),
    };
  }

  #withFiles(text: string): string {
    return text.replaceAll(POINTERS, (pointer: string, name: string) => {
      const shown = this.#shown.get(name);
      return shown === undefined ? pointer : `${shown}#`;
    });
  }

  #load(file: string, shown: string): unknown {
    if (statSync(file).size > LARGEST) {
      throw new Error(`${shown} is larger than ${LARGEST / 1_000_000} MB`);
    }
    const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    this.#texts.push(text);
    try {
      return /^\s*[[{]/.test(text) ? parseJson(text) : parseYaml(text);
    } catch (error) {
      throw new Error(`${shown} is neither JSON nor YAML: ${messageOf(error)}`, { cause: error });
    }
  }

  // Copies a value; its references to other files name their place in this document.
  #rewritten(value: unknown, at: { readonly file: string; readonly depth: number }): unknown {
    // Deeper values are cut by the reader, and would exhaust the stack here.
    if (at.depth > DEEPEST) {
      return undefined;
    }
    const inner = { file: at.file, depth: at.depth + 1 };
    if (Array.isArray(value)) {
      return value.map((one) => this.#rewritten(one, inner));
    }
    if (!isMembers(value)) {
      return value;
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        name === "$ref" && typeof one === "string"
          ? this.#reference(one, at.file)
          : this.#rewritten(one, inner),
      ]),
    );
  }

  #reference(reference: string, from: string): string {
    const own = this.#names.get(from) ?? "";
    const hash = reference.indexOf("#");
    const path = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = hash < 0 ? "" : reference.slice(hash + 1);
    if (path === "") {
      return own === "" ? reference : `#/${FILES}${step(own)}${fragment}`;
    }
    const name = this.#fileOf(path, from);
    return name === undefined
      ? reference
      : name === ""
        ? `#${fragment}`
        : `#/${FILES}${step(name)}${fragment}`;
  }

  // The name of a file in the folder of the document, read when it is met first.
  #fileOf(path: string, from: string): string | undefined {
    if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(path)) {
      return undefined;
    }
    let file: string;
    try {
      file = realpathSync(resolve(dirname(from), decodeURIComponent(path)));
    } catch {
      return undefined;
    }
    const known = this.#names.get(file);
    if (known !== undefined) {
      return known;
    }
    const isInside =
      !relative(this.#folder, file).startsWith(`..${sep}`) && file.startsWith(this.#folder);
    if (!isInside || !statSync(file).isFile()) {
      return undefined;
    }
    const shown = relative(this.#folder, file);
    const base = basename(file, extname(file));
    const taken = new Set(this.#names.values());
    let name = base;
    for (let count = 2; taken.has(name); count++) {
      name = `${base}${count}`;
    }
    this.#names.set(file, name);
    this.#shown.set(step(name), shown);
    const index = this.#parsed.push([name, undefined]) - 1;
    this.#parsed[index] = [name, this.#rewritten(this.#load(file, shown), { file, depth: 0 })];
    return name;
  }
}

const DEEPEST = 500;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // YAML has braces too.
    try {
      return parseYaml(text);
    } catch {
      throw error;
    }
  }
}

// The core schema has neither `yes` nor dates, and keys are text: `200:` and `no:`.
function parseYaml(text: string): unknown {
  return parse(text, {
    schema: "core",
    stringKeys: true,
    maxAliasCount: 1_000,
    logLevel: "error",
  }) as unknown;
}

function messageOf(error: unknown): string {
  const text =
    error instanceof RangeError
      ? "it is nested too deep"
      : error instanceof Error
        ? error.message
        : String(error);
  return text.split("\n")[0] ?? text;
}
