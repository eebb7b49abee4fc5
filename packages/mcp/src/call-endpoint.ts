// One call of an endpoint: arguments to a request, a response to a result.
import type { Contract, ContractEndpoint } from "bough/contract";
import { CredentialMask } from "./credential-mask.ts";
import { toolRequest } from "./tool-request.ts";
import {
  textResult,
  toolResult,
  valueResult,
  type ResultRules,
  type ToolResult,
} from "./tool-result.ts";

/** Where an API is, and how it is called. `Context` is what `headers` and `fetch` get of a message. */
export interface CalledApi<Context> {
  /** The URL before the paths of the contract, without a slash at its end. */
  readonly url: string;
  /** Returns the headers for a call of an endpoint: the caller's credentials, and the other headers that are passed on. */
  readonly headers: (
    endpoint: ContractEndpoint,
    context: Context,
  ) => Readonly<Record<string, string>>;
  /** Calls the API. */
  readonly fetch: (request: Request, context: Context) => Promise<Response>;
}

export interface Calling<Context>
  extends CalledApi<Context>, Pick<ResultRules, "maxItems" | "maxBytes" | "maxWait"> {
  readonly contract: Contract;
}

/** What a call gives: its result and, if the API wants other credentials, its challenge. */
export interface CallAnswer {
  readonly result: ToolResult;
  readonly challenge?: { readonly status: number; readonly text: string };
}

/** Calls an endpoint. Never throws: what went wrong is a result that the model reads. */
export async function callEndpoint<Context>(
  endpoint: ContractEndpoint,
  given: object,
  context: Context,
  calling: Calling<Context>,
): Promise<CallAnswer> {
  const { contract, url } = calling;
  const request = toolRequest(endpoint, contract, { ...given });
  if (!("target" in request)) {
    const wrong = { type: "urn:bough:invalid-request", title: "Bad Request", status: 400 };
    return { result: valueResult({ ...wrong, errors: request }, true) };
  }
  const { method, target, headers, body } = request;
  const passed = calling.headers(endpoint, context);
  const mask = new CredentialMask(passed);
  try {
    const response = await calling.fetch(
      new Request(url + target, {
        method,
        // An argument never replaces a credential of the caller.
        headers: { ...headers, ...passed },
        redirect: "manual",
        ...(body === undefined ? {} : { body }),
      }),
      context,
    );
    const challenge = response.headers.get("www-authenticate");
    const uri = (url + target).replace(/\?.*$/s, "");
    const result = await toolResult(response, { ...calling, uri, mask });
    return challenge === null
      ? { result }
      : { result, challenge: { status: response.status, text: challenge } };
  } catch (error) {
    const { name } = error instanceof Error ? error : { name: "Error" };
    return {
      result: textResult(`${method} ${endpoint.template} could not be called (${name})`, true),
    };
  }
}
