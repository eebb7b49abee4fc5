// `bough mcp`: an MCP server on stdin and stdout, which calls a remote API by its declaration or by an OpenAPI document.
import { basename } from "node:path";
import type { Contract, ContractEndpoint } from "bough/contract";
import type { CredentialOptions, Toolkit } from "bough-cli/toolkit";
import { createMcp, type Mcp } from "../create-mcp.ts";
import { serveMessages, type CallContext } from "./serve-messages.ts";

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
  toolkit: Toolkit,
  input: AsyncIterable<unknown> = process.stdin,
): Promise<void> {
  const { output } = toolkit;
  const { schemas } = options;
  const loaded = await toolkit.contractIn(argument, { command: "bough mcp", schemas });
  // --url has the path before the endpoints, as for the other commands.
  const { basePath: _, ...contract } = loaded.contract;
  const served = serverOf(argument, contract, options, toolkit);
  if (options.list === true) {
    for (const { method, template, name, tool } of served.exposed) {
      output.print(`${method}  ${template}  ${name}  ${tool}`);
    }
    return;
  }
  if (loaded.isDocument) {
    output.note(`the texts of ${argument} reach the model: use documents that you trust`);
  }
  output.note(`${endpoints(served.exposed.length)} of ${argument} at ${options.url ?? ""}`);
  await serveMessages(served, input, (line) => output.write(line));
}

function endpoints(count: number): string {
  return `${count} endpoint${count === 1 ? "" : "s"}`;
}

function serverOf(
  argument: string,
  contract: Contract,
  { url, list, expose = [""], writes = false, style, ...credentials }: McpCommandOptions,
  { output, credentialsIn, wrongUse }: Toolkit,
): Mcp<CallContext> {
  if (list !== true && (url === undefined || !URL.canParse(url) || !/^https?:/.test(url))) {
    throw wrongUse("--url needs the URL of the API, such as https://api.example.com");
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
      output.note(`no text for the model at ${endpoints(silent.length)}, such as ${silent[0]}`);
    }
    return served;
  } catch (error) {
    throw wrongUse(error instanceof Error ? error.message : String(error));
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
