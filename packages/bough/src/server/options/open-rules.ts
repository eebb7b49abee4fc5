// The rules for a body that is read while it arrives, and the rejection if it breaks them.
import { DecodeError } from "../../codec/codec.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { Limits } from "./limits.ts";
import { invalidRequest, type Rejection, type RequestIssue } from "../exchange/rejection.ts";

/** The rules for a body while it is read. */
export interface OpenRules {
  readonly contentType: string;
  readonly limits: Required<Limits>;
  /** Bytes of one item of a sequence. */
  readonly schema: AnySchema | undefined;
  /** Called with the rejection, before the reader of the body gets an error. */
  readonly refuse: (refused: Rejection) => void;
}

/** Rejects a body. Returns the error for its reader. */
export function refusedAs(rules: OpenRules, issues: readonly Omit<RequestIssue, "in">[]): Error {
  rules.refuse(invalidRequest(issues.map((issue) => ({ in: "body", ...issue }))));
  return new DecodeError(issues[0]?.message ?? "is not valid", issues[0]?.pointer);
}
