// Articles to look at after the first start.
import { randomBytes } from "node:crypto";
import type { Passwords } from "./accounts/passwords.ts";
import type { Database } from "./database/database.ts";
import { Articles } from "./storage/articles.ts";
import { Users } from "./storage/users.ts";

const SAMPLES = [
  {
    username: "ada",
    articles: [
      {
        title: "How a loom counts",
        description: "From punched cards to programs",
        body: "Jacquard's loom reads **one card per row**.\n\n- A hole lifts the hook.\n- No hole leaves it.\n\nA program is a longer chain of cards.",
        tagList: ["history", "machines"],
      },
      {
        title: "Notes on notes",
        description: "What a machine may compose",
        body: "If pitch and harmony follow rules, an engine can work on them *as it works on numbers*.",
        tagList: ["music", "machines"],
      },
    ],
  },
  {
    username: "grace",
    articles: [
      {
        title: "A moth in the relay",
        description: "The bug that was taped to a page",
        body: "Relay 70, panel F.\n\n> First actual case of bug being found.",
        tagList: ["history", "bugs"],
      },
    ],
  },
];

/** Fills an empty database with authors, whose passwords nobody knows, and their articles. */
export async function addSamples(database: Database, passwords: Passwords): Promise<void> {
  const users = new Users(database);
  const articles = new Articles(database);
  const add = async (): Promise<void> => {
    if ((await database.query("select id from users limit 1")).length > 0) return;
    const password = await passwords.hash(randomBytes(16).toString("hex"));
    for (const { username, articles: written } of SAMPLES) {
      const user = await users.create({ username, email: `${username}@example.test`, password });
      if (typeof user === "string") continue;
      for (const article of written) await articles.create(user.id, article);
    }
  };
  await database.transaction(add);
}
