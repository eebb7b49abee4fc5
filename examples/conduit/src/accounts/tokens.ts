// Tokens of users: JWTs by jose, signed with one secret that all processes share.
import { randomUUID } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";

const ISSUER = "conduit";
const ALGORITHM = "HS256";
/** Of an `integer` in PostgreSQL. */
const LARGEST_ID = 2_147_483_647;

export class Tokens {
  readonly #secret: Uint8Array;
  readonly #seconds: number;

  /** `secret` has at least 32 bytes. A token is valid for `seconds`. */
  constructor(secret: Uint8Array, seconds: number = 7 * 86_400) {
    if (secret.byteLength < 32) throw new Error("the secret of tokens needs at least 32 bytes");
    this.#secret = secret;
    this.#seconds = seconds;
  }

  async issue(user: number): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    return (
      new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(String(user))
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        // Without an id, two tokens of one second would be the same, and nobody could revoke only one of them.
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + this.#seconds)
        .sign(this.#secret)
    );
  }

  /** The id of the user of a token; `undefined` if it is forged, expired or no token of ours. */
  async userOf(token: string): Promise<number | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: ISSUER,
        requiredClaims: ["sub", "exp"],
      });
      const user = Number(payload.sub);
      return Number.isInteger(user) && user > 0 && user <= LARGEST_ID ? user : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}
