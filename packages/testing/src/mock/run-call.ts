// The one handler of a mock: responds by what the endpoint was told, else by itself.
import { Failed, HandlerError } from "bough/server";
import { MockError } from "./mock-error.ts";
import type { OwnParts } from "./asked.ts";
import { ownResponse, usualOptions } from "./own-responses.ts";
import { preferencesOf } from "./preferences.ts";
import type { RawCall, RespondOptions } from "./raw-call.ts";
import type { Taken } from "./rules.ts";
import type { Outcome, Recorded } from "./told.ts";
import { etagOf } from "./versions.ts";

/** A request on its way through the server. */
export interface Passing {
  readonly outcome: Taken<Outcome> | undefined;
  /** Set when the request has reached the handler. */
  call: Recorded | undefined;
  /** What the handler gave. */
  body: unknown;
  failure: { readonly name: string; readonly body: unknown } | undefined;
  /** The status of a rejection that replaces the response. */
  refused: number | undefined;
  /** A mistake of the test. */
  error: unknown;
  /** The preferences that were met. */
  applied: string | undefined;
}

/** A request before it reaches the server. */
export function passing(outcome: Taken<Outcome> | undefined): Passing {
  return {
    outcome,
    call: undefined,
    body: undefined,
    failure: undefined,
    refused: undefined,
    error: undefined,
    applied: undefined,
  };
}

/** Whether an error is a mistake of the test, and not one of a handler that it wrote. */
export function isMistake(error: unknown, { outcome }: Passing): boolean {
  return (
    error instanceof MockError ||
    (error instanceof HandlerError && outcome?.what.kind !== "handler")
  );
}

export async function runCall(call: RawCall, at: Passing, own: OwnParts): Promise<unknown> {
  const { what } = at.outcome ?? {};
  try {
    if (what?.kind === "handler") {
      const returned = await what.handler(call);
      at.body = valueIn(returned);
      return returned;
    }
    // Replies, failures and made values are for every version. Reading it counts as comparing.
    void call.ifMatch;
    if (what?.kind === "fail") {
      return call.fail(what.failure, what.data, what.options);
    }
    return what?.kind === "reply"
      ? await reply(call, at, { ...what, own })
      : await byItself(call, at, own);
  } catch (error) {
    if (error instanceof Failed) {
      at.failure = { name: error.failure.name, body: error.data };
    }
    throw error;
  }
}

async function byItself(call: RawCall, at: Passing, own: OwnParts): Promise<unknown> {
  const header = call.header("prefer");
  const preferred =
    header === undefined ? undefined : await ownResponse(call, preferencesOf(header), own);
  at.applied = preferred?.isPreferred === true ? header : undefined;
  const response = preferred ?? (await ownResponse(call, preferencesOf(undefined), own));
  if (response?.kind === "refusal") {
    at.refused = response.status;
    throw new MockError("no-state", `the mock refuses with ${response.status}`);
  }
  if (response?.kind === "failure") {
    return call.fail(response.failure, response.data, response.options);
  }
  at.body = response?.value;
  return response?.options && call.respond(response.value, response.options);
}

interface Reply {
  readonly value: unknown;
  readonly options: RespondOptions;
  readonly own: OwnParts;
}

/** Responds with a value, and with the status and the required headers that the test has left out. */
async function reply(call: RawCall, at: Passing, { value, options, own }: Reply): Promise<unknown> {
  at.body = value;
  const usual = await usualOptions(call, options.status, own);
  return (
    usual &&
    call.respond(value, {
      status: options.status ?? usual.status,
      headers: { ...usual.headers, ...options.headers },
      mediaType: options.mediaType ?? usual.mediaType,
      ...etagOf(call.endpoint, value),
    })
  );
}

/** The value of what a handler returned: of `respond`, or the value itself. */
function valueIn(returned: unknown): unknown {
  const given: { readonly value?: unknown } = Object(returned);
  return given.constructor?.name === "RespondedValue" ? given.value : returned;
}
