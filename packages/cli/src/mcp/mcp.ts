// `bough mcp`: an MCP server on stdin and stdout, which calls a remote API by its declaration or by an OpenAPI document.
import { basename } from "node:path";
import type { Contract, ContractEndpoint } from "bough/contract";
import type { Mcp } from "bough-mcp";
import { countOf } from "../count-of.ts";
import { credentialsIn, type CredentialOptions } from "../credentials.ts";
import { isDocument, loadDocument } from "../document-api.ts";
import { entryOf } from "../entry.ts";
import { loadContract } from "../load-module.ts";
import { loadPackage } from "../load-package.ts";
import { loadSchemas } from "../openapi/schemas.ts";
import { loadSource } from "../openapi/source.ts";
import type { Output } from "../output.ts";
import { WrongUse } from "../wrong-use.ts";
import { serveMessages, type CallContext } from "./serve-messages.ts";

/** The options of the command. */
export interface McpCommandOptions extends CredentialOptions {
  readonly url?: string;
  readonly expose?: readonly string[];
  readonly writes?: boolean;
  readonly style?: "tools" | "search";
  readonly list?: boolean;
  readonly schemas?: string;
}

const LONGEST_CALL = 60_000;

/** Serves messages until stdin ends, or lists what would be exposed. */
export async function mcp(
  argument: string,
  options: McpCommandOptions,
  output: Output,
  input: AsyncIterable<unknown> = process.stdin,
): Promise<void> {
  const loaded = await loadedContract(argument, options.schemas);
  const served = serverOf(argument, loaded, options, output);
  if (options.list === true) {
    for (const { method, template, name, tool } of served.exposed) {
      output.print(`${method}  ${template}  ${name}  ${tool}`);
    }
    return;
  }
  if (isDocument(argument)) {
    output.note(`the texts of ${argument} reach the model: use documents that you trust`);
  }
  output.note(
    `${countOf(served.exposed.length, "endpoint")} of ${argument} at ${options.url ?? ""}`,
  );
  await serveMessages(served, input, (line) => output.write(line));
}

/** The API of a command, and the package that serves it. */
interface Loaded {
  readonly contract: Contract;
  readonly createMcp: typeof import("bough-mcp").createMcp;
}

function serverOf(
  argument: string,
  { contract, createMcp }: Loaded,
  { url, list, expose = [""], writes = false, style, ...credentials }: McpCommandOptions,
  output: Output,
): Mcp<CallContext> {
  if (list !== true && (url === undefined || !URL.canParse(url) || !/^https?:/.test(url))) {
    throw new WrongUse("--url needs the URL of the API, such as https://api.example.com");
  }
  const headers = headersBy(contract, credentialsIn(contract, credentials));
  const silent: string[] = [];
  try {
    const served = createMcp<CallContext>(contract, {
      expose,
      writes,
      ...(style === undefined ? {} : { style }),
      info: { title: basename(argument) },
      url: (url ?? "http://localhost").replace(/\/+$/, ""),
      headers,
      fetch: (request, { signal }) =>
        fetch(request, { signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_CALL)]) }),
      onWarning: (warning) => silent.push(warning),
    });
    if (silent.length > 0) {
      output.note(
        `no text for the model at ${countOf(silent.length, "endpoint")}, such as ${silent[0]}`,
      );
    }
    return served;
  } catch (error) {
    throw new WrongUse(error instanceof Error ? error.message : String(error));
  }
}

// The headers of the first alternative whose credentials are all given.
function headersBy(
  { components }: Contract,
  credentials: Readonly<Record<string, string>>,
): (endpoint: ContractEndpoint) => Record<string, string> {
  const headerOf = (name: string): [string, string] => {
    const value = credentials[name] ?? "";
    const { type, scheme, name: key } = components.security[name] ?? { type: "" };
    return type === "apiKey"
      ? [String(key), value]
      : scheme === "basic"
        ? ["authorization", `Basic ${Buffer.from(value).toString("base64")}`]
        : [
            "authorization",
            `${type === "http" && scheme !== "bearer" ? String(scheme) : "Bearer"} ${value}`,
          ];
  };
  return ({ security = [] }) => {
    const usable = security.find((one) =>
      Object.keys(one).every((name) => Object.hasOwn(credentials, name)),
    );
    return Object.fromEntries(Object.keys(usable ?? {}).map(headerOf));
  };
}

async function loadedContract(argument: string, named: string | undefined): Promise<Loaded> {
  if (isDocument(argument)) {
    const { contract, beside } = await loadDocument("bough mcp", argument);
    return { contract, ...(await loadMcp(beside)) };
  }
  const entry = entryOf(argument);
  const source = await loadSource(entry);
  const schemas = await loadSchemas(entry, named);
  const { contractOf } = await loadContract(entry.file, entry.path);
  // --url has the path before the endpoints, as for the other commands.
  const { basePath: _, ...contract } = contractOf(source, schemas && { schemas });
  return { contract, ...(await loadMcp(entry.file)) };
}

async function loadMcp(file: string): Promise<Pick<Loaded, "createMcp">> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the package has this entry, and the versions of the packages are equal
  return (await loadPackage("bough mcp", "bough-mcp", file)) as Pick<Loaded, "createMcp">;
}
