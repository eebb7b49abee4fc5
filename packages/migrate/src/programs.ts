// The programs of a project: each file belongs to the nearest `tsconfig.json` that has it.
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import ts from "typescript";

/** Finds the nearest `tsconfig.json` of a file, or of the configs that it refers to, the one with the file. */
export function configFinder(): (file: string) => string {
  const filesOf = new Map<string, ReadonlySet<string>>();
  const has = (config: string, file: string): boolean => {
    const known = filesOf.get(config) ?? new Set(parsed(config).fileNames);
    filesOf.set(config, known);
    return known.has(file);
  };
  return (file) => {
    const nearest = ts.findConfigFile(dirname(file), existsSync);
    if (!nearest || has(nearest, file)) {
      return nearest ?? "";
    }
    const below = (parsed(nearest).projectReferences ?? []).map(ts.resolveProjectReferencePath);
    return below.find((config) => has(config, file)) ?? below[0] ?? nearest;
  };
}

function parsed(config: string): ts.ParsedCommandLine {
  const { config: json } = ts.readConfigFile(config, (file) => readFileSync(file, "utf8"));
  return ts.parseJsonConfigFileContent(json, ts.sys, dirname(config), undefined, config);
}

const declarations = new Map<string, ts.SourceFile>();

function withoutFunctions(_: string, value: unknown): unknown {
  return typeof value === "function" ? undefined : value;
}

export function programOf(
  config: string,
  roots: readonly string[],
  texts: ReadonlyMap<string, string>,
  adapt: (host: ts.CompilerHost, options: ts.CompilerOptions) => void = () => undefined,
): ts.Program {
  const given: Pick<ts.ParsedCommandLine, "options" | "fileNames"> = config
    ? parsed(config)
    : { options: {}, fileNames: [] };
  const options: ts.CompilerOptions = {
    ...(given.options.module === undefined && { module: ts.ModuleKind.Preserve }),
    ...given.options,
    allowJs: true,
    noEmit: true,
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options, true);
  const read = host.readFile.bind(host);
  const parse = host.getSourceFile.bind(host);
  // Programs of one repository read the same packages.
  host.getSourceFile = (file, version, ...more) => {
    if (texts.has(file)) {
      return parse(file, version, ...more);
    }
    const key = `${file} ${JSON.stringify(version, withoutFunctions)}`;
    const known = declarations.get(key) ?? parse(file, version, ...more);
    if (known) {
      declarations.set(key, known);
    }
    return known;
  };
  host.readFile = (file) => texts.get(file) ?? read(file);
  adapt(host, options);
  const types = given.fileNames.filter((file) => file.endsWith(".d.ts"));
  return ts.createProgram({ rootNames: [...roots, ...types], options, host });
}
