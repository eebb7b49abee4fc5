// Functions that the tool writes into a project, one file for each package of it. They stand between code that expects
// what the old library returned, and Bough.
import { existsSync } from "node:fs";
import { entryOf } from "./entry-of.ts";
import { packageFolder, type Project } from "./project.ts";
import type { Work } from "./work.ts";

export interface BridgePart {
  /** The lines that it needs at the top of the file, by entry: names to import, types with `type `. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
  /** Other parts that it calls. */
  readonly parts?: readonly string[];
}

export interface BridgeFile {
  /** Its name. */
  readonly file: string;
  /** The comment at its top. */
  readonly head: string;
  readonly parts: ReadonlyMap<string, BridgePart>;
}

export class Bridges {
  readonly #project: Project;
  readonly #file: string;
  readonly #head: string;
  readonly #parts: ReadonlyMap<string, BridgePart>;
  readonly #used = new Map<string, Set<string>>();

  constructor(project: Project, { file, head, parts }: BridgeFile) {
    this.#project = project;
    this.#file = file;
    this.#head = head;
    this.#parts = parts;
  }

  /** Imports a function of the bridge. */
  use(name: string, work: Work, isType = false): string {
    const near = packageFolder(work.file);
    const root = near.startsWith(this.#project.folder) ? near : this.#project.folder;
    const hasSources = existsSync(`${root}/src`) && work.file.startsWith(`${root}/src/`);
    const folder = hasSources ? `${root}/src` : root;
    const file = `${folder}/${this.#file}`;
    const used = this.#used.get(file) ?? new Set();
    this.#used.set(file, used);
    this.#add(name, used);
    return work.need(name, file, isType);
  }

  #add(name: string, used: Set<string>): void {
    used.add(name);
    this.#parts.get(name)?.parts?.forEach((part) => this.#add(part, used));
  }

  /** The files by path. A file that is there already is kept, and gets what it lacks. */
  files(): ReadonlyMap<string, string> {
    const { folder, files } = this.#project;
    return new Map(
      [...this.#used].map(([file, used]) => {
        const path = file.slice(folder.length + 1);
        const before = files.get(path) ?? "";
        const known = [...this.#parts.keys()].filter((name) =>
          new RegExp(`^export .*\\b${name}\\b`, "m").test(before),
        );
        return [path, this.#text(new Set([...known, ...used]))];
      }),
    );
  }

  #text(used: ReadonlySet<string>): string {
    const parts = [...this.#parts].flatMap(([name, part]) => (used.has(name) ? [part] : []));
    const imports = new Map<string, Set<string>>();
    for (const [from, names] of parts.flatMap((part) => Object.entries(part.imports))) {
      for (const name of names) {
        const entry = entryOf(name.replace("type ", ""), from);
        imports.set(entry, (imports.get(entry) ?? new Set()).add(name));
      }
    }
    const lines = [...imports]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([from, names]) => {
        const all = [...names].toSorted((a, b) =>
          a.replace("type ", "").localeCompare(b.replace("type ", "")),
        );
        const isType = all.every((one) => one.startsWith("type "));
        return `import ${isType ? "type " : ""}{ ${all.map((one) => (isType ? one.slice(5) : one)).join(", ")} } from "${from}";\n`;
      });
    return `${this.#head}${lines.join("")}\n${parts.map(({ text }) => text.trim()).join("\n\n")}\n`;
  }
}
