// The official client of the protocol, on a server of this process. It is installed in this folder only, so its types are
// written here as far as tests need them.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FetchServer } from "bough/types";
import { repository } from "../support/staged-package.ts";

const folder = join(repository, "test/mcp/node_modules/@modelcontextprotocol/client/dist");

/** Why the client cannot be used; `undefined` if it is there. */
export const missingClient: string | undefined = existsSync(folder)
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
  readonly StdioClientTransport: new (options: object) => unknown;
  readonly StreamableHTTPClientTransport: new (url: URL, options: object) => unknown;
}

type Version = "2026-07-28" | "2025-11-25";

/** Connects the client to `/mcp` of a server, in a version of the protocol. */
export async function connected(
  server: FetchServer,
  version: Version,
  headers: Record<string, string> = {},
): Promise<OfficialClient> {
  const { StreamableHTTPClientTransport } = await library();
  const fetch = (url: string | URL, init?: RequestInit): Promise<Response> =>
    server.fetch(String(url), init);
  const url = new URL("http://localhost/mcp");
  const options = { fetch, requestInit: { headers } };
  return clientOf(new StreamableHTTPClientTransport(url, options), version);
}

/** Starts a server as a process, and connects the client to its standard streams. */
export async function started(
  command: string,
  args: readonly string[],
  version: Version,
): Promise<OfficialClient> {
  const { StdioClientTransport } = await library();
  return clientOf(new StdioClientTransport({ command, args, stderr: "ignore" }), version);
}

async function clientOf(transport: unknown, version: Version): Promise<OfficialClient> {
  const { Client } = await library();
  const mode = version === "2025-11-25" ? "legacy" : { pin: version };
  const client = new Client(
    { name: "bough-test", version: "1.0.0" },
    { versionNegotiation: { mode } },
  );
  await client.connect(transport);
  return client;
}

async function library(): Promise<Library> {
  const of = async (file: string): Promise<object> =>
    import(pathToFileURL(join(folder, file)).href);
  return { ...(await of("index.mjs")), ...(await of("stdio.mjs")) } as Library;
}
