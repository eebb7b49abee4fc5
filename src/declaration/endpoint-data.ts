// An endpoint's declaration as data: the calls of its chain, in order. What they mean
// together is read when the endpoint is placed; what is wrong with them, by `verify`.
import type { Method } from "../http/method.ts";

/** The calls of a chain. */
export const CHAIN = [
  "request",
  "response",
  "parameters",
  "headers",
  "failure",
  "describe",
  "meta",
] as const;

/** What each call of a chain was given, by its name; absent where it was not called. */
export type ChainCalls = {
  readonly [Name in (typeof CHAIN)[number]]?: readonly (readonly unknown[])[];
};

/** An endpoint's declaration as data. */
export interface EndpointData extends ChainCalls {
  readonly method: Method;
  readonly subpath: string;
}
