// Calls every endpoint of the API and records the results. Each call states the result it expects.
import { randomUUID } from "node:crypto";
import { inspect } from "node:util";
import type { BoundEndpoint, InferResponse } from "bough";
import type { Result } from "bough/client";
import type { PendingResult } from "bough/types";
import { createClient, credential } from "bough/client";
import type { ClientOptions } from "bough/client";
import { api, EmailTaken, UserToken } from "./api.ts";
import type { User } from "./api.ts";

/** One call, as a row of the table. */
export interface Row {
  /** `GET /v1/users?limit=2`. */
  readonly call: string;
  /** `201`, or `409 email-taken`. */
  readonly answer: string;
  /** The body or the failure's data as text; empty if there is none. */
  readonly result: string;
  /** The expected result if it differs. */
  readonly expected: string | undefined;
}

/** The calls, and the users that exist after them. */
export interface Tour {
  readonly rows: readonly Row[];
  readonly ada: User;
  readonly grace: User;
}

/** Calls the whole API. `options` contain its URL, `token` allows changes. */
export async function callUsers(options: ClientOptions, token: string): Promise<Tour> {
  const { rows, noting, expecting } = notebook(options);
  const client = createClient({ ...noting, credentials: [credential(UserToken, token)] });
  const stranger = createClient(noting);
  const { users } = api;

  await expecting("204", client.request(api.service.health));

  // POST with a body. The same idempotency key makes it the same call, so it signs up nobody twice.
  const newAda = { name: "Ada", email: "Ada@Example.test", role: "admin" } as const;
  const key = { idempotencyKey: randomUUID() };
  const created = await expecting(
    "201",
    client.request(users.create, newAda, key),
    (user) => user.email === "ada@example.test",
  );
  const ada = created.bodyOrThrow();
  await expecting("201", client.request(users.create, newAda, key), (user) => user.id === ada.id);
  const grace = (
    await expecting(
      "201",
      client.request(users.create, { name: "Grace", email: "grace@example.test" }),
      (user) => user.role === "member",
    )
  ).bodyOrThrow();

  // A failure is a value: `failedWith` narrows the result to a declared failure with its data.
  const taken = await expecting(
    "409 email-taken",
    client.request(users.create, { name: "Ada II", email: ada.email }),
  );
  if (taken.failedWith(EmailTaken) && taken.failure.body.email !== ada.email) {
    throw new Error(`another address is taken: ${taken.failure.body.email}`);
  }

  // GET with parameters: the client encodes a number and a list, and the handler gets them decoded.
  await expecting(
    "200",
    client.request(users.list, { parameters: { limit: 1 } }),
    ([first]) => first?.name === "Ada",
  );
  await expecting(
    "200",
    client.request(users.list, { parameters: { role: ["admin", "member"] } }),
    (found) => found.length === 2,
  );

  // QUERY: safe like GET, with a body.
  await expecting(
    "200",
    client.request(users.search, { nameStartsWith: "G" }),
    ([first]) => first?.id === grace.id,
  );

  // Binds the resource to Ada's id.
  const atAda = users.user(ada.id);
  await expecting("200", client.request(atAda.find), (user) => user.name === "Ada");
  await expecting("204", client.request(atAda.exists));
  await expecting(
    "200",
    client.request(atAda.replace, { name: "Ada Lovelace", email: ada.email, role: "admin" }),
    (user) => user.id === ada.id,
  );
  await expecting(
    "200",
    client.request(atAda.change, { name: "Ada King" }),
    (user) => user.role === "admin",
  );
  await expecting("401 unauthorized", stranger.request(atAda.change, { name: "Eve" }));

  // Friends by number.
  const { friends } = atAda;
  await expecting("201", client.request(friends.friend(7).put, { user: grace.id }));
  await expecting("200", client.request(friends.friend(7).put, { user: grace.id }));
  await expecting("409 already-friends", client.request(friends.friend(8).put, { user: grace.id }));
  await expecting("409 own-friend", client.request(friends.friend(8).put, { user: ada.id }));
  await expecting("200", client.request(friends.list), (all) => all.length === 1);
  await expecting("200", client.request(friends.friend(7).find), ({ name }) => name === "Grace");
  await expecting("404 friend-not-found", client.request(friends.friend(8).find));
  await expecting("204", client.request(friends.friend(7).remove));

  // A failure of the resource applies to all endpoints below it.
  const nobody = users.user(randomUUID());
  await expecting("404 user-not-found", client.request(nobody.friends.friend(1).find));
  await expecting("404 user-not-found", client.request(nobody.exists));

  // A user signs up and is removed.
  const alan = (
    await expecting(
      "201",
      client.request(users.create, { name: "Alan", email: "alan@example.test" }),
    )
  ).bodyOrThrow();
  await expecting("204", client.request(users.user(alan.id).remove));
  await expecting("404 user-not-found", client.request(users.user(alan.id).find));
  await expecting("200", client.request(api.service.statistics), (all) => all.users === 2);
  return { rows, ada, grace };
}

// Records each call.
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

  /** Waits for a result and records whether it is the expected one. */
  async function expecting<E extends BoundEndpoint>(
    expected: string,
    pending: PendingResult<E>,
    holds: (body: InferResponse<E>) => boolean = () => true,
  ): Promise<Result<E>> {
    const result = await pending;
    const status = String(result.status);
    const answer = result.ok ? status : `${status} ${result.failure.name}`;
    const value = result.ok ? result.body : result.failure.body;
    const asExpected = answer === expected && (!result.ok || holds(result.bodyOrThrow()));
    rows.push({
      call,
      answer,
      result: value === undefined ? "" : inspect(value, { breakLength: Infinity }),
      expected: asExpected
        ? undefined
        : `${expected}${answer === expected ? ", another body" : ""}`,
    });
    return result;
  }

  return { rows, noting, expecting };
}
