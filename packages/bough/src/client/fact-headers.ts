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
    // `encodeURIComponent` escapes more than the server does, but the server decodes tags before it compares them. A
    // value without a version, which the types refuse, becomes a tag that no resource has.
    const path = endpoint.conditional?.version;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the path leads through objects
    const version = path?.split(".").reduce((at, name) => (at as never)[name], ifMatch) as string;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a version, it is a tag
    set("if-match", path ? `"${encodeURIComponent(version)}"` : (ifMatch as string));
  }
  if (ifMatch === null) {
    set("if-none-match", "*");
  }
}
