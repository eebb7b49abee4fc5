// Checks for a rejection in the error format of a root.
import { rejectingRoot, type AnyResource } from "../declare/tree/placement.ts";
import type { RejectingRoot } from "../declare/tree/resource-node.ts";
import type { RejectionSentences } from "../shared/internal/type-error.ts";
import { RejectionError } from "./call-error.ts";

/** A `RejectionError` with the body that a root declares by `rejections`. */
export type RejectionOf<R> = R extends RejectingRoot
  ? RejectionError & { readonly body: R["~shape"]["gives"]["rejections"]["~received"] }
  : never;

/**
 * Checks whether the server rejected a call below this root, with the body that the root declares.
 *
 * @example
 * try {
 *   await client.request(api.users.list);
 * } catch (error) {
 *   if (isRejection(error, api)) console.log(error.body);
 * }
 */
export function isRejection<R>(
  error: unknown,
  root: [R] extends [RejectingRoot] ? R : RejectionSentences["undeclared"],
): error is RejectionOf<R> {
  return (
    error instanceof RejectionError &&
    error.body !== undefined &&
    rejectingRoot(error.endpoint["~endpoint"].parent) ===
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every root in the types is a resource
      (root as unknown as AnyResource)["~resource"].data
  );
}
