// A Vite plugin that keeps the files of `bough schemas` up to date: before they are loaded, and after each change of a
// file that their types come from.
import { dirname, resolve } from "node:path";
import { entryOfSchemas } from "./schemas/entry-of-schemas.ts";
import { keepSchemas } from "./schemas/kept-schemas.ts";

/** The plugin. It has the members of Vite's `Plugin` that it uses. */
interface SchemasPlugin {
  readonly name: string;
  readonly enforce: "pre";
  readonly resolveId: (source: string, importer?: string) => undefined;
  readonly watchChange: (changed: string) => void;
}

/** Makes the plugin: `plugins: [bough()]`. It follows imports of `*.schemas.ts`, and has no options. */
// oxlint-disable-next-line import/no-default-export -- plugins of Vite are default exports
export default function bough(): SchemasPlugin {
  /** The files behind each module whose schemas are imported. */
  const kept = new Map<string, ReadonlySet<string>>();
  const keep = (entry: string): void => {
    kept.set(entry, new Set(keepSchemas(entry).map((file) => resolve(file))));
  };
  return {
    name: "bough-schemas",
    enforce: "pre",
    resolveId: (source, importer) => {
      const entry =
        importer !== undefined && /^\.{1,2}\//.test(source)
          ? entryOfSchemas(resolve(dirname(importer), source))
          : undefined;
      if (entry !== undefined && !kept.has(entry)) {
        keep(entry);
      }
      return undefined;
    },
    watchChange: (changed) => {
      for (const [entry, files] of kept) {
        if (files.has(resolve(changed))) {
          try {
            keep(entry);
          } catch (error) {
            // Types are often wrong while somebody writes them, and the last schemas stay.
            process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
          }
        }
      }
    },
  };
}
