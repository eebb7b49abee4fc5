// Failures that several endpoints share are constants; the others are written at their endpoint.
import type { ContractEndpoint, ContractFailure } from "bough/contract";
import { quoted } from "../source-text.ts";
import { bodyText } from "./body-text.ts";
import type { BodyContext } from "./body-text.ts";
import { chain } from "./layout.ts";
import type { Doc } from "./layout.ts";
import { parametersText } from "./parameter-text.ts";
import { pascalCase } from "../words.ts";

/** A failure that several endpoints have. */
export interface SharedFailure {
  readonly key: string;
  readonly failure: ContractFailure;
  /** The name that it would like. */
  readonly wish: string;
}

/** The text that is equal for equal failures. */
export function failureKey({ status, content, headers }: ContractFailure): string {
  const plain = headers?.map(({ description: _, ...header }) => header);
  return JSON.stringify([status, content, plain]);
}

/** The failures that are used more than once. */
export function sharedFailures(endpoints: readonly ContractEndpoint[]): readonly SharedFailure[] {
  const counts = new Map<string, { readonly failure: ContractFailure; count: number }>();
  for (const failure of endpoints.flatMap((one) => one.failures ?? [])) {
    const key = failureKey(failure);
    const known = counts.get(key);
    if (known === undefined) {
      counts.set(key, { failure, count: 1 });
    } else {
      known.count++;
    }
  }
  return [...counts].flatMap(([key, { failure, count }]) =>
    count > 1 ? [{ key, failure, wish: wishOf(failure) }] : [],
  );
}

function wishOf({ status, title }: ContractFailure): string {
  const isNamed = title !== String(status) && /^\p{L}/u.test(title);
  return isNamed ? pascalCase(title) : (PHRASES.get(String(status)) ?? `Status${status}`);
}

const PHRASES = new Map([
  ["400", "BadRequest"],
  ["401", "Unauthorized"],
  ["402", "PaymentRequired"],
  ["403", "Forbidden"],
  ["404", "NotFound"],
  ["405", "MethodNotAllowed"],
  ["406", "NotAcceptable"],
  ["408", "RequestTimeout"],
  ["409", "Conflict"],
  ["410", "Gone"],
  ["412", "PreconditionFailed"],
  ["413", "ContentTooLarge"],
  ["415", "UnsupportedMediaType"],
  ["422", "UnprocessableContent"],
  ["423", "Locked"],
  ["429", "TooManyRequests"],
  ["500", "InternalServerError"],
  ["501", "NotImplemented"],
  ["502", "BadGateway"],
  ["503", "ServiceUnavailable"],
  ["504", "GatewayTimeout"],
  ["4XX", "ClientError"],
  ["5XX", "ServerError"],
  ["other", "OtherFailure"],
]);

/** A failure as an expression: `failure(404).body<Problem>()`. */
export function failureText(failed: ContractFailure, context: BodyContext): Doc {
  const { status, content, headers } = failed;
  const head = `${context.uses.value("failure")}(${typeof status === "number" ? status : quoted(status)})`;
  const body = content.length === 0 ? [] : [bodyCall(content, context)];
  const more = headers === undefined ? [] : [[".headers(", parametersText(headers, context), ")"]];
  return chain(head, [...body, ...more]);
}

function bodyCall(content: ContractFailure["content"], context: BodyContext): Doc {
  const { typed, argument } = bodyText(content, context);
  return typed === undefined ? [".body(", argument, ")"] : [".body<", typed, ">()"];
}
