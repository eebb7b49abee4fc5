// How handlers run: who calls, which database errors are declared failures, and what is one transaction.
import { postgresStore } from "bough-postgres";
import { authenticate } from "bough/server";
import type { RoutesOf, Fail, FetchServer } from "bough/types";
import type { Tokens } from "./accounts/tokens.ts";
import { Token, Unavailable } from "./api.ts";
import { DatabaseUnavailable } from "./database/database.ts";
import type { Database } from "./database/database.ts";
import { unavailable } from "./errors.ts";
import type { Account, Users } from "./storage/users.ts";

/** The principal of a call: the user of a token, and the token. */
export interface Caller extends Account {
  readonly token: string;
}

export interface Views {
  /** Handlers of one statement, or of several that may see different states. */
  readonly plain: PlainView;
  /** Handlers whose statements are one transaction. It commits if the response is a success. */
  readonly transactional: PlainView;
  /** The same for calls that can be repeated: their responses are kept in the transaction. */
  readonly repeatable: RepeatableView;
}
type PlainView = RoutesOf<ReturnType<typeof plainView>>;
type RepeatableView = RoutesOf<ReturnType<typeof repeatableView>>;

export function viewsOf(
  server: FetchServer,
  given: { readonly database: Database; readonly tokens: Tokens; readonly users: Users },
): Views {
  const plain = plainView(server, given);
  const transactional = plain.around((_call, next) => given.database.transaction(next), {
    rollBack: true,
  });
  return { plain, transactional, repeatable: repeatableView(transactional, given.database) };
}

function repeatableView(transactional: PlainView, database: Database) {
  return transactional.idempotent({
    // In the transaction that `around` has opened.
    store: postgresStore({ client: () => database.client }),
    scope: ({ principal }) => String(principal.id),
  });
}

function plainView(server: FetchServer, { tokens, users }: { tokens: Tokens; users: Users }) {
  return server
    .secured([
      authenticate(Token, [Unavailable], (token, { fail }) =>
        orUnavailable(fail, async (): Promise<Caller | undefined> => {
          const id = await tokens.userOf(token);
          const user = id === undefined ? undefined : await users.find(id);
          return user && { ...user, token };
        }),
      ),
    ])
    .around([Unavailable], ({ fail }, next) => orUnavailable(fail, next));
}

/** What `run` resolves to. A database that does not respond is the declared failure. */
async function orUnavailable<T>(fail: Fail<typeof Unavailable>, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return fail(Unavailable, ...unavailable);
  }
}
