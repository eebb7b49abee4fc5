// The user who is signed in.
import { skipToken, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { api } from "../../src/api.ts";
import type { User } from "../../src/api.ts";
import { queries, store } from "./calls.ts";
import * as session from "./session.ts";

const find = queries.queryOptions(api.user.find);

export function useSession(): session.Session {
  return useSyncExternalStore(session.subscribe, session.current);
}

/** The user who is signed in; `undefined` for nobody, and until it is known. */
export function useUser(): User | undefined {
  const { token } = useSession();
  const { data } = useQuery({ ...find, queryFn: token === undefined ? skipToken : find.queryFn });
  return token === undefined ? undefined : data?.user;
}

/** Continues as this user. The page loads the data of another reader again. */
export async function enter(user: User): Promise<void> {
  const before = store.getQueryData(find.queryKey)?.user.username;
  session.signIn(user);
  store.setQueryData(find.queryKey, { user });
  if (before !== user.username) await store.invalidateQueries(queries.queryFilter(api));
}

export function leave(): void {
  session.signOut();
  store.removeQueries(queries.queryFilter(api.user));
  void store.resetQueries(queries.queryFilter(api));
}
