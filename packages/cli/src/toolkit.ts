// Functions of the command line for a package that brings commands.
import type { Toolkit } from "bough-cli/toolkit";
import { appended } from "./appended.ts";
import { entryOf } from "./entry.ts";
import { Faults } from "./faults.ts";
import { loadBough } from "./load-module.ts";
import { credentialsIn, withCredentials } from "./credentials.ts";
import { isDocument, loadDocument } from "./document-api.ts";
import { loadSchemas } from "./openapi/schemas.ts";
import { loadSource } from "./openapi/source.ts";
import type { Output } from "./output.ts";
import { WrongUse } from "./wrong-use.ts";

export function toolkitOf(output: Output): Toolkit {
  return {
    output,
    entryOf,
    load: async (entry) => {
      const source = await loadSource(entry);
      const { contractOf, inspect } = await loadBough(entry.file, entry.path);
      return { source, inspect, contractOf };
    },
    contractIn: async (argument, { command, schemas: named }) => {
      if (isDocument(argument)) {
        const { contract } = await loadDocument(command, argument);
        return { contract, isDocument: true };
      }
      const entry = entryOf(argument);
      const source = await loadSource(entry);
      const schemas = await loadSchemas(entry, named);
      const { contractOf } = await loadBough(entry.file, entry.path);
      return { contract: contractOf(source, schemas && { schemas }), isDocument: false };
    },
    withCredentials,
    credentialsIn,
    appended,
    wrongUse: (message) => new WrongUse(message),
    faults: (message, details) => new Faults(message, details),
    schemasFor: async (entry, file) => {
      // The compiler is large, and not all modules need it.
      const { currentSchemas } = await import("./schemas/current-schemas.ts");
      return currentSchemas(entry, file, output);
    },
    openApiFor: async (entry, source, schemas) => {
      const { plainDocument } = await import("./openapi/openapi.ts");
      return plainDocument(entry, { source, schemas, output });
    },
  };
}
