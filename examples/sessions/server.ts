// Serves the API. Each endpoint runs only after the check of its schemes.
import { authenticate, createServer } from "bough/server";
import type { AuthenticateCall, FetchServer, ServerOptions } from "bough/server";
import { Accounts } from "./accounts.ts";
import { api, MachineToken, NameTaken, Session, SESSION_SECONDS, WrongPassword } from "./api.ts";
import type { Account, Note } from "./api.ts";
import { NewNoteSchema, NewTokenSchema, PasswordSchema } from "./schemas.ts";
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
  readonly sessions: Secrets;
  readonly tokens: Secrets;

  constructor(now?: () => number) {
    this.sessions = new Secrets(now);
    this.tokens = new Secrets(now);
  }
}

export function createSessionsServer(
  { accounts, notes, sessions, tokens }: Store = new Store(),
  options: ServerOptions = {},
): FetchServer {
  const server = createServer({ requireSchemas: true, requireSecurity: true, ...options });

  function callerOf(
    owner: string | undefined,
    { scopes, forbid }: AuthenticateCall,
  ): Caller | undefined {
    const account = owner === undefined ? undefined : accounts.find(owner);
    if (account === undefined) return undefined; // 401
    const roles: readonly string[] = account.roles;
    return scopes.every((scope) => roles.includes(scope)) ? account : forbid(); // 403
  }

  const app = server.secured([
    authenticate(Session, (session, call) => {
      const caller = callerOf(sessions.ownerOf(session), call);
      return caller && { ...caller, session };
    }),
    authenticate(MachineToken, (token, call) => callerOf(tokens.ownerOf(token), call)),
  ]);
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
  app.route(api.accounts.list, () => accounts.list());

  return server;
}
