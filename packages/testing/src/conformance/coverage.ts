// An observer that compares responses with the declaration.
import type { AnyEndpoint, AnyResource } from "bough";
import { endpointKey, endpointsOf } from "bough/contract";
import type { Observed, Observer } from "bough/types";
import type { CoverageReport } from "./options.ts";
import { chainOf } from "./subject.ts";

/** An observer that remembers which responses a server sent. */
export interface Coverage extends Observer {
  /** What was seen so far. `unmet` has the endpoints of every API that was called, and of those that are passed. */
  readonly report: (...apis: readonly AnyResource[]) => CoverageReport;
}

/**
 * Makes an observer for `createServer({ observe: seen })`, whose `report()` lists declared responses and failures
 * that no call has met, and responses that nobody declared.
 */
export function coverage(): Coverage {
  const met = new Map<string, Set<string>>();
  const undeclared = new Map<string, number>();
  const roots = new Set<AnyResource>();
  const seen = (observed: Observed): void => {
    const { endpoint, status, rejection, failure } = observed;
    // A 304 is the success that the client has already (RFC 9110 15.4.5).
    if (endpoint === undefined || status === undefined || isKnown(observed)) {
      return;
    }
    const [root] = chainOf(endpoint);
    if (root !== undefined) {
      roots.add(root);
    }
    const key = endpointKey(endpoint);
    const label = failure === undefined ? successOf(endpoint, status) : labelOf(failure);
    if (label !== undefined) {
      met.set(key, (met.get(key) ?? new Set()).add(label));
    } else if (rejection === undefined || status >= 500) {
      const name = `${key} ${status}`;
      undeclared.set(name, (undeclared.get(name) ?? 0) + 1);
    }
  };
  const observer: Observer = (_, next) => next(seen);
  const report = (...apis: readonly AnyResource[]): CoverageReport => {
    const all = [...new Set([...apis, ...roots])].flatMap((api) => endpointsOf(api));
    const unmet = new Set(
      all.flatMap((endpoint) => {
        const key = endpointKey(endpoint);
        return declaredBy(endpoint)
          .filter((label) => met.get(key)?.has(label) !== true)
          .map((label) => `${key} ${label}`);
      }),
    );
    return {
      unmet: [...unmet],
      undeclared: [...undeclared].map(([name, count]) =>
        count === 1 ? name : `${name} (${count} times)`,
      ),
    };
  };
  return Object.assign(observer, { report });
}

function isKnown({ endpoint, status }: Observed): boolean {
  return status === 304 && endpoint?.responses.every((one) => one.status !== 304) === true;
}

type Any = Pick<AnyEndpoint, "method" | "template" | "responses" | "failures">;

function declaredBy({ responses, failures }: Any): readonly string[] {
  const successes =
    responses.length === 0 ? ["204"] : responses.map(({ status }) => String(status));
  return [...successes, ...failures.map(labelOf)];
}

function labelOf({
  status,
  name,
}: {
  readonly status: number | string;
  readonly name: string;
}): string {
  return String(status) === name ? name : `${status} ${name}`;
}

function successOf(endpoint: Any, status: number): string | undefined {
  const declared = declaredBy(endpoint);
  return [String(status), `${Math.floor(status / 100)}XX`].find((label) =>
    declared.includes(label),
  );
}
