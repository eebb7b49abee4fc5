// Credentials that a command sends, from variables of the environment: --bearer-env and --credential-env.
import type { Contract } from "bough/contract";
import type { CredentialOptions } from "bough-cli/toolkit";
import type { Command } from "commander";
import { appended } from "./appended.ts";
import { WrongUse } from "./wrong-use.ts";

/** Adds the options for credentials, which are never on the command line itself. */
export function withCredentials(command: Command): Command {
  return command
    .option("--bearer-env <variable>", "the environment variable with a token")
    .option(
      "--credential-env <scheme=variable>",
      "the environment variable with the credential of a scheme; repeat it for several",
      appended,
    );
}

/** The credentials by scheme. Throws a `WrongUse` for a scheme that the API lacks, and for a variable that isn't set. */
export function credentialsIn(
  { components }: Contract,
  { bearerEnv, credentialEnv = [] }: CredentialOptions,
): Readonly<Record<string, string>> {
  const schemes = Object.entries(components.security);
  const isBearer = ([, { type, scheme }]: (typeof schemes)[number]): boolean =>
    scheme === "bearer" || type === "oauth2" || type === "openIdConnect";
  const bearer =
    bearerEnv === undefined ? [] : schemes.filter(isBearer).map(([name]) => `${name}=${bearerEnv}`);
  if (bearerEnv !== undefined && bearer.length === 0) {
    throw new WrongUse("the API has no scheme that takes a token: remove --bearer-env");
  }
  const credentials = [...bearer, ...credentialEnv].map((one): readonly [string, string] => {
    const [scheme = "", variable = ""] = one.split("=");
    const value = process.env[variable];
    if (!schemes.some(([name]) => name === scheme)) {
      throw new WrongUse(
        `the API has no scheme ${JSON.stringify(scheme)}: it has ${schemes.map(([name]) => name).join(", ")}`,
      );
    }
    if (value === undefined || value === "") {
      throw new WrongUse(`the environment variable ${variable} is not set`);
    }
    return [scheme, value];
  });
  return Object.fromEntries(credentials);
}
