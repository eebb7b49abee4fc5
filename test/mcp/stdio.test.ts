// The official client starts `bough mcp` as an assistant does, from the built packages.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { listen } from "bough/node";
import { describe, expect, test } from "vitest";
import { createUsersServer } from "../../examples/users/server.ts";
import { repository } from "../support/staged-package.ts";
import { missingClient, started } from "./official-client.ts";

const built = join(repository, "packages/cli/dist/index.js");
const missing = missingClient ?? (existsSync(built) ? undefined : "the packages are not built");

describe.skipIf(missing !== undefined && process.env["CI"] === undefined)(
  `bough mcp and the official client${missing === undefined ? "" : ` (${missing})`}`,
  () => {
    test.each(["2026-07-28", "2025-11-25"] as const)("speak %s", async (version) => {
      const listening = await listen(createUsersServer(), { port: 0, hostname: "127.0.0.1" });
      const bough = join(repository, "packages/bough/bin/bough.js");
      const api = join(repository, "examples/users/api.ts");
      const args = [bough, "mcp", api, "--url", listening.url, "--expose", "users.list"];
      const client = await started(process.execPath, args, version);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(["users_list"]);
      const { content, isError } = await client.callTool({ name: "users_list" });
      expect([content, isError]).toEqual([[{ type: "text", text: "[]" }], undefined]);
      await client.close();
      await listening.close();
    });
  },
);
