// What the endpoints of a mock were told, and their calls.
import type { AnyEndpoint, AnyFailure } from "bough";
import { endpointKey } from "bough/contract";
import type { MockedCall } from "./mock.ts";
import { MockError } from "./mock-error.ts";
import type { FailOptions, RawHandler, RespondOptions } from "./raw-call.ts";
import { hasIds, Rules, type Ids } from "./rules.ts";

/** What an endpoint responds. */
export type Outcome =
  | { readonly kind: "reply"; readonly value: unknown; readonly options: RespondOptions }
  | { readonly kind: "handler"; readonly handler: RawHandler }
  | Failing
  | { readonly kind: "reject"; readonly status: number };

/** A declared failure with its data. */
export interface Failing {
  readonly kind: "fail";
  readonly failure: AnyFailure;
  readonly data: unknown;
  readonly options: FailOptions;
}

export type Recorded = { -readonly [Name in keyof MockedCall<never>]: unknown } & {
  readonly ids: Ids;
};

/** What one endpoint was told. */
export class Told {
  readonly outcomes: Rules<Outcome> = new Rules();
  readonly delays: Rules<number> = new Rules();
  readonly cuts: Rules<number> = new Rules();
  readonly hangs: Rules<true> = new Rules();
  calls: Recorded[] = [];

  callsFor(ids: Ids | undefined): Recorded[] {
    return this.calls.filter((one) => ids === undefined || hasIds(one.ids, ids));
  }

  clear(): void {
    for (const rules of [this.outcomes, this.delays, this.cuts, this.hangs]) {
      rules.clear();
    }
    this.calls = [];
  }
}

/** What the endpoints of an API were told. */
export class ToldEndpoints {
  readonly #told: ReadonlyMap<string, Told>;

  constructor(endpoints: readonly AnyEndpoint[]) {
    this.#told = new Map(endpoints.map((one) => [endpointKey(one), new Told()]));
  }

  of(endpoint: AnyEndpoint): Told {
    const told = this.#told.get(endpointKey(endpoint));
    if (told === undefined) {
      const text = `${endpoint.method} ${endpoint.template} is not an endpoint of this mock`;
      throw new MockError("not-in-api", text);
    }
    return told;
  }

  clear(): void {
    for (const one of this.#told.values()) {
      one.clear();
    }
  }
}

/** The ids of an endpoint or a resource; `undefined` if it has none. */
export function idsOf(node: object & { readonly "~ids"?: Ids }): Ids | undefined {
  return node["~ids"];
}
