// The recipe of docs/guide/tanstack-query.md, "Optimistic updates", in a real browser: the page's own code, in a
// React application. packages/query/src/optimistic-updates.test.ts tests the same recipe in memory.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  bytes,
  dynamicResource,
  failure,
  get,
  integer,
  patch,
  rootResource,
  staticResource,
  string,
  uuid,
} from "bough";
import { listen } from "bough/node";
import type { Listening } from "bough/node";
import { createServer } from "bough/server";
import { build } from "esbuild";
import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isWithoutChromium, launchChromium } from "./support/chromium.ts";
import { blocksOf } from "./support/page-blocks.ts";
import { repository } from "./support/staged-package.ts";

const limit = 60_000;
const folder = join(repository, "test");

interface User {
  readonly id: string;
  readonly name: string;
}
// The server's side of the page's API.
const NameTaken = failure("name-taken", 409).body<{ suggestion: string }>();
const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .parameters({ after: string().optional(), limit: integer({ min: 1 }).default(20) })
      .response<{ users: User[]; next: string | null }>(),
    user: dynamicResource("user", uuid(), {
      rename: patch().request<{ name: string }>().response<User>().failure(NameTaken),
    }),
  }),
});
const site = rootResource({
  home: get().response(bytes("text/html; charset=utf-8")),
  script: get("app.js").response(bytes("text/javascript; charset=utf-8")),
});

const application = `
import { QueryClientProvider, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { api, queries, queryClient, useRenameAtOnce } from "./guide.ts";

function Users() {
  const list = useQuery(queries.queryOptions(api.users.list));
  const infinite = useInfiniteQuery(
    queries.infiniteQueryOptions(api.users.list, { parameters: { limit: 1 } }),
  );
  const { mutate, status, error } = useRenameAtOnce();
  const names = (pages = []) => pages.flatMap(({ users }) => users.map(({ name }) => name)).join(", ");
  const renameLast = (name) => mutate({ ids: { user: list.data.users.at(-1).id }, body: { name } });
  return (
    <>
      <p id="list">{names(list.data && [list.data])}</p>
      <p id="infinite">{names(infinite.data?.pages)}</p>
      <p id="status">{error?.failure?.name ?? status}</p>
      <button onClick={() => infinite.fetchNextPage()}>More</button>
      <button onClick={() => renameLast("Eve")}>Eve</button>
      <button onClick={() => renameLast("Ada")}>Ada</button>
    </>
  );
}
createRoot(document.querySelector("main")).render(
  <QueryClientProvider client={queryClient}><Users /></QueryClientProvider>,
);`;

/** The modules of the guide that the application needs: its API, and its setup with the recipe. */
function guideModules(): ReadonlyMap<string, string> {
  const lines = readFileSync(join(repository, "docs/guide/tanstack-query.md"), "utf8").split("\n");
  const blocksBelow = (heading: string): string[] => {
    const from = lines.indexOf(heading);
    const to = lines.findIndex((line, at) => at > from && line.startsWith("## "));
    return blocksOf(lines.join("\n"))
      .filter(({ start }) => start > from && start < to)
      .map(({ start, end }) => lines.slice(start, end).join("\n"));
  };
  const [declaration = "", setup = ""] = blocksBelow("## Setup");
  const guide = [
    setup.replace('"https://example.test"', "location.origin"),
    ...blocksBelow("## Optimistic updates"),
    "export { api, queries, queryClient, useRenameAtOnce };",
  ];
  return new Map([
    ["./api.ts", declaration],
    ["./guide.ts", guide.join("\n")],
  ]);
}

async function bundled(): Promise<Uint8Array> {
  const modules = guideModules();
  const { outputFiles } = await build({
    stdin: { contents: application, loader: "tsx", resolveDir: folder },
    bundle: true,
    jsx: "automatic",
    conditions: ["bough:source"],
    write: false,
    logLevel: "warning",
    plugins: [
      {
        name: "guide",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\/(?:api|guide)\.ts$/ }, ({ path }) => ({
            path,
            namespace: "guide",
          }));
          onLoad({ filter: /./, namespace: "guide" }, ({ path }) => ({
            contents: modules.get(path) ?? "",
            loader: "ts",
            resolveDir: folder,
          }));
        },
      },
    ],
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** What handlers wait for. */
class Gate {
  opened: Promise<void> = Promise.resolve();
  open: () => void = () => undefined;

  close(): void {
    this.opened = new Promise((resolve) => {
      this.open = resolve;
    });
  }
}

describe.skipIf(isWithoutChromium("optimistic updates"))("an optimistic update in Chromium", () => {
  const [ada, bob] = [crypto.randomUUID(), crypto.randomUUID()];
  const lists = new Gate();
  const renames = new Gate();
  let users: User[];
  let listening: Listening;
  let browser: Browser;
  let tab: Tab;

  beforeAll(async () => {
    const server = createServer();
    server.route(api.users.list, async ({ parameters: { after, limit } }) => {
      await lists.opened;
      const from = users.findIndex(({ id }) => id === after) + 1;
      const shown = users.slice(from, from + limit);
      return {
        users: shown,
        next: from + limit < users.length ? (shown.at(-1)?.id ?? null) : null,
      };
    });
    server.route(api.users.user.rename, async ({ ids, body: { name }, fail }) => {
      await renames.opened;
      if (users.some((user) => user.name === name)) {
        fail(NameTaken, { suggestion: `${name} 2` });
      }
      users = users.map((user) => (user.id === ids.user ? { ...user, name } : user));
      return { id: ids.user, name };
    });
    const script = await bundled();
    const html = '<!doctype html><main></main><script src="/app.js"></script>';
    server.route(site, { home: () => new TextEncoder().encode(html), script: () => script });
    listening = await listen(server, { port: 0 });
    browser = await launchChromium(limit);
  }, limit);

  afterAll(async () => {
    await browser?.close();
    await listening?.close({ grace: 0 });
  }, limit);

  beforeEach(async () => {
    users = [
      { id: ada, name: "Ada" },
      { id: bob, name: "Bob" },
    ];
    tab = await browser.newPage();
    tab.setDefaultTimeout(limit / 2);
    await tab.goto(listening.url);
    await shows("#infinite", "Ada");
    await tab.click("text=More");
    await bothShow("Ada, Bob", "idle");
    lists.close();
    renames.close();
    return async () => {
      lists.open();
      renames.open();
      await tab.close();
    };
  });

  async function shows(selector: string, text: string): Promise<void> {
    await tab.locator(selector, { hasText: new RegExp(`^${text}$`) }).waitFor();
  }

  /** Waits until the list and the infinite list show `names`. */
  async function bothShow(names: string, status: string): Promise<void> {
    await shows("#list", names);
    await shows("#infinite", names);
    await shows("#status", status);
  }

  test.each([
    ["stays after a success", "Eve", "Ada, Eve", "success"],
    ["is taken back after a declared failure", "Ada", "Ada, Bob", "name-taken"],
  ])("is shown before the response, and %s", async (_, name, after, status) => {
    await tab.click(`button:text-is("${name}")`);
    await bothShow(`Ada, ${name}`, "pending");
    renames.open();
    // The lists aren't loaded again yet: after a failure, `undo` alone has changed them.
    await bothShow(after, "pending");
    lists.open();
    await bothShow(after, status);
    expect(users.map((user) => user.name).join(", ")).toBe(after);
  });
});
