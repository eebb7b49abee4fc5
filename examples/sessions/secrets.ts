// Random secrets that expire, such as session ids and tokens. It keeps only their hashes, so that a copy of the
// store opens no session.
import { createHash, randomBytes } from "node:crypto";

interface Entry {
  readonly owner: string;
  readonly expires: number;
}

export class Secrets {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Creates a secret of 256 random bits for an account. */
  issue(owner: string, seconds: number): string {
    this.#removeExpired();
    const secret = randomBytes(32).toString("base64url");
    this.#entries.set(hashOf(secret), { owner, expires: this.#now() + seconds * 1000 });
    return secret;
  }

  /** The name of the account, unless the secret is unknown or has expired. */
  ownerOf(secret: string): string | undefined {
    const entry = this.#entries.get(hashOf(secret));
    return entry !== undefined && entry.expires > this.#now() ? entry.owner : undefined;
  }

  revoke(secret: string): void {
    this.#entries.delete(hashOf(secret));
  }

  revokeAll(owner: string): void {
    for (const [hash, entry] of this.#entries) {
      if (entry.owner === owner) this.#entries.delete(hash);
    }
  }

  #removeExpired(): void {
    for (const [hash, { expires }] of this.#entries) {
      if (expires <= this.#now()) this.#entries.delete(hash);
    }
  }
}

// A fast hash is enough here: nobody can guess 256 random bits.
function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
