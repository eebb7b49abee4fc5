// Serves the API. Each endpoint runs only after the check of its schemes.
import { randomUUID } from "node:crypto";
import { authenticate, createServer } from "bough/server";
import type { ServerOptions } from "bough/server";
import type { FetchServer } from "bough/types";
import { Accounts } from "./accounts.ts";
import {
  api,
  MachineToken,
  NameTaken,
  Session,
  SESSION_SECONDS,
  TeamNotFound,
  WrongPassword,
} from "./api.ts";
import type { Account, Note, Team, TeamRole } from "./api.ts";
import {
  NewMemberSchema,
  NewNoteSchema,
  NewTeamSchema,
  NewTokenSchema,
  PasswordSchema,
} from "./schemas.ts";
import { Secrets } from "./secrets.ts";

/** The principal of both schemes. */
interface Caller extends Account {
  /** The id of the session; absent for machines. */
  readonly session?: string;
}

/** What the server keeps. */
export class Store {
  readonly accounts = new Accounts();
  readonly notes: Note[] = [];
  readonly teams = new Map<string, Team>();
  readonly sessions: Secrets;
  readonly tokens: Secrets;

  constructor(now?: () => number) {
    this.sessions = new Secrets(now);
    this.tokens = new Secrets(now);
  }
}

export function createSessionsServer(
  { accounts, notes, teams, sessions, tokens }: Store = new Store(),
  options: ServerOptions = {},
): FetchServer {
  const server = createServer({ requireSchemas: true, requireSecurity: true, ...options });

  // `undefined` is a 401.
  const callerOf = (owner: string | undefined): Caller | undefined =>
    owner === undefined ? undefined : accounts.find(owner);

  const identified = server.secured([
    authenticate(Session, (session) => {
      const caller = callerOf(sessions.ownerOf(session));
      return caller && { ...caller, session };
    }),
    authenticate(MachineToken, (token) => callerOf(tokens.ownerOf(token))),
  ]);
  // The scopes of an endpoint are roles: of the account, or below a team those that the account has there.
  const app = identified.authorize(({ scopes, principal, forbid }) => {
    const roles: readonly string[] = principal?.roles ?? [];
    if (!scopes.every((scope) => roles.includes(scope))) forbid(); // 403
  });
  const inTeam = identified
    .at(api.teams.team)
    .authorize([TeamNotFound], ({ scopes, principal, ids, fail, forbid }) => {
      const role = roleIn(teams.get(ids.team), principal) ?? fail(TeamNotFound);
      if (scopes.includes("owner") && role !== "owner") forbid();
    })
    .guard([TeamNotFound], ({ ids, fail }) => ({
      team: teams.get(ids.team) ?? fail(TeamNotFound),
    }));
  // A new id at every sign-in, so that nobody can choose the id of somebody else's session.
  const signedIn = ({ name }: Account) => ({
    cookies: { session: sessions.issue(name, SESSION_SECONDS) },
  });

  app.route(
    api.account.signUp,
    async ({ body, respond, fail }) => {
      const account = (await accounts.add(body.name, body.password)) ?? fail(NameTaken);
      return respond(account, signedIn(account));
    },
    { request: PasswordSchema },
  );
  app.route(api.account.find, ({ principal: { name, roles } }) => ({ name, roles }));
  app.route(
    api.session.signIn,
    async ({ body, respond, fail }) => {
      const account = (await accounts.verify(body.name, body.password)) ?? fail(WrongPassword);
      return respond(account, signedIn(account));
    },
    { request: PasswordSchema },
  );
  app.route(api.session.signOut, ({ principal, respond }) => {
    if (principal !== undefined) sessions.revoke(principal.session);
    return respond(undefined, { cookies: { session: null } });
  });

  app.route(
    api.tokens.create,
    ({ body, principal }) => ({ token: tokens.issue(principal.name, body.days * 86_400) }),
    { request: NewTokenSchema },
  );
  app.route(api.tokens.revoke, ({ principal }) => tokens.revokeAll(principal.name));

  app.route(api.notes.list, () => notes);
  app.route(
    api.notes.add,
    ({ body, principal }) => {
      const note = { author: principal.name, text: body.text };
      notes.push(note);
      return note;
    },
    { request: NewNoteSchema },
  );
  app.route(api.notes.clear, () => {
    notes.length = 0;
  });
  app.route(
    api.teams.create,
    ({ body, principal }) => {
      const owner = { name: principal.name, role: "owner" } as const;
      const team: Team = { id: randomUUID(), name: body.name, members: [owner] };
      teams.set(team.id, team);
      return team;
    },
    { request: NewTeamSchema },
  );
  inTeam.route(api.teams.team.find, ({ team }) => team);
  inTeam.route(
    api.teams.team.invite,
    ({ body, team }) => {
      const isMember = team.members.some(({ name }) => name === body.name);
      const member = { name: body.name, role: "member" } as const;
      const invited = isMember ? team : { ...team, members: [...team.members, member] };
      teams.set(team.id, invited);
      return invited;
    },
    { request: NewMemberSchema },
  );
  app.route(api.accounts.list, () => accounts.list());

  return server;
}

function roleIn(team: Team | undefined, caller: Account): TeamRole | undefined {
  return team?.members.find(({ name }) => name === caller.name)?.role;
}
