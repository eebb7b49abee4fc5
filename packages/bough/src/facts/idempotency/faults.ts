// Finds faults of `.idempotent()`.
import { KEY_HEADER, KEY_STATUS_HEADER } from "./declared.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import { isStreamed, kindName, kindsOf } from "../../declare/verify/kinds-of.ts";
import type { FactFaults, Faults } from "../../declare/verify/declaration-error.ts";

/** The faults of `.idempotent()`. */
export const idempotencyFaults: FactFaults<object> = {
  headers: () => ({ reads: [KEY_HEADER], writes: [KEY_STATUS_HEADER] }),
  find: findIdempotentFaults,
};

// Requests that are read while they arrive have no content to compare, and such responses none to keep.
function findIdempotentFaults(endpoint: AnyEndpoint, _: object, found: Faults): void {
  const { method, request, responses, failures } = endpoint;
  if (method !== "POST" && method !== "PATCH") {
    found.add(
      `is declared, but ${method} may be repeated anyway (RFC 9110 9.2.2)`,
      "remove it, or use post() or patch()",
    );
  }
  const [streamed] = kindsOf(request).filter(isStreamed);
  if (streamed !== undefined) {
    found.add(
      `is declared, but the request is ${kindName(streamed)}, which is not read whole`,
      "use JSON, a form, text or bytes",
    );
  }
  const bodies = [
    ...responses.map(({ body }) => body),
    ...failures.map((failed) => failed["~failure"].body),
  ];
  const [sent] = bodies.flatMap(kindsOf).filter(isStreamed);
  if (sent !== undefined) {
    found.add(
      `is declared, but a response is ${kindName(sent)}, which cannot be kept`,
      "use JSON, text or bytes",
    );
  }
  if (responses.some(({ cookies }) => cookies !== undefined)) {
    found.add(
      "is declared, but a response sets cookies, which must not be kept",
      "set them by another endpoint",
    );
  }
}
