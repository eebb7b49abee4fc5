// An MCP server without a transport: it answers messages of JSON-RPC with the tools of a contract. `routeMcp` gives it
// those of HTTP, `bough mcp` those of a process.
import type { Contract, ContractEndpoint } from "bough/contract";
import {
  dottedName,
  exposedBy,
  exposureFaults,
  isRead,
  uncarried,
  type ExposureFault,
} from "./exposed.ts";
import { callEndpoint, type CalledApi, type Calling } from "./call-endpoint.ts";
import { respondTo, type McpMessages, type McpResponse, type TransportHeader } from "./messages.ts";
import { searchTools } from "./search-tools.ts";
import { endpointTools } from "./tool.ts";
import { modelText } from "./model-text.ts";
import { unseenFaults } from "./tool-schemas.ts";

/** The options of `createMcp`. */
export interface CreateMcpOptions<Context> extends McpOptions, CalledApi<Context> {
  /** The names of the resources and endpoints to expose: `users`, `orders.list`; `""` is everything. */
  readonly expose: readonly string[];
}

/** The options that every MCP server has. */
export interface McpOptions {
  /** Exposes the writes of resources too. Default: only `GET` and `QUERY`; an endpoint that is named itself is always exposed. */
  readonly writes?: boolean;
  /**
   * `"tools"`: one tool for each endpoint. `"search"`: four tools that find, describe and call endpoints. Required above 20
   * endpoints; `"tools"` otherwise.
   */
  readonly style?: "tools" | "search";
  /** The name and version that clients show. */
  readonly info?: { readonly title?: string; readonly version?: string };
  /** A text for the model: what the API is for. */
  readonly instructions?: string;
  /** The most lines or events that a call reads of a stream. Default: 100. */
  readonly maxItems?: number;
  /** The most bytes that a call reads of a response. Default: 1,000,000. */
  readonly maxBytes?: number;
  /** Milliseconds for which a call reads the body of a response. Default: 10,000. */
  readonly maxWait?: number;
  /**
   * Gets a sentence for each exposed endpoint without a summary and a description. Default: `routeMcp` writes it to the
   * console, outside production; `createMcp` drops it.
   */
  readonly onWarning?: (warning: string) => void;
}

/** An endpoint that is exposed. */
export interface ExposedEndpoint {
  readonly name: string;
  readonly method: string;
  readonly template: string;
  /** The tool that calls it. */
  readonly tool: string;
}

/** An MCP server without a transport. */
export interface Mcp<Context> {
  /** The exposed endpoints, in the order of declaration: for a snapshot test. */
  readonly exposed: readonly ExposedEndpoint[];
  /**
   * Returns the response to the text of a JSON-RPC message. Pass `header`, which reads a header of the request, if the
   * message came over HTTP, so that the headers are checked.
   */
  readonly respond: (
    text: string,
    context: Context,
    header?: TransportHeader,
  ) => Promise<McpResponse>;
}

const MOST_TOOLS = 20;

/** Makes an MCP server of a contract. `refuse` is called with the faults of the exposure, and throws. */
export function createMcp<Context>(
  contract: Contract,
  options: CreateMcpOptions<Context>,
  refuse: (faults: readonly ExposureFault[]) => never = refuseAll,
): Mcp<Context> {
  const { writes = false, style, info = {}, instructions, onWarning = () => undefined } = options;
  const exposure = { expose: options.expose, writes };
  const exposed = exposedBy(contract, exposure);
  const { maxItems = 100, maxBytes = 1_000_000, maxWait = 10_000, url, headers, fetch } = options;
  const calling: Calling<Context> = { contract, url, headers, fetch, maxItems, maxBytes, maxWait };
  const call = (endpoint: ContractEndpoint, given: object, context: Context) =>
    callEndpoint(endpoint, given, context, calling);
  const { tools, faults } =
    style === "search"
      ? { tools: searchTools(exposed, contract, call), faults: [] }
      : endpointTools(exposed, contract, call);
  const all: readonly ExposureFault[] = [
    ...exposureFaults(contract, exposure),
    ...exposed.map((endpoint) => uncarried(endpoint, contract)).filter((one) => one !== undefined),
    ...unseenFaults(exposed, contract),
    ...(style === undefined && exposed.length > MOST_TOOLS ? [noStyle(exposed.length)] : []),
    ...faults,
  ];
  if (all.length > 0) {
    refuse(all);
  }
  for (const { summary, description, method, template } of exposed) {
    if (summary === undefined && description === undefined) {
      onWarning(
        `${method} ${template}: has no text for the model: add .describe({ summary: "…" }) or JSDoc`,
      );
    }
  }
  const messages: McpMessages<Context> = {
    tools,
    serverInfo: { name: info.title ?? "api", version: info.version ?? "0.0.0" },
    instructions: instructions === undefined ? undefined : modelText(instructions),
  };
  const toolOf = new Map(
    tools.flatMap(({ name, endpoint }) => (endpoint ? [[endpoint, name]] : [])),
  );
  return {
    exposed: exposed.map((endpoint) => ({
      name: dottedName(endpoint),
      method: endpoint.method,
      template: endpoint.template,
      tool: toolOf.get(endpoint) ?? (isRead(endpoint) ? "read" : "write"),
    })),
    respond: (text, context, header) => respondTo(text, context, { messages, header }),
  };
}

function noStyle(count: number): ExposureFault {
  return [
    "style",
    `is not given, and ${count} endpoints are exposed`,
    'choose style: "search", because a model reads the description of every tool, or style: "tools"',
  ];
}

function refuseAll(faults: readonly ExposureFault[]): never {
  throw new TypeError(faults.map((fault) => fault.join("\n  ")).join("\n"));
}
