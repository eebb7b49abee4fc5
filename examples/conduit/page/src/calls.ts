// The client of the API, its queries, and what the page shows of errors.
import { QueryClient } from "@tanstack/react-query";
import {
  createClient,
  credential,
  FailureError,
  InvalidRequestError,
  isRejection,
  TransportError,
} from "bough/client";
import { createQueries } from "bough/query";
import { api, Invalid, NotFound, NotYours, Token, Unavailable } from "../../src/api.ts";
import * as session from "./session.ts";

const client = createClient({
  // After a 401, all calls wait for one sign-in, and are then sent again.
  credentials: [
    credential(Token, ({ refused }) => (refused ? session.askAgain() : session.current().token)),
  ],
});

export const queries = createQueries(client);
export const store = new QueryClient({
  defaultOptions: { queries: { staleTime: 5_000, retry: 2 } },
});

/** The lines of an error for people. */
export function linesOf(error: Error): readonly string[] {
  if (error instanceof FailureError) {
    for (const failure of [Invalid, NotFound, NotYours, Unavailable]) {
      if (error.failedWith(failure)) return error.failure.body.errors.body;
    }
  }
  if (isRejection(error, api)) return error.body.errors.body;
  // Such as the address of an article that is longer than any.
  if (error instanceof InvalidRequestError) {
    return error.issues.map(({ name, message }) => `${name} ${message}`);
  }
  if (error instanceof TransportError) {
    return ["the server cannot be reached, please check your connection"];
  }
  return ["something went wrong, please try again"];
}
