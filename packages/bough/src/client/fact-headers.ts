// The request headers of what server and client both act on: the key of `.idempotent()`, and the precondition of
// `.conditional()`.
import { Issue } from "../declaration/parameter/parameter.ts";
import type { Call } from "./client-options.ts";

interface FactOptions {
  readonly idempotencyKey?: string | undefined;
  /** What has the version, a tag if the declaration names no version, or `null` for what does not exist yet. */
  readonly ifMatch?: unknown;
}

/** Sets the headers of a call, and refuses those that its endpoint does not declare, as the types do. */
export function setFacts(
  { endpoint, idempotency }: Call,
  { idempotencyKey, ifMatch }: FactOptions,
  set: (name: string, line: string | Issue) => void,
): void {
  if (endpoint.idempotent) {
    const key = idempotencyKey ?? crypto.randomUUID();
    set("idempotency-key", idempotency?.quoted === false ? key : `"${key}"`);
  } else if (idempotencyKey) {
    set("idempotency-key", new Issue("needs .idempotent()"));
  }
  if (ifMatch !== undefined && !endpoint.conditional) {
    set("if-match", new Issue("needs .conditional()"));
  }
  if (ifMatch) {
    set("if-match", endpoint.conditional?.version ? `"${encodeURIComponent(endpoint.conditional.version.split(".").reduce((at, name) => (at as never)[name], ifMatch) as string)}"`
      : ifMatch as string);
  }
  if (ifMatch === null) {
    set("if-none-match", "*");
  }
}

