// What the environment and the command line say about a process. The README lists it.
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

export interface Settings {
  readonly hostname: string;
  readonly port: number;
  /** The URL that people use, if it is another one. */
  readonly publicUrl: string | undefined;
  /** Whether an empty database in this process gets articles to look at. */
  readonly samples: boolean;
  /** A PostgreSQL server; without one, PostgreSQL runs in this process. */
  readonly databaseUrl: string | undefined;
  /** The folder of the database in this process. */
  readonly folder: string;
  readonly secret: Uint8Array;
  readonly tokenSeconds: number;
}

export async function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Settings> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: "string" },
      hostname: { type: "string" },
      data: { type: "string" },
      samples: { type: "boolean", default: false },
    },
  });
  const databaseUrl = env["DATABASE_URL"] || undefined;
  const folder =
    values.data ?? env["DATA_FOLDER"] ?? fileURLToPath(new URL("../.data/", import.meta.url));
  return {
    hostname: values.hostname ?? env["LISTEN"] ?? "127.0.0.1",
    port: wholeNumber("PORT", values.port ?? env["PORT"] ?? "3000", 0, 65_535),
    publicUrl: env["PUBLIC_URL"] || undefined,
    samples: values.samples && databaseUrl === undefined,
    databaseUrl,
    folder,
    secret: await secretOf(env["TOKEN_SECRET"], databaseUrl, folder),
    tokenSeconds: wholeNumber("TOKEN_SECONDS", env["TOKEN_SECONDS"] ?? "604800", 1, 31_536_000),
  };
}

// All processes of one server need the same secret. A single process keeps one beside its database.
async function secretOf(
  given: string | undefined,
  databaseUrl: string | undefined,
  folder: string,
): Promise<Uint8Array> {
  if (given !== undefined && given !== "") {
    const secret = new TextEncoder().encode(given);
    if (secret.byteLength < 32) throw new Error("TOKEN_SECRET needs at least 32 bytes");
    return secret;
  }
  if (databaseUrl !== undefined) {
    throw new Error(
      "DATABASE_URL needs TOKEN_SECRET beside it, at least 32 bytes and the same for all processes: openssl rand -hex 32",
    );
  }
  const file = `${folder}/token-secret`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, randomBytes(32), { flag: "wx", mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  });
  return readFile(file);
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new Error(`${name} is ${JSON.stringify(text)}; it has to be from ${min} to ${max}`);
}
