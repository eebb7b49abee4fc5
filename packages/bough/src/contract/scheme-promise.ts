// What a security scheme promises: its members without prose.
import { isRecord } from "../internal/record.ts";
import type { ContractSecurityScheme } from "./contract.ts";

/** A scheme without descriptions, and with the names of its scopes only. */
export function schemePromise(scheme: ContractSecurityScheme): object {
  // The format of a token is a hint for readers.
  const { description: _, bearerFormat: __, flows, ...rest } = scheme;
  return isRecord(flows)
    ? {
        ...rest,
        flows: Object.fromEntries(
          Object.entries(flows).map(([name, flow]) => [
            name,
            isRecord(flow)
              ? { ...flow, scopes: Object.keys(Object(flow["scopes"])).toSorted() }
              : flow,
          ]),
        ),
      }
    : rest;
}
