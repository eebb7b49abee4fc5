// A server in memory for tests, with a database whose tables are empty, and the people who use it.
import { createClient, credential } from "bough/client";
import type { Client } from "bough/client";
import type { FetchServer } from "bough/types";
import { Passwords } from "../src/accounts/passwords.ts";
import { Tokens } from "../src/accounts/tokens.ts";
import { api, Token } from "../src/api.ts";
import type { Database } from "../src/database/database.ts";
import { createConduit } from "../src/server.ts";

/** A user of a test. */
export interface Person {
  readonly username: string;
  readonly email: string;
  readonly token: string;
  /** Calls with the user's token. */
  readonly client: Client;
}

export const PASSWORD = "correct horse";
export const SECRET = new Uint8Array(32).fill(7);

export class Conduit {
  readonly server: FetchServer;
  /** A client without a token. */
  readonly client: Client;
  /** Errors of the program; no request may cause one. */
  readonly errors: unknown[] = [];

  constructor(database: Database) {
    this.server = createConduit(
      {
        database,
        // Cheap: the cost is what a test of passwords.ts looks at.
        passwords: new Passwords({ N: 16, r: 1, p: 1 }),
        tokens: new Tokens(SECRET),
      },
      { onError: (error) => this.errors.push(error) },
    );
    this.client = createClient({ fetch: this.server.fetch });
  }

  clientOf(token: string): Client {
    return createClient({ fetch: this.server.fetch, credentials: [credential(Token, token)] });
  }

  async signUp(username: string): Promise<Person> {
    const email = `${username.toLowerCase().replace(/[^a-z0-9]/g, "")}@example.test`;
    const user = { username, email, password: PASSWORD };
    const created = await this.client.request(api.users.create, { user }).bodyOrThrow();
    const { token } = created.user;
    return { username, email, token, client: this.clientOf(token) };
  }

  /** Sends a request as it is. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown; headers: Headers }> {
    const response = await this.server.fetch(`http://conduit.test/api${path}`, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text,
      headers: response.headers,
    };
  }
}

export async function emptied(database: Database): Promise<void> {
  await database.query(
    "truncate users, articles, follows, favorites, comments, bough_responses restart identity",
  );
}
