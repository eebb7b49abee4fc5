// The names of options. The compiler refuses others; in plain JavaScript, one that is spelled
// wrongly would leave its default to hold, and nobody would be told.
import type { ServerOptions } from "./server-options.ts";

const OF_SERVERS: Readonly<Record<keyof ServerOptions, true>> = {
  codecs: true,
  limits: true,
  basePath: true,
  cors: true,
  publicUrl: true,
  strictParameters: true,
  validateResponses: true,
  requireSchemas: true,
  onError: true,
  onReject: true,
};

/** The options of a server. */
export const SERVER_OPTIONS: readonly string[] = Object.keys(OF_SERVERS);

/** Throws `TypeError` for an option that `asked` does not have. */
export function refuseUnknown(asked: string, options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `${asked}: there is no option ${JSON.stringify(unknown)}, but ${names.join(", ")}`,
    );
  }
}
