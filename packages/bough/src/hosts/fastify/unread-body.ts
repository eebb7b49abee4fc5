// Faults of a body as Fastify errors. They come from Bough's reader, and from the parsers of Fastify and the
// project.
import type { BodyFault } from "../../server/exchange/exchange.ts";
import { invalidRequest, rejection, type Rejection } from "../../server/exchange/rejection.ts";

/** The error of Bough's parser for a body that it has not read. */
export class UnreadBody extends Error {
  override readonly name = "UnreadBody";
  readonly fault: BodyFault;

  constructor(fault: BodyFault) {
    super(`the body was not read: ${fault}`);
    this.fault = fault;
  }
}

/** The rejection for an error of Fastify's parsing; `undefined` for any other error. */
export function parsingRejection(error: unknown): Rejection | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  const { code, statusCode } = error as Error & {
    readonly code?: unknown;
    readonly statusCode?: unknown;
  };
  if (typeof code !== "string" || !code.startsWith("FST_ERR_CTP_")) {
    return undefined;
  }
  if (statusCode === 413 || statusCode === 415) {
    return rejection(statusCode);
  }
  return statusCode === 400
    ? invalidRequest([{ in: "body", message: "must match its Content-Type and Content-Length" }])
    : undefined;
}
