// The title and version of a document: those of the options, else of the package.json of the project.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What the user and package.json say. */
export interface Given {
  readonly file: string;
  readonly title: string | undefined;
  readonly version: string | undefined;
  /** Says which default was used. */
  readonly note: (text: string) => void;
}

/** The `info` of a document. */
export function infoOf({ file, title, version, note }: Given): { title: string; version: string } {
  const found = title === undefined || version === undefined ? packageOf(dirname(file)) : {};
  const known = (option: "title" | "version", value: unknown, instead: string): string => {
    if (typeof value === "string") {
      return value;
    }
    note(
      `package.json has no ${option === "title" ? "name" : option}, so the document's ${option} is "${instead}": add one, or pass --${option} to bough openapi`,
    );
    return instead;
  };
  return {
    title: known("title", title ?? found["name"], "API"),
    version: known("version", version ?? found["version"], "0.0.0"),
  };
}

function packageOf(folder: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw error;
    }
    return dirname(folder) === folder ? {} : packageOf(dirname(folder));
  }
}
