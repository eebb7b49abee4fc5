// The official client of the protocol, on a server of this process. It is installed in this folder only, so its types are
// written here as far as tests need them.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FetchServer } from "bough/server";
import { repository } from "../support/staged-package.ts";

const entry = join(repository, "test/mcp/node_modules/@modelcontextprotocol/client/dist/index.mjs");

/** Why the client cannot be used; `undefined` if it is there. */
export const missingClient: string | undefined = existsSync(entry)
  ? undefined
  : "test/mcp is not installed";

/** A result of `tools/call`. */
export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/** A tool of `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
}

/** The client, as far as tests need it. */
export interface OfficialClient {
  readonly listTools: () => Promise<{ readonly tools: readonly ListedTool[] }>;
  readonly callTool: (call: { name: string; arguments?: object }) => Promise<CallResult>;
  readonly close: () => Promise<void>;
}

interface Library {
  readonly Client: new (
    info: object,
    options: object,
  ) => OfficialClient & {
    readonly connect: (transport: unknown) => Promise<void>;
  };
  readonly StreamableHTTPClientTransport: new (url: URL, options: object) => unknown;
}

/** Connects the client to `/mcp` of a server, in a version of the protocol. */
export async function connected(
  server: FetchServer,
  version: "2026-07-28" | "2025-11-25",
  headers: Record<string, string> = {},
): Promise<OfficialClient> {
  const library = (await import(pathToFileURL(entry).href)) as Library;
  const mode = version === "2025-11-25" ? "legacy" : { pin: version };
  const client = new library.Client(
    { name: "bough-test", version: "1.0.0" },
    { versionNegotiation: { mode } },
  );
  const fetch = (url: string | URL, init?: RequestInit): Promise<Response> =>
    server.fetch(String(url), init);
  const url = new URL("http://localhost/mcp");
  const transport = new library.StreamableHTTPClientTransport(url, {
    fetch,
    requestInit: { headers },
  });
  await client.connect(transport);
  return client;
}
