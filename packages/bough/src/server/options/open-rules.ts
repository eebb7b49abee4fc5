// What a body that is read while it arrives is held to, and how it is refused then.
import { DecodeError } from "../../codec/codec.ts";
import type { AnySchema } from "../../schema/standard-schema.ts";
import type { Limits } from "./limits.ts";
import { invalidRequest } from "../exchange/rejection.ts";
import type { Rejection, RequestIssue } from "../exchange/rejection.ts";

/** What a body is held to while it is read. */
export interface OpenRules {
  readonly contentType: string;
  readonly limits: Required<Limits>;
  /** Of each item of a sequence. */
  readonly schema: AnySchema | undefined;
  /** Hears why the body is refused, before its reader gets an error. */
  readonly refuse: (refused: Rejection) => void;
}

/** Refuses a body, and gives the error for its reader. */
export function refusedAs(rules: OpenRules, issues: readonly Omit<RequestIssue, "in">[]): Error {
  rules.refuse(invalidRequest(issues.map((issue) => ({ in: "body", ...issue }))));
  return new DecodeError(issues[0]?.message ?? "is not valid", issues[0]?.pointer);
}
