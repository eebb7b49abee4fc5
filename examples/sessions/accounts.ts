// Accounts with password hashes, in memory. Replace the map by your database.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { Account } from "./api.ts";

interface Stored {
  readonly account: Account;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

export class Accounts {
  readonly #stored = new Map<string, Stored>();

  list(): Account[] {
    return [...this.#stored.values()].map(({ account }) => account);
  }

  find(name: string): Account | undefined {
    return this.#stored.get(name)?.account;
  }

  /** Adds an account; `undefined` if the name is taken. The first account is the admin. */
  async add(name: string, password: string): Promise<Account | undefined> {
    const salt = randomBytes(16);
    const hash = await hashOf(password, salt);
    // After the hash: another request may have taken the name meanwhile.
    if (this.#stored.has(name)) {
      return undefined;
    }
    const account: Account = { name, roles: this.#stored.size === 0 ? ["admin"] : ["member"] };
    this.#stored.set(name, { account, salt, hash });
    return account;
  }

  /** The account with this name and password. It takes the same time for an unknown name. */
  async verify(name: string, password: string): Promise<Account | undefined> {
    const stored = this.#stored.get(name);
    const hash = await hashOf(password, stored?.salt ?? noSalt);
    return stored !== undefined && timingSafeEqual(hash, stored.hash) ? stored.account : undefined;
  }
}

const noSalt = Buffer.alloc(16);

// The cost that OWASP recommends for scrypt: 128 MiB for each hash, in a thread of Node's pool.
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

async function hashOf(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, 32, cost, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });
}
