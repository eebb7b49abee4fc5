// The files of a package that the project has installed, for runtimes with a file system: Node, Bun and Deno.
// They are looked up by `getBuiltinModule`, because a static import of `node:` would not load elsewhere.

export interface InstalledPackage {
  read(file: string): Promise<Uint8Array>;
}

/** Finds an installed package; `undefined` if it is not installed, or if there is no file system. */
export function installedPackage(name: string): InstalledPackage | undefined {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> };
  const modules = process?.getBuiltinModule?.("node:module");
  const files = process?.getBuiltinModule?.("node:fs/promises");
  if (modules === undefined || files === undefined) {
    return undefined;
  }
  // A program in one file, as bundlers write it, may lie outside the project that it runs in.
  for (const from of [import.meta.url, `${process?.cwd?.()}/`]) {
    try {
      const manifest = modules.createRequire(from).resolve(`${name}/package.json`);
      const folder = manifest.slice(0, -"package.json".length);
      return { read: (file) => files.readFile(folder + file) };
    } catch {
      // The next place may have it.
    }
  }
  return undefined;
}
