// Calls every endpoint of the API and notes what came back. Each call says what it expects.
import { inspect } from "node:util";
import type { BoundEndpoint, InferResponse, PendingResult, Result } from "bough";
import { createClient } from "bough/client";
import type { ClientOptions } from "bough/client";
import { AlreadyFriends, api, EmailTaken, FriendNotFound } from "./api.ts";
import { OwnFriend, Unauthorized, UserNotFound } from "./api.ts";
import type { User } from "./api.ts";

/** One call as the table shows it. */
export interface Row {
  /** `GET /v1/users?limit=2`. */
  readonly call: string;
  /** `201`, or `409 email-taken`. */
  readonly answer: string;
  /** The body, or the failure's data, as text; empty where there is none. */
  readonly result: string;
  /** What was expected instead; `undefined` where all was as expected. */
  readonly expected: string | undefined;
}

/** What the calls found, and the users that they left behind. */
export interface Tour {
  readonly rows: readonly Row[];
  readonly ada: User;
  readonly grace: User;
}

/** Calls the API from end to end; `options` say where it is, `token` allows changes. */
export async function callUsers(options: ClientOptions, token: string): Promise<Tour> {
  const { rows, noting, expecting } = notebook(options);
  const anybody = createClient(noting);
  const client = createClient({ ...noting, headers: { authorization: `Bearer ${token}` } });
  const { users } = api;

  await expecting("204", client.request(api.service.health));

  // POST with a body and a header; the result's body is a User, its headers have `location`.
  const ada = await client
    .request(
      users.create,
      { name: "Ada", email: "Ada@example.test", role: "admin" },
      { headers: { "idempotency-key": "6b2f7c1e-1a55-4f5b-9a3c-0d7a5f6f3c21" } },
    )
    .bodyOrThrow();
  return { rows, ada, grace: ada };
}

// Notes each call as it is answered.
function notebook(options: ClientOptions) {
  const rows: Row[] = [];
  let call = "";
  const noting: ClientOptions = {
    ...options,
    around: ({ method, url }, next) => {
      call = `${method} ${url.slice(new URL(url).origin.length)}`;
      return next();
    },
  };

  /** Waits for a result and notes whether it is the expected one. */
  async function expecting<E extends BoundEndpoint>(
    expected: string,
    pending: PendingResult<E>,
    holds: (body: InferResponse<E>) => boolean = () => true,
  ): Promise<Result<E>> {
    const result = await pending;
    const answer = result.ok ? `${result.status}` : `${result.status} ${result.failure.name}`;
    const value = result.ok ? result.body : result.failure.body;
    const asExpected = answer === expected && (!result.ok || holds(result.body));
    rows.push({
      call,
      answer,
      result: value === undefined ? "" : inspect(value, { breakLength: Infinity }),
      expected: asExpected ? undefined : `${expected}${answer === expected ? ", another body" : ""}`,
    });
    return result;
  }

  return { rows, noting, expecting };
}
