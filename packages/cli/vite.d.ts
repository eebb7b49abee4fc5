/** A Vite plugin. */
interface SchemasPlugin {
  readonly name: string;
  readonly enforce: "pre";
  readonly resolveId: (source: string, importer?: string) => undefined;
  readonly watchChange: (changed: string) => void;
}

/**
 * Makes a Vite plugin that keeps the files of `bough schemas` up to date, in development and in builds:
 * `plugins: [bough()]`. It follows imports of `*.schemas.ts`.
 */
export default function bough(): SchemasPlugin;
