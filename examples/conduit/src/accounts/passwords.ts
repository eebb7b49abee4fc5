// Password hashes by scrypt of node:crypto. A hash names its own cost, so a higher cost can come later.
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

export interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** What OWASP recommends for scrypt with 32 MiB of memory for each hash. */
const RECOMMENDED: Cost = { N: 2 ** 15, r: 8, p: 3 };

export class Passwords {
  readonly #cost: Cost;
  readonly #nobody: Promise<string>;

  constructor(cost: Cost = RECOMMENDED) {
    this.#cost = cost;
    this.#nobody = this.hash(randomBytes(16).toString("hex"));
  }

  /** The text to store for a password. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const { N, r, p } = this.#cost;
    const hash = await derived(password, salt, this.#cost);
    return ["scrypt", N, r, p, salt.toString("base64"), hash.toString("base64")].join("$");
  }

  /** Whether a password has this hash. It takes the same time without a hash, so nobody learns who has one. */
  async verify(password: string, stored: string | undefined): Promise<boolean> {
    const [, N, r, p, salt = "", hash = ""] = (stored ?? (await this.#nobody)).split("$");
    const cost = { N: Number(N), r: Number(r), p: Number(p) };
    const actual = await derived(password, Buffer.from(salt, "base64"), cost);
    return timingSafeEqual(actual, Buffer.from(hash, "base64")) && stored !== undefined;
  }
}

function derived(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const maxmem = 256 * cost.N * cost.r;
  return new Promise((resolve, reject) => {
    // One password in all Unicode forms, as keyboards differ.
    scrypt(password.normalize("NFKC"), salt, 32, { ...cost, maxmem }, (error, hash) =>
      error === null ? resolve(hash) : reject(error),
    );
  });
}
