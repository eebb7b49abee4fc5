// Users with their names, addresses and password hashes.
import { nameKey } from "../accounts/name-key.ts";
import { Taken } from "../database/database.ts";
import type { Database } from "../database/database.ts";

/** A user as the user sees it, without a token. */
export interface Account {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly bio: string | null;
  readonly image: string | null;
}

/** What is written. `password` is a hash; members that are `undefined` stay as they are. */
export interface AccountChanges {
  readonly username?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly bio?: string | null | undefined;
  readonly image?: string | null | undefined;
}

/** Which of the values somebody else has. */
export type TakenName = "username" | "email";

const COLUMNS = "id, email, username, bio, image";

export class Users {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: number): Promise<Account | undefined> {
    return this.#database.first<Account>(`select ${COLUMNS} from users where id = $1`, id);
  }

  /** The user with this address, and the hash of the password. */
  async findByEmail(email: string): Promise<(Account & { readonly password: string }) | undefined> {
    return this.#database.first(
      `select ${COLUMNS}, password from users where email_key = $1`,
      nameKey(email),
    );
  }

  async create(user: {
    readonly username: string;
    readonly email: string;
    readonly password: string;
  }): Promise<Account | TakenName> {
    const username = user.username.normalize("NFC");
    return this.#unlessTaken(
      `insert into users (username, username_key, email, email_key, password)
       values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
      [username, nameKey(username), user.email, nameKey(user.email), user.password],
    );
  }

  async change(id: number, changes: AccountChanges): Promise<Account | TakenName> {
    const { email, password, bio, image } = changes;
    const username = changes.username?.normalize("NFC");
    return this.#unlessTaken(
      `update users set
         username = coalesce($2, username), username_key = coalesce($3, username_key),
         email = coalesce($4, email), email_key = coalesce($5, email_key),
         password = coalesce($6, password),
         bio = case when $7 then $8 else bio end,
         image = case when $9 then $10 else image end
       where id = $1 returning ${COLUMNS}`,
      [
        id,
        username,
        username && nameKey(username),
        email,
        email && nameKey(email),
        password,
        bio !== undefined,
        // An empty text of a form removes the text.
        bio || null,
        image !== undefined,
        image || null,
      ],
    );
  }

  // The database decides, so of two writers at the same time one is refused.
  async #unlessTaken(sql: string, values: readonly unknown[]): Promise<Account | TakenName> {
    try {
      // Both statements return the row that they write.
      return (await this.#database.first<Account>(sql, ...values)) as Account;
    } catch (error) {
      if (!(error instanceof Taken)) throw error;
      return error.constraint === "users_email_taken" ? "email" : "username";
    }
  }
}
