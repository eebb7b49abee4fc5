// The messages of the Model Context Protocol, as responses to JSON-RPC 2.0 requests: version 2026-07-28, in which each
// request says its version, and 2025-11-25, which begins with a handshake. Nothing is kept between two messages.
import { fieldsOf, isRecord } from "./record.ts";
import type { CallAnswer } from "./call-endpoint.ts";
import {
  errorMessage,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
  readMessage,
  RpcError,
  stringParam,
  type RpcRequest,
} from "./json-rpc.ts";
import { headerFault } from "./mirrored-headers.ts";
import type { Tool } from "./tool.ts";

/** What an MCP server responds with. */
export interface McpMessages<Context> {
  readonly tools: readonly Tool<Context>[];
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly instructions: string | undefined;
}

/** A response to a message. */
export interface McpResponse {
  /** The status of HTTP. */
  readonly status: number;
  /** The message to send; `undefined` for a notification, which gets none. */
  readonly body: object | undefined;
  /** The challenge of an API that wants other credentials. */
  readonly challenge?: CallAnswer["challenge"];
}

/** The header of a message, if it came over HTTP. */
export type TransportHeader = (name: string) => string | undefined;

const STATELESS = "2026-07-28";
const HANDSHAKE = "2025-11-25";
const SUPPORTED = [STATELESS, HANDSHAKE];

const META = "io.modelcontextprotocol/";
const HEADER_MISMATCH = -32_020;
const UNSUPPORTED_VERSION = -32_022;
const RESOURCE_NOT_FOUND = -32_002;

/** For how long a client may keep a list: that of a server changes when it is deployed. */
const CACHED = { ttlMs: 300_000, cacheScope: "private" };

interface Receiving<Context> {
  readonly messages: McpMessages<Context>;
  readonly header: TransportHeader | undefined;
}

export async function respondTo<Context>(
  text: string,
  context: Context,
  { messages, header }: Receiving<Context>,
): Promise<McpResponse> {
  let request: RpcRequest | undefined;
  let isStateless = true;
  try {
    request = readMessage(text);
    if (request === undefined) {
      return { status: 202, body: undefined };
    }
    isStateless = isStatelessRequest(request, header);
    if (isStateless) {
      verifyStateless(request, messages.tools, header);
    }
    const { challenge, result } = await resultOf(request, context, { messages, isStateless });
    const complete = {
      resultType: "complete",
      ...result,
      ...(request.method.endsWith("/list") ? CACHED : {}),
      _meta: { [`${META}serverInfo`]: messages.serverInfo },
    };
    const body = { jsonrpc: "2.0", id: request.id, result: isStateless ? complete : result };
    return { status: 200, body, ...(challenge && { challenge }) };
  } catch (error) {
    if (!(error instanceof RpcError)) {
      throw error;
    }
    return { status: statusOf(error, isStateless), body: errorMessage(error, request) };
  }
}

function statusOf({ code }: RpcError, isStateless: boolean): number {
  // Before 2026-07-28, a message that was read has the status 200, whatever its response is.
  const isOfTransport =
    code === PARSE_ERROR || code === INVALID_REQUEST || code === UNSUPPORTED_VERSION;
  return code === METHOD_NOT_FOUND && isStateless ? 404 : isOfTransport || isStateless ? 400 : 200;
}

// Whether a request belongs to 2026-07-28. Throws for a version that is not supported.
function isStatelessRequest(
  { method, params }: RpcRequest,
  header: TransportHeader | undefined,
): boolean {
  const named = fieldsOf(params["_meta"])[`${META}protocolVersion`];
  const sent = header?.("mcp-protocol-version");
  if (method === "initialize" && named === undefined && sent !== STATELESS) {
    return false;
  }
  if (header !== undefined && named !== undefined && sent !== named) {
    throw new RpcError(
      HEADER_MISMATCH,
      `Header mismatch: MCP-Protocol-Version is ${JSON.stringify(sent) ?? "missing"}, and the request names ${JSON.stringify(named)}`,
    );
  }
  const requested = sent ?? named ?? HANDSHAKE;
  if (!SUPPORTED.some((version) => version === requested)) {
    throw new RpcError(UNSUPPORTED_VERSION, "Unsupported protocol version", {
      supported: SUPPORTED,
      requested,
    });
  }
  return requested === STATELESS;
}

function verifyStateless(
  request: RpcRequest,
  tools: readonly Tool<never>[],
  header: TransportHeader | undefined,
): void {
  const { method, params } = request;
  const meta = fieldsOf(params["_meta"]);
  const missing =
    typeof meta[`${META}protocolVersion`] !== "string"
      ? "protocolVersion"
      : isRecord(meta[`${META}clientCapabilities`])
        ? undefined
        : "clientCapabilities";
  if (missing !== undefined) {
    throw new RpcError(INVALID_PARAMS, `Invalid params: _meta needs ${META}${missing}`);
  }
  const tool = tools.find(({ name }) => method === "tools/call" && name === params["name"]);
  const fault = header && headerFault(request, header, tool?.mirrored ?? []);
  if (fault !== undefined) {
    throw new RpcError(HEADER_MISMATCH, `Header mismatch: ${fault}`);
  }
}

interface Answering<Context> {
  readonly messages: McpMessages<Context>;
  readonly isStateless: boolean;
}

type Answered = Pick<CallAnswer, "challenge"> & { readonly result: object };

/** The member of each list. Prompts and resources are empty: clients ask for them, and results embed resources. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ["tools/list", "tools"],
  ["prompts/list", "prompts"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resourceTemplates"],
]);

async function resultOf<Context>(
  { method, params }: RpcRequest,
  context: Context,
  { messages, isStateless }: Answering<Context>,
): Promise<Answered> {
  const { tools, serverInfo, instructions } = messages;
  const list = LISTS.get(method);
  if (list !== undefined) {
    if (params["cursor"] !== undefined) {
      throw new RpcError(
        INVALID_PARAMS,
        "Invalid params: the list has one page, so there is no cursor",
      );
    }
    const all = list === "tools" ? tools.map((tool) => shownTool(tool, isStateless)) : [];
    return { result: { [list]: all } };
  }
  const described = { capabilities: { tools: {}, prompts: {}, resources: {} }, instructions };
  switch (`${isStateless ? STATELESS : HANDSHAKE} ${method}`) {
    case `${STATELESS} server/discover`:
      return { result: { supportedVersions: SUPPORTED, ...described, ...CACHED } };
    case `${HANDSHAKE} initialize`:
      return { result: { protocolVersion: HANDSHAKE, serverInfo, ...described } };
    case `${HANDSHAKE} ping`:
      return { result: {} };
  }
  switch (method) {
    case "tools/call":
      return called(params, context, { messages, isStateless });
    case "prompts/get":
      throw new RpcError(INVALID_PARAMS, `Unknown prompt: ${stringParam(params, "name")}`);
    case "resources/read": {
      const uri = stringParam(params, "uri");
      const code = isStateless ? INVALID_PARAMS : RESOURCE_NOT_FOUND;
      throw new RpcError(code, "Resource not found", { uri });
    }
    default:
      throw new RpcError(METHOD_NOT_FOUND, `Method not found: ${method}`);
  }
}

async function called<Context>(
  params: RpcRequest["params"],
  context: Context,
  { messages: { tools }, isStateless }: Answering<Context>,
): Promise<Answered> {
  const name = stringParam(params, "name");
  const { arguments: given = {} } = params;
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) {
    throw new RpcError(INVALID_PARAMS, `Unknown tool: ${name}`);
  }
  if (!isRecord(given)) {
    throw new RpcError(INVALID_PARAMS, "Invalid params: arguments must be an object");
  }
  const answer = await tool.call(given, context);
  const { structuredContent, ...rest } = answer.result;
  // Before 2026-07-28, structured content is an object.
  return isStateless || isRecord(structuredContent) ? answer : { ...answer, result: rest };
}

function shownTool(
  { name, description, inputSchema, outputSchema, annotations }: Tool<never>,
  isStateless: boolean,
): object {
  const isShown = isStateless || outputSchema?.["type"] === "object";
  return {
    name,
    description,
    inputSchema,
    outputSchema: isShown ? outputSchema : undefined,
    annotations,
  };
}
