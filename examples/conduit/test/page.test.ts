// The page in a real browser, with the server and a database in this process: everything that people do on it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { readdirSync, readFileSync } from "node:fs";
import { createClient, credential } from "bough/client";
import type { Client } from "bough/client";
import { listen } from "bough/node";
import type { Listening } from "bough/node";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { build } from "vite";
import axe from "axe-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { launchChromium, reasonWithoutChromium } from "./chromium.ts";
import { Passwords } from "../src/accounts/passwords.ts";
import { Tokens } from "../src/accounts/tokens.ts";
import { api, Token } from "../src/api.ts";
import { Database } from "../src/database/database.ts";
import { embedded } from "../src/database/embedded.ts";
import { createConduit } from "../src/server.ts";
import { routeSite } from "../src/site.ts";

const LIMIT = 120_000;
const PASSWORD = "correct horse";
/** Titles, descriptions and tags of articles. */
const SUBJECTS: readonly (readonly string[])[] = [
  ["How a loom taught machines to count", "From punched cards to programs", "history", "engines"],
  ["Reading other people's proofs", "What to look for on the second page", "maths"],
  ["A letter to a young programmer", "Slow is smooth, and smooth is fast", "craft"],
  ["Bread, salt and floating point", "Why your kitchen scale is never exact", "maths", "kitchen"],
  ["The garden in November", "What to plant before the first frost", "garden"],
];
const TEXT = `A program is a *letter to its next reader*. Whoever wrote the first one knew that already.

> The engine can do whatever we know how to order it to perform.

## What the cards say

1. Each card is one operation.
2. A second chain holds the numbers.

\`\`\`ts
const cards = order.map((step) => card(step));
engine.run(cards);
\`\`\`

That is all: the rest is **patience**.`;
const reason = reasonWithoutChromium();
if (reason !== undefined) console.warn(`The page of Conduit is not tested: ${reason}`);

/** Tokens that a test can end before their time. */
class EndingTokens extends Tokens {
  readonly ended = new Set<string>();

  override async userOf(token: string): Promise<number | undefined> {
    return this.ended.has(token) ? undefined : super.userOf(token);
  }
}

describe.skipIf(reason !== undefined)("the page of Conduit", () => {
  const tokens = new EndingTokens(new Uint8Array(32).fill(7));
  const database = new Database(embedded({}));
  const errors: unknown[] = [];
  const faults: string[] = [];
  const origins = new Set<string>();
  let folder: string;
  let listening: Listening;
  let browser: Browser;
  let ada: Page;
  let bob: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "conduit-page-"));
    // Vite takes the mode of React from it, and Vitest has set it to "test".
    vi.stubEnv("NODE_ENV", "production");
    await build({
      configFile: fileURLToPath(new URL("../page/vite.config.ts", import.meta.url)),
      logLevel: "warn",
      build: { outDir: folder, emptyOutDir: true },
    });
    vi.unstubAllEnvs();
    const server = createConduit(
      { database, passwords: new Passwords({ N: 16, r: 1, p: 1 }), tokens },
      { onError: (error) => errors.push(error) },
    );
    await routeSite(server, folder);
    listening = await listen(server, { port: 0 });
    browser = await launchChromium(LIMIT);
    ada = await visitor({ width: 1280, height: 860 });
    bob = await visitor({ width: 390, height: 844 });
  }, LIMIT);
  afterAll(async () => {
    await browser?.close();
    await listening?.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }, LIMIT);

  async function visitor(viewport: { width: number; height: number }): Promise<Page> {
    const context: BrowserContext = await browser.newContext({ viewport, locale: "en" });
    context.setDefaultTimeout(LIMIT / 2);
    const page = await context.newPage();
    page.on("request", (request) => origins.add(new URL(request.url()).origin));
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      if (/Content Security Policy|Refused/.test(message.text())) faults.push(message.text());
    });
    page.on("dialog", (dialog) => void dialog.accept());
    return page;
  }

  const open = (page: Page, path: string) => page.goto(listening.url + path);
  const fill = async (page: Page, values: Record<string, string>): Promise<void> => {
    for (const [label, value] of Object.entries(values)) {
      await page.getByLabel(label, { exact: true }).fill(value);
    }
  };
  const press = (page: Page, name: string | RegExp) =>
    page
      .getByRole("button", { name, exact: typeof name === "string" })
      .first()
      .click();
  const follow = (page: Page, name: string | RegExp) =>
    page
      .getByRole("link", { name, exact: typeof name === "string" })
      .first()
      .click();
  const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
  const focused = (page: Page) =>
    page.evaluate("document.activeElement.name || document.activeElement.textContent");
  const isNotWide = (page: Page) =>
    page.evaluate("document.documentElement.scrollWidth <= innerWidth");
  // For the README: SCREENSHOTS names the folder.
  const screenshot = async (page: Page, name: string): Promise<void> => {
    const to = process.env["SCREENSHOTS"];
    if (to === undefined) return;
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: join(to, name) });
  };

  /** What axe finds serious or critical. */
  async function findingsOf(page: Page): Promise<string[]> {
    await page.evaluate(axe.source);
    return page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
      return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .flatMap(({ id, nodes }) =>
          nodes.map(
            ({ html, failureSummary }) => `${location.href} ${id} ${html} ${failureSummary}`,
          ),
        );
    });
  }

  async function signUp(page: Page, username: string): Promise<void> {
    await open(page, "/register");
    await fill(page, {
      "User name": username,
      Email: `${username}@example.test`,
      Password: PASSWORD,
    });
    await press(page, "Sign up");
    await page.getByRole("link", { name: "Settings" }).waitFor();
  }

  async function clientOf(page: Page): Promise<Client> {
    const token = await tokenOf(page);
    return createClient({ baseUrl: listening.url, credentials: [credential(Token, token)] });
  }

  async function tokenOf(page: Page): Promise<string> {
    const stored: unknown = await page.evaluate("localStorage.getItem('conduit-session')");
    return (JSON.parse(stored as string) as { token: string }).token;
  }

  test(
    "shows the mistakes of a form at their fields, and signs up",
    async () => {
      await open(ada, "/");
      await see(ada, "There are no articles here yet.");
      await follow(ada, "Sign up");
      const requests: string[] = [];
      ada.on("request", (request) => requests.push(request.url()));
      await fill(ada, { "User name": "ada" });
      await press(ada, "Sign up");
      await see(ada, "Enter your email address.");
      await see(ada, "Enter a password.");
      expect(await focused(ada)).toBe("email");
      expect(requests).toEqual([]);
      await fill(ada, { "User name": "<b>", Email: "ada", Password: "short" });
      await press(ada, "Sign up");
      await see(ada, /^Use letters, digits, single spaces/);
      await see(ada, /^Enter a whole email address/);
      await see(ada, "Use 8 to 200 characters.");
      expect(await focused(ada)).toBe("username");
      for (const label of ["User name", "Email", "Password"]) {
        const field = ada.getByLabel(label, { exact: true });
        expect(await field.getAttribute("aria-invalid")).toBe("true");
        expect(await field.getAttribute("required")).toBe("");
        expect(
          await ada.locator(`[id="${await field.getAttribute("aria-describedby")}"]`).innerText(),
        ).not.toBe("");
      }
      expect(await ada.getByLabel("Password", { exact: true }).inputValue()).toBe("short");
      await fill(ada, { "User name": "ada", Email: "ada@example.test", Password: PASSWORD });
      await press(ada, "Sign up");
      await see(ada, "Follow somebody, and their articles appear here.");
      expect(await ada.getByRole("link", { name: "ada" }).getAttribute("href")).toBe(
        "/profile/ada",
      );
      await signUp(bob, "bob");
    },
    LIMIT,
  );

  const text = [
    "# Notes on the **Analytical Engine**",
    "It weaves *algebraic patterns*, see [the notes](https://example.test/notes).",
    "```js\nconst answer = 6 * 7;\n```",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "- [x] done",
    "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>",
    "[bad](javascript:window.hacked=3) ![bad](javascript:window.hacked=4) <svg/onload=window.hacked=5>",
    "<javascript:window.hacked=6> &lt;b&gt;bold?&lt;/b&gt;",
  ].join("\n\n");

  test(
    "publishes an article in Markdown, which runs no code of its author",
    async () => {
      await follow(ada, "Write");
      await press(ada, "Publish");
      await see(ada, "Give the article a title.");
      expect(await focused(ada)).toBe("title");
      await fill(ada, {
        Title: "Weaving algebra",
        "What is it about?": "How an engine computes",
        Text: text,
        Tags: "maths, looms,, maths",
      });
      await press(ada, "Preview");
      await see(ada, "algebraic patterns");
      await press(ada, "Publish");
      await ada.waitForURL("**/article/**");
      await ada.getByRole("heading", { name: "Weaving algebra" }).waitFor();
      const prose = ada.locator(".prose");
      expect(await prose.locator("strong, em, pre code, td, input[disabled]").count()).toBe(6);
      expect(await prose.locator("script, img, svg, [onerror]").count()).toBe(0);
      expect(await prose.locator("a").count()).toBe(1);
      expect(await prose.locator("a").getAttribute("rel")).toContain("noopener");
      expect(await prose.textContent()).toContain("<script>window.hacked = 1</script>");
      expect(await prose.textContent()).toContain("<b>bold?</b>");
      expect(await ada.evaluate("window.hacked")).toBeUndefined();
      expect(await ada.locator(".tags a").allTextContents()).toEqual(["maths", "looms"]);
    },
    LIMIT,
  );

  test(
    "adds comments as plain text, and removes one's own",
    async () => {
      const hostile = "<img src=x onerror='window.hacked = 7'>\nsecond line";
      await press(ada, "Post comment");
      await see(ada, "Write something first.");
      for (const comment of [hostile, "Another one"]) {
        await fill(ada, { "Your comment": comment });
        await press(ada, "Post comment");
        await ada.locator(".comment", { hasText: comment.split("\n")[0] as string }).waitFor();
        await expect.poll(() => ada.getByLabel("Your comment").inputValue()).toBe("");
      }
      expect(await ada.locator(".comment img").count()).toBe(0);
      await ada.locator(".comment", { hasText: "Another one" }).getByRole("button").click();
      await expect.poll(() => ada.locator(".comment").count()).toBe(1);
    },
    LIMIT,
  );

  test(
    "changes an article, under a new address",
    async () => {
      await follow(ada, "Edit");
      await fill(ada, { Title: "Weaving algebra, again" });
      await press(ada, "Publish");
      await ada.getByRole("heading", { name: "Weaving algebra, again" }).waitFor();
      await expect.poll(() => ada.locator(".comment").count()).toBe(1);
    },
    LIMIT,
  );

  test(
    "says that an article has changed since it was opened, and replaces the change if asked again",
    async () => {
      await follow(ada, "Edit");
      await fill(ada, { "What is it about?": "The text of this window" });
      const slug = new URL(ada.url()).pathname.replace("/editor/", "");
      const { change, find } = api.articles.article(slug);
      const elsewhere = await clientOf(ada);
      const changes = { article: { description: "The text of another window" } };
      await elsewhere.request(change, changes).bodyOrThrow();
      await press(ada, "Publish");
      await see(ada, "The article has changed since you opened it.");
      const { article } = await elsewhere.request(find).bodyOrThrow();
      expect(article.description).toBe("The text of another window");
      await press(ada, "Publish");
      await ada.getByRole("heading", { name: "Weaving algebra, again" }).waitFor();
      const replaced = await elsewhere.request(find).bodyOrThrow();
      expect(replaced.article.description).toBe("The text of this window");
    },
    LIMIT,
  );

  test(
    "follows a user, likes an article, and lists both",
    async () => {
      await follow(bob, "Global feed");
      await see(bob, "Weaving algebra, again");
      await press(bob, /^Add to favorites/);
      await bob.getByRole("button", { name: "Remove from favorites, 1 so far" }).waitFor();
      await follow(bob, /Weaving algebra, again/);
      await bob.route("**/follow", (route) => route.abort());
      await press(bob, "Follow ada");
      await see(bob, "The server cannot be reached.");
      await bob.unroute("**/follow");
      await press(bob, "Follow ada");
      await bob.getByRole("button", { name: "Following ada" }).first().waitFor();
      expect(await bob.getByRole("button", { name: "Delete" }).count()).toBe(0);
      await follow(bob, "conduit");
      await see(bob, "Weaving algebra, again");
      await open(bob, "/profile/bob/favorites");
      await see(bob, "Weaving algebra, again");
      await press(bob, /^Remove from favorites/);
      await see(bob, "There are no articles here yet.");
      await open(bob, "/profile/ada");
      await press(bob, "Following ada");
      await bob.getByRole("button", { name: "Follow ada" }).waitFor();
    },
    LIMIT,
  );

  test(
    "lists many articles page by page, and by tag",
    async () => {
      const authors = await Promise.all([ada, bob].map(clientOf));
      for (let number = 1; number <= 23; number++) {
        const [title, description, ...tags] = SUBJECTS[number % SUBJECTS.length] ?? [];
        const article = {
          title: `${title}, part ${number}`,
          description: `${description}.`,
          body: TEXT,
          tagList: [...tags, number % 2 === 0 ? "even" : "odd"],
        };
        await authors[number % 2]?.request(api.articles.create, { article }).bodyOrThrow();
      }
      await open(ada, "/?feed=all");
      await see(ada, "part 23");
      await screenshot(ada, "home.png");
      await ada.getByRole("navigation", { name: "Pages" }).getByText("3").click();
      await see(ada, "Weaving algebra, again");
      expect(new URL(ada.url()).searchParams.get("page")).toBe("3");
      await ada.goBack();
      await see(ada, "part 23");
      await ada.getByLabel("Popular tags").getByText("even").click();
      await see(ada, "#even");
      await expect.poll(() => ada.locator(".preview").count()).toBe(10);
      expect(await ada.locator(".preview h2").first().textContent()).toContain("part 22");
    },
    LIMIT,
  );

  test(
    "changes the account, and says which name is taken",
    async () => {
      await follow(ada, "Settings");
      await fill(ada, { "About you": "I write about engines.\nAnd music.", "User name": "BOB" });
      await press(ada, "Save");
      await see(ada, /^Somebody else has this user name/);
      expect(await focused(ada)).toBe("username");
      await fill(ada, { "User name": "ada" });
      await press(ada, "Save");
      await ada.waitForURL("**/profile/ada");
      await see(ada, "I write about engines.");
    },
    LIMIT,
  );

  test(
    "asks to sign in again if the token has ended, and loses nothing that was typed",
    async () => {
      await follow(ada, "Write");
      await fill(ada, {
        Title: "Written for an hour",
        "What is it about?": "Patience",
        Text: "Every *word* stays.",
        Tags: "slow",
      });
      tokens.ended.add(await tokenOf(ada));
      await press(ada, "Publish");
      const dialog = ada.getByRole("dialog");
      await dialog.getByText("Please sign in again").waitFor();
      expect(await dialog.getByLabel("Email").inputValue()).toBe("ada@example.test");
      expect(await findingsOf(ada)).toEqual([]);
      await dialog.getByLabel("Password").fill("wrong password");
      await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
      await dialog.getByRole("alert").waitFor();
      await dialog.getByLabel("Password").fill(PASSWORD);
      await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
      await ada.getByRole("heading", { name: "Written for an hour" }).waitFor();
      await see(ada, "word");
      expect(await ada.getByRole("dialog").count()).toBe(0);

      await fill(ada, { "Your comment": "Still here" });
      tokens.ended.add(await tokenOf(ada));
      await press(ada, "Post comment");
      await press(ada, "Continue without signing in");
      await see(ada, "Sign in");
      await ada.getByText("Written for an hour").first().waitFor();
    },
    LIMIT,
  );

  test(
    "signs in and out, and refuses a wrong password",
    async () => {
      await open(ada, "/login");
      await fill(ada, { Email: "ada@example.test", Password: "wrong password" });
      await press(ada, "Sign in");
      await ada.getByRole("alert").first().waitFor();
      await fill(ada, { Password: PASSWORD });
      await press(ada, "Sign in");
      await follow(ada, "Settings");
      await press(ada, "Sign out");
      await ada.getByRole("link", { name: "Sign up" }).waitFor();
      expect(await ada.evaluate("localStorage.length")).toBe(0);
      await open(ada, "/editor");
      await ada.waitForURL("**/login");
      await fill(ada, { Email: "ADA@example.test", Password: PASSWORD });
      await press(ada, "Sign in");
      await see(ada, "Your feed");
    },
    LIMIT,
  );

  test(
    "removes an article",
    async () => {
      await open(ada, "/profile/ada");
      await follow(ada, /Written for an hour/);
      await press(ada, "Delete");
      await ada.waitForURL(`${listening.url}/`);
      await open(ada, "/profile/ada");
      await see(ada, "part 22");
      expect(await ada.getByText("Written for an hour").count()).toBe(0);
    },
    LIMIT,
  );

  test(
    "says what is missing, and what does not answer",
    async () => {
      await open(ada, "/article/no-such-article");
      await see(ada, "There is no such article.");
      expect(await ada.getByRole("button", { name: "Try again" }).count()).toBe(0);
      await open(ada, "/article/%3Cscript%3E%2F..%2F%25");
      await see(ada, "There is no such article.");
      await open(ada, `/article/${"long".repeat(50)}`);
      await see(ada, "There is nothing at this address.");
      for (const path of ["/nowhere", "/article/one/two/three", "/profile/ada/nothing"]) {
        expect((await open(ada, path))?.status()).toBe(404);
        await ada.getByRole("heading", { name: "There is nothing here" }).waitFor();
      }
      await follow(ada, "Go to the first page");
      await see(ada, "Your feed");
      await open(ada, "/editor");
      await fill(ada, {
        Title: "Typed without a connection",
        "What is it about?": "Patience",
        Text: "Nothing of it is lost.",
      });
      await ada.route("**/api/articles", (route) => route.abort());
      await press(ada, "Publish");
      await see(ada, "The server cannot be reached.");
      expect(await ada.getByLabel("Title").inputValue()).toBe("Typed without a connection");
      await ada.unroute("**/api/articles");
    },
    LIMIT,
  );

  test(
    "puts the focus on the heading after a navigation, and nowhere when it is opened",
    async () => {
      await open(ada, "/profile/ada");
      await ada.getByRole("heading", { name: "ada" }).waitFor();
      expect(await ada.evaluate("document.activeElement === document.body")).toBe(true);
      const steps: readonly (readonly [() => Promise<unknown>, string])[] = [
        [() => follow(ada, /part 22/), "part 22"],
        [() => ada.goBack(), "ada"],
        [() => follow(ada, "Settings"), "Settings"],
        [() => follow(ada, "Write"), "New article"],
        [() => follow(ada, "conduit"), "Articles"],
        [() => follow(ada, "Global feed"), "Articles"],
      ];
      for (const [step, heading] of steps) {
        await step();
        await expect.poll(() => focused(ada)).toContain(heading);
        expect(await ada.evaluate("document.activeElement.tagName")).toBe("H1");
      }
    },
    LIMIT,
  );

  test(
    "loads everything again that failed, with one button",
    async () => {
      await ada.route("**/api/**", (route) => route.abort());
      await open(ada, "/?feed=all");
      const problems = ada.getByText("The server cannot be reached.");
      await expect.poll(() => problems.count()).toBe(2);
      await ada.unroute("**/api/**");
      await press(ada, "Try again");
      await see(ada, "part 23");
      await ada.getByLabel("Popular tags").getByText("even").waitFor();
      expect(await problems.count()).toBe(0);
    },
    LIMIT,
  );

  test(
    "has no serious finding of axe, in any view, light and dark, at any width",
    async () => {
      const stranger = await visitor({ width: 390, height: 844 });
      const { articles } = await (
        await clientOf(ada)
      )
        .request(api.articles.list, { parameters: { tag: "looms" } })
        .bodyOrThrow();
      const article = `/article/${articles[0]?.slug}`;
      const editor = article.replace("article", "editor");
      const views: readonly (readonly [Page, string, string])[] = [
        [stranger, "/", "Popular tags"],
        [stranger, "/login", "Sign in"],
        [stranger, "/register", "Sign up"],
        [stranger, article, "algebraic patterns"],
        [stranger, "/nowhere", "There is nothing here"],
        [stranger, "/article/no-such-article", "There is no such article."],
        [ada, "/", "Follow somebody, and their articles appear here."],
        [ada, "/?feed=all", "part 23"],
        [ada, "/?tag=maths&page=2", "#maths"],
        [ada, "/settings", "Save"],
        [ada, "/editor", "Publish"],
        [ada, editor, "Publish"],
        [ada, article, "Post comment"],
        [ada, "/profile/ada", "part 22"],
        [ada, "/profile/ada/favorites", "There are no articles here yet."],
        [ada, "/profile/bob", "part 23"],
      ];
      const findings: string[] = [];
      for (const colorScheme of ["light", "dark"] as const) {
        for (const [page, path, text] of views) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await open(page, path);
          await see(page, text);
          findings.push(...(await findingsOf(page)));
        }
        // The mistakes of a form, and a preview.
        await open(stranger, "/register");
        await press(stranger, "Sign up");
        await see(stranger, "Choose a user name.");
        findings.push(...(await findingsOf(stranger)));
        await open(ada, editor);
        await press(ada, "Preview");
        await see(ada, "algebraic patterns");
        findings.push(...(await findingsOf(ada)));
      }
      expect(findings).toEqual([]);
      await stranger.close();
    },
    LIMIT,
  );

  test(
    "shows the popular tags below the articles on a phone",
    async () => {
      await open(bob, "/?feed=all");
      await see(bob, "part 23");
      const [articles, tags] = await Promise.all(
        [bob.locator(".preview").last(), bob.getByLabel("Popular tags")].map((part) =>
          part.boundingBox(),
        ),
      );
      expect(tags?.y).toBeGreaterThan((articles?.y ?? Infinity) + (articles?.height ?? 0) - 1);
    },
    LIMIT,
  );

  test(
    "fits the width of a phone",
    async () => {
      const client = createClient({ baseUrl: listening.url });
      const { articles } = await client
        .request(api.articles.list, { parameters: { tag: "looms" } })
        .bodyOrThrow();
      const [first] = articles;
      for (const path of ["/", "/?feed=all", "/settings", "/editor", "/login", "/profile/ada"]) {
        await open(bob, path);
        await bob.waitForLoadState("networkidle");
        expect([path, await isNotWide(bob)]).toEqual([path, true]);
      }
      await open(bob, `/article/${first?.slug}`);
      await see(bob, "algebraic patterns");
      expect(await isNotWide(bob)).toBe(true);
      await open(bob, "/profile/ada");
      await follow(bob, /part 22/);
      await see(bob, "What the cards say");
      expect(await isNotWide(bob)).toBe(true);
      await screenshot(bob, "article.png");
    },
    LIMIT,
  );

  test("sends no request to another origin, and breaks no rule of its policy", () => {
    expect([...origins]).toEqual([new URL(listening.url).origin]);
    expect(faults).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("has at most 120 kB of script, compressed", () => {
    const scripts = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(".js"));
    const bytes = scripts.map(
      (name) => gzipSync(readFileSync(join(folder, "assets", name))).length,
    );
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(120_000);
  });
});
