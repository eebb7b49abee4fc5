// `bough check`: a short name for `bough diff` with a document as the base, in which every difference counts.
import { report } from "../diff/diff.ts";
import { isModule, readSide, type Side } from "../diff/side.ts";
import { entryOf } from "../entry.ts";
import type { Output } from "../output.ts";
import { WrongUse } from "../wrong-use.ts";

/** The options of the command. */
export interface CheckOptions {
  /** The path before the paths of the document: that of its servers. */
  readonly base?: string;
  readonly json?: boolean;
  readonly schemas?: string;
}

/** Runs the command. */
export async function check(
  argument: string,
  path: string,
  { base, json = false, schemas }: CheckOptions,
  output: Output,
): Promise<void> {
  // A wrong path of the module is found before a large document is read.
  entryOf(argument);
  if (isModule(path)) {
    throw new WrongUse(`${path} is a module: name the OpenAPI document, or run bough diff`);
  }
  const documented = below(base, await readSide(path, { output }));
  const declared = await readSide(argument, { output, schemas });
  await report(
    documented,
    declared,
    { for: "both", failOn: "any", unknown: "fail", format: json ? "json" : "text" },
    output,
  );
}

/** A document whose paths are below the path of its servers. */
function below(base: string | undefined, side: Side): Side {
  const prefix = (base ?? "").replace(/\/+$/, "");
  if (base !== undefined && !/^(?:\/[^/?#{}\s]+)*$/.test(prefix)) {
    throw new WrongUse(`--base ${base} is not a path: write /api, the path of a URL in servers`);
  }
  const { contract } = side;
  const endpoints = contract.endpoints.map((one) => ({
    ...one,
    key: one.key.endsWith(" /")
      ? one.key.replace(" /", ` ${prefix}`)
      : one.key.replace(" ", ` ${prefix}`),
    template: one.template === "/" ? prefix || "/" : prefix + one.template,
  }));
  return prefix === "" ? side : { ...side, contract: { ...contract, endpoints } };
}
