// The rejections of an endpoint, for documents and for tests of a server.
import { REJECTIONS } from "../declare/failure/rejections.ts";
import type { ContractEndpoint } from "./contract.ts";

/** A response that the server may send by itself, before a handler runs or in place of its response. */
export interface ContractRejection {
  readonly status: number;
  /** The problem type: `urn:bough:not-found`. */
  readonly type: string;
  readonly title: string;
}

/** Lists the rejections that a request to an endpoint may get, by status. */
export function rejectionsOf(endpoint: ContractEndpoint): readonly ContractRejection[] {
  return REJECTIONS.filter(({ when }) => when(endpoint)).map(({ status, type, title }) => ({
    status,
    type: `urn:bough:${type}`,
    title,
  }));
}
