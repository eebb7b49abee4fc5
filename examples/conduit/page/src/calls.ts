// The client of the API, and its queries.
import { QueryClient } from "@tanstack/react-query";
import { createClient, credential } from "bough/client";
import { createQueries } from "bough-query";
import { Token } from "../../src/api.ts";
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

/** Loads everything again that the page shows and that failed. */
export function retryAll(): void {
  void store.refetchQueries({
    type: "active",
    predicate: ({ state }) => state.status === "error",
  });
}
