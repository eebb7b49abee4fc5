// An in-memory database of users. It does not use HTTP.
import { randomUUID } from "node:crypto";
import type { Friend, NewUser, Statistics, User, UserChanges, UserFilter } from "./api.ts";

interface Entry {
  user: User;
  readonly friends: Map<number, string>;
}

/** The users to list. */
export interface Page {
  readonly limit: number;
  readonly role: readonly User["role"][];
  readonly name: string | undefined;
}

/** An empty database. */
export class Database {
  readonly #entries = new Map<string, Entry>();

  list({ limit, role, name }: Page): User[] {
    return this.#users()
      .filter((user) => role.length === 0 || role.includes(user.role))
      .filter((user) => name === undefined || user.name === name)
      .slice(0, limit);
  }

  search({ nameStartsWith = "", emailEndsWith = "" }: UserFilter): User[] {
    return this.#users().filter(
      ({ name, email }) => name.startsWith(nameStartsWith) && email.endsWith(emailEndsWith),
    );
  }

  find(id: string): User | undefined {
    return this.#entries.get(id)?.user;
  }

  findByEmail(email: string): User | undefined {
    return this.#users().find((user) => user.email === email);
  }

  add({ name, email, role = "member" }: NewUser): User {
    const user = { id: randomUUID(), name, email, role };
    this.#entries.set(user.id, { user, friends: new Map() });
    return user;
  }

  change(user: User, changes: UserChanges): User {
    const { name = user.name, email = user.email, role = user.role } = changes;
    const changed = { ...user, name, email, role };
    const entry = this.#entries.get(user.id);
    if (entry !== undefined) {
      entry.user = changed;
    }
    return changed;
  }

  remove(id: string): void {
    this.#entries.delete(id);
    for (const { friends } of this.#entries.values()) {
      for (const [number, friend] of friends) {
        if (friend === id) {
          friends.delete(number);
        }
      }
    }
  }

  friends(id: string): Friend[] {
    const numbers = [...(this.#entries.get(id)?.friends.keys() ?? [])].sort((a, b) => a - b);
    return numbers.flatMap((number) => this.friend(id, number) ?? []);
  }

  friend(id: string, number: number): Friend | undefined {
    const user = this.find(this.#entries.get(id)?.friends.get(number) ?? "");
    return user === undefined ? undefined : { number, user: user.id, name: user.name };
  }

  /** Puts a friend at a number. */
  putFriend(id: string, number: number, friend: User): Friend {
    this.#entries.get(id)?.friends.set(number, friend.id);
    return { number, user: friend.id, name: friend.name };
  }

  /** Returns whether there was one. */
  removeFriend(id: string, number: number): boolean {
    return this.#entries.get(id)?.friends.delete(number) ?? false;
  }

  count(): Statistics {
    const entries = [...this.#entries.values()];
    const friendships = entries.reduce((sum, { friends }) => sum + friends.size, 0);
    return { users: entries.length, friendships };
  }

  #users(): User[] {
    return [...this.#entries.values()].map(({ user }) => user);
  }
}
