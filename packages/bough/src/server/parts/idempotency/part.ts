// Idempotency: endpoints with `.idempotent()` run once for each `Idempotency-Key`, on the views of `idempotent`. It
// reads the key after the guards, and keeps the response around the handler.
import { KEY_HEADER, KEY_STATUS_HEADER } from "../../../declaration/endpoint/facts.ts";
import type { AnyEndpoint } from "../../../declaration/tree/placed-endpoint.ts";
import type { ViewSteps } from "../../call/view.ts";
import type { EndpointNames, GivenRoute, RouteFault, ServerPart } from "../../routing/part.ts";
import type { SecuredSteps } from "../security/secured-steps.ts";
import { Idempotency } from "./idempotency.ts";

/** Runs the handlers of idempotent endpoints once for each key. */
export function idempotency(): ServerPart {
  return {
    names: namesOf,
    refuse: faultOf,
    served: ({ endpoint, steps }) => {
      const [found] = endpoint.idempotent === undefined ? [] : idempotencyOf(steps);
      return found && { lifetime: found.store.lifetime };
    },
    endpoint: ({ endpoint, steps }) => {
      const [found] = endpoint.idempotent === undefined ? [] : idempotencyOf(steps);
      const before = found && steps.arounds.slice(0, steps.arounds.indexOf(found));
      return found?.endpoint(endpoint, {
        isSecured: isSecured(steps),
        isRolledBack: before?.some(({ rollsBack }) => rollsBack) === true,
      });
    },
  };
}

function namesOf({ idempotent }: AnyEndpoint): Partial<EndpointNames> {
  return idempotent === undefined ? {} : { reads: [KEY_HEADER], writes: [KEY_STATUS_HEADER] };
}

function faultOf({ endpoint, steps }: GivenRoute): RouteFault | undefined {
  if (endpoint.idempotent === undefined) {
    return undefined;
  }
  const [found, more] = idempotencyOf(steps);
  return found === undefined
    ? [
        "declares .idempotent(), but its view keeps no responses",
        "route it on server.idempotent({ store: memoryStore(), scope: ({ principal }) => principal.id })",
      ]
    : more && ["has two views of idempotent", "remove one of the two"];
}

function idempotencyOf({ arounds }: ViewSteps): Idempotency[] {
  return arounds.filter((around) => around instanceof Idempotency);
}

function isSecured(steps: ViewSteps): boolean {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the views of a server have these steps
  return (steps as SecuredSteps).checks.size > 0;
}
