// Checks the option `schemas` of a server.
import { isRecord } from "../../internal/record.ts";
import { shown } from "../../internal/shown.ts";
import type { OptionFault } from "./option-table.ts";

/** What is wrong with `schemas`: it must be the content of a schemas file, in the format that this version reads. */
export const schemasFault: OptionFault = (schemas, name) => {
  const { format, components, endpoints } = Object(schemas) as Readonly<Record<string, unknown>>;
  if (!isRecord(schemas) || !isRecord(components) || !isRecord(endpoints)) {
    return `expected ${name} to be the schemas that bough schemas writes, received ${shown(schemas)}`;
  }
  return format === 1
    ? undefined
    : `expected ${name} to have the format 1, received ${shown(format)}: run the bough-cli of this version`;
};
