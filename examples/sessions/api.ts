// The API, declared once: people sign in with a session cookie, machines send a bearer token.
import {
  anonymous,
  apiKey,
  bearer,
  cookie,
  del,
  failure,
  get,
  noBody,
  post,
  rootResource,
  staticResource,
  string,
  type,
} from "bough";
import type { NewNote, NewToken, Password } from "./schemas.ts";

/** The first account is the admin. */
export type Role = "admin" | "member";

export interface Account {
  readonly name: string;
  readonly roles: readonly Role[];
}

export interface Note {
  readonly author: string;
  readonly text: string;
}

/** How long a session lasts, in seconds. */
export const SESSION_SECONDS = 8 * 60 * 60;

// Behind HTTPS, call the cookie "__Host-session": then no other host of your domain can set it.
export const Session = apiKey("session", { cookie: "session" });
export const MachineToken = bearer("machine-token");

export const NameTaken = failure("name-taken", 409);
// The same failure for an unknown name, so that nobody can find out which names exist.
export const WrongPassword = failure("wrong-password", 422);

const cookies = { session: cookie(string(), { maxAge: SESSION_SECONDS }) };

export const api = rootResource(
  "v1",
  { security: [Session, MachineToken] },
  {
    account: staticResource("account", {
      /** Creates an account and signs in. */
      signUp: post()
        .security(anonymous)
        .request<Password>()
        .response(type<Account>(), { status: 201, cookies })
        .failure(NameTaken),
      find: get().response<Account>(),
    }),

    session: staticResource("session", {
      signIn: post()
        .security(anonymous)
        .request<Password>()
        .response(type<Account>(), { cookies })
        .failure(WrongPassword),
      /** Also removes the cookie of a session that has expired. */
      signOut: del().security(Session, anonymous).response(noBody, { cookies }),
    }),

    // A machine cannot create tokens: only the cookie authenticates here.
    tokens: staticResource(
      "tokens",
      { security: [Session] },
      {
        /** Creates a token. The server shows it only once. */
        create: post().request<NewToken>().response(type<{ token: string }>(), { status: 201 }),
        /** Revokes all tokens of the account. */
        revoke: del(),
      },
    ),

    notes: staticResource("notes", {
      list: get().response<Note[]>(),
      add: post().request<NewNote>().response(type<Note>(), { status: 201 }),
      clear: del().security(Session.scopes("admin"), MachineToken.scopes("admin")),
    }),

    accounts: staticResource("accounts", {
      list: get().security(Session.scopes("admin")).response<Account[]>(),
    }),
  },
);
