// The API, declared once: people sign in with a session cookie, machines send a bearer token. Teams have members with
// roles of their own.
import {
  anonymous,
  apiKey,
  bearer,
  cookie,
  del,
  dynamicResource,
  failure,
  get,
  noBody,
  post,
  rootResource,
  staticResource,
  string,
  type,
  uuid,
} from "bough";
import type { NewMember, NewNote, NewTeam, NewToken, Password } from "./schemas.ts";

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

/** What somebody may do in a team. */
export type TeamRole = "owner" | "member";

export interface Team {
  readonly id: string;
  readonly name: string;
  readonly members: readonly Member[];
}

export interface Member {
  /** The name of the account. */
  readonly name: string;
  readonly role: TeamRole;
}

/** How long a session lasts, in seconds. */
export const SESSION_SECONDS = 8 * 60 * 60;

// Behind HTTPS, call the cookie "__Host-session": then no other host of your domain can set it.
export const Session = apiKey("session", { cookie: "session" });
export const MachineToken = bearer("machine-token");

export const NameTaken = failure("name-taken", 409);
// The same failure for an unknown name, so that nobody can find out which names exist.
export const WrongPassword = failure("wrong-password", 422);

// The same failure for a team that does not exist and for a team of others, so that nobody can find out which exist.
export const TeamNotFound = failure("team-not-found", 404);

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

    teams: staticResource("teams", {
      /** Creates a team, whose owner is the caller. */
      create: post().request<NewTeam>().response(type<Team>(), { status: 201 }),
      team: dynamicResource(
        "team",
        { type: uuid(), failures: [TeamNotFound] },
        {
          find: get()
            .security(Session.scopes("member"), MachineToken.scopes("member"))
            .response<Team>(),
          /** Adds a member. */
          invite: post("members")
            .security(Session.scopes("owner"))
            .request<NewMember>()
            .response<Team>(),
        },
      ),
    }),

    accounts: staticResource("accounts", {
      list: get().security(Session.scopes("admin")).response<Account[]>(),
    }),
  },
);
