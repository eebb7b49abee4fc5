// Sign-up, login, and the user who is signed in.
import type { Passwords } from "../accounts/passwords.ts";
import type { Tokens } from "../accounts/tokens.ts";
import { api, Taken, WrongPassword } from "../api.ts";
import type { User } from "../api.ts";
import { errors, wrongPassword } from "../errors.ts";
import type { Account, TakenName, Users } from "../storage/users.ts";
import type { Views } from "../views.ts";

export function routeUsers(
  { plain }: Views,
  users: Users,
  { passwords, tokens }: { readonly passwords: Passwords; readonly tokens: Tokens },
): void {
  plain.route(api.users, {
    create: async ({ body: { user }, fail }) => {
      const password = await passwords.hash(user.password);
      const account = await users.create({ ...user, password });
      if (typeof account === "string") return fail(Taken, taken(account));
      return { user: userOf(account, await tokens.issue(account.id)) };
    },
    login: async ({ body: { user }, fail }) => {
      const found = await users.findByEmail(user.email);
      const isRight = await passwords.verify(user.password, found?.password);
      // One failure, so that nobody learns who has an account.
      if (!isRight || found === undefined) return fail(WrongPassword, ...wrongPassword);
      return { user: userOf(found, await tokens.issue(found.id)) };
    },
  });

  plain.route(api.user, {
    find: ({ principal }) => ({ user: userOf(principal, principal.token) }),
    change: async ({ body: { user }, principal, fail }) => {
      const password = user.password && (await passwords.hash(user.password));
      const account = await users.change(principal.id, { ...user, password });
      if (typeof account === "string") return fail(Taken, taken(account));
      return { user: userOf(account, principal.token) };
    },
  });
}

function taken(name: TakenName) {
  return errors(name, "has already been taken");
}

function userOf({ email, username, bio, image }: Account, token: string): User {
  return { email, token, username, bio, image };
}
