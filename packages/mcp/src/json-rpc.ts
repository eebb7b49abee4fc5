// JSON-RPC 2.0, as the Model Context Protocol uses it: one request or notification in each message.
import { fieldsOf, isRecord } from "./record.ts";

export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;

/** The levels of a message: code that walks deeper values could overflow the stack. */
const DEEPEST = 500;

/** A fault of a message, which its sender gets. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export interface RpcRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Reads a message: a request, or `undefined` for a notification. Throws an `RpcError`. */
export function readMessage(text: string): RpcRequest | undefined {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new RpcError(PARSE_ERROR, "Parse error: expected JSON");
  }
  const fault = faultIn(message, DEEPEST);
  if (fault !== undefined) {
    throw new RpcError(INVALID_REQUEST, `Invalid request: the message ${fault}`);
  }
  if (Array.isArray(message)) {
    throw new RpcError(INVALID_REQUEST, "Invalid request: send one message, not a batch");
  }
  const { jsonrpc, id, method, params = {} } = fieldsOf(message);
  const isId = typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id));
  if (jsonrpc === "2.0" && typeof method === "string" && isRecord(params)) {
    if (isId || id === undefined) {
      return isId ? { id, method, params } : undefined;
    }
  }
  throw new RpcError(
    INVALID_REQUEST,
    'Invalid request: expected { "jsonrpc": "2.0", "id", "method", "params" }, where the id is a string or an integer',
  );
}

function faultIn(value: unknown, room: number): string | undefined {
  if (typeof value !== "object" || value === null) {
    return undefined;
  }
  if (room === 0) {
    return `must not be nested deeper than ${DEEPEST} levels`;
  }
  for (const [name, inner] of Object.entries(value)) {
    const isPrototype = name === "constructor" && Object.hasOwn(fieldsOf(inner), "prototype");
    const fault =
      name === "__proto__" || isPrototype
        ? "must not set __proto__ or constructor.prototype"
        : faultIn(inner, room - 1);
    if (fault !== undefined) {
      return fault;
    }
  }
  return undefined;
}

/** A member of `params` that must be a string. Throws an `RpcError` for another value. */
export function stringParam(params: RpcRequest["params"], name: string): string {
  const value = params[name];
  if (typeof value !== "string") {
    throw new RpcError(INVALID_PARAMS, `Invalid params: ${name} must be a string`);
  }
  return value;
}

/** An error as a message, with the id of its request if that was read. */
export function errorMessage({ code, message, data }: RpcError, request?: RpcRequest): object {
  return { jsonrpc: "2.0", id: request?.id, error: { code, message, data } };
}
