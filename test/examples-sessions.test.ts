// The sessions example: its API in memory, and its page in a real browser.

import { createClient, credential, RejectionError } from "bough/client";
import type { Client, ClientOptions } from "bough/client";
import { listen } from "bough/node";
import type { Listening } from "bough/node";
import { CookieJar } from "tough-cookie";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  api,
  MachineToken,
  NameTaken,
  SESSION_SECONDS,
  TeamNotFound,
  WrongPassword,
} from "../examples/sessions/api.ts";
import { createSessionsServer, Store } from "../examples/sessions/server.ts";
import { bundleScript, routeSite } from "../examples/sessions/site.ts";
import { launchChromium } from "./support/chromium.ts";
import { describeIfComplete } from "./support/matrix.ts";

const limit = 60_000;
const baseUrl = "http://api.test";
const ada = { name: "ada", password: "correct horse battery" };
const bob = { name: "bob", password: "staple staple staple" };

describe("the sessions example in memory", () => {
  const clock = { now: 1_000_000 };
  const server = createSessionsServer(new Store(() => clock.now), { publicUrl: baseUrl });

  /** A browser in small: a client with a cookie jar. */
  function visitor(options: ClientOptions = {}): { client: Client; jar: CookieJar } {
    const jar = new CookieJar();
    const client = createClient({
      baseUrl,
      fetch: server.fetch,
      ...options,
      around: async ({ url, headers }, next) => {
        const cookies = await jar.getCookieString(url);
        if (cookies !== "") headers.set("cookie", cookies);
        const response = await next();
        for (const line of response.headers.getSetCookie()) await jar.setCookie(line, url);
        return response;
      },
    });
    return { client, jar };
  }

  async function statusOf(call: PromiseLike<unknown>): Promise<number> {
    try {
      await call;
      return 200;
    } catch (error) {
      expect(error).toBeInstanceOf(RejectionError);
      return (error as RejectionError).status;
    }
  }

  const machine = (token: string): Client =>
    createClient({ baseUrl, fetch: server.fetch, credentials: [credential(MachineToken, token)] });

  test("signs up, out and in, with a new id for each session", async () => {
    const { client, jar } = visitor();
    const idOf = async () => (await jar.getCookies(baseUrl)).at(0)?.value;
    expect(await client.request(api.account.signUp, ada).bodyOrThrow()).toEqual({
      name: "ada",
      roles: ["admin"],
    });
    const [cookie] = await jar.getCookies(baseUrl);
    expect(cookie).toMatchObject({ key: "session", httpOnly: true, sameSite: "lax", path: "/" });
    const first = await idOf();
    expect((await client.request(api.account.find).bodyOrThrow()).name).toBe("ada");

    await client.request(api.session.signOut).bodyOrThrow();
    expect(await idOf()).toBeUndefined();
    expect(await statusOf(client.request(api.account.find))).toBe(401);
    // The server has forgotten the session too, not only the browser its cookie.
    const headers = { cookie: `session=${first}` };
    expect((await server.fetch(`${baseUrl}/v1/account`, { headers })).status).toBe(401);

    await client.request(api.session.signIn, ada).bodyOrThrow();
    expect(await idOf()).toMatch(/^[\w-]{43}$/);
    expect(await idOf()).not.toBe(first);
  });

  test("refuses a name that is taken, a wrong password, an unknown name and a short password", async () => {
    const { client, jar } = visitor();
    const wrong = { ...ada, password: "wrong horse battery" };
    expect((await client.request(api.account.signUp, ada)).failedWith(NameTaken)).toBe(true);
    for (const body of [wrong, { ...wrong, name: "nobody" }, { ...wrong, name: "__proto__" }]) {
      expect((await client.request(api.session.signIn, body)).failedWith(WrongPassword)).toBe(true);
    }
    const short = { name: "eve", password: "short" };
    expect(await statusOf(client.request(api.account.signUp, short))).toBe(400);
    expect(await jar.getCookies(baseUrl)).toEqual([]);
  });

  test("lets admins do what members may not", async () => {
    const admin = visitor().client;
    await admin.request(api.session.signIn, ada).bodyOrThrow();
    const member = visitor().client;
    const { roles } = await member.request(api.account.signUp, bob).bodyOrThrow();
    expect(roles).toEqual(["member"]);
    const note = { text: "Hello" };
    expect(await member.request(api.notes.add, note).bodyOrThrow()).toMatchObject({
      author: "bob",
    });
    expect(await statusOf(member.request(api.accounts.list))).toBe(403);
    expect(await statusOf(member.request(api.notes.clear))).toBe(403);
    expect(await admin.request(api.accounts.list).bodyOrThrow()).toHaveLength(2);
    expect(await statusOf(admin.request(api.notes.clear))).toBe(200);
  });

  test("shows a team only to its members, and lets only its owner invite", async () => {
    const owner = visitor().client;
    await owner.request(api.session.signIn, ada).bodyOrThrow();
    const member = visitor().client;
    await member.request(api.session.signIn, bob).bodyOrThrow();
    const { id } = await owner.request(api.teams.create, { name: "Blue" }).bodyOrThrow();
    const { find, invite } = api.teams.team(id);

    const foreign = await member.request(find);
    const none = await member.request(api.teams.team(crypto.randomUUID()).find);
    expect([foreign.failedWith(TeamNotFound), none.failedWith(TeamNotFound)]).toEqual([true, true]);
    expect(await statusOf(visitor().client.request(find))).toBe(401);
    const uninvited = await member.request(invite, { name: "bob" });
    expect(uninvited.failedWith(TeamNotFound)).toBe(true);

    await owner.request(invite, { name: bob.name }).bodyOrThrow();
    expect(await member.request(find).bodyOrThrow()).toEqual({
      id,
      name: "Blue",
      members: [
        { name: "ada", role: "owner" },
        { name: "bob", role: "member" },
      ],
    });
    expect(await statusOf(member.request(invite, { name: "eve" }))).toBe(403);
    // Not as an admin of the site: the roles of a team are its own.
    const { id: other } = await member.request(api.teams.create, { name: "Red" }).bodyOrThrow();
    const hidden = await owner.request(api.teams.team(other).find);
    expect(hidden.failedWith(TeamNotFound)).toBe(true);
    const { token } = await member.request(api.tokens.create, { days: 1 }).bodyOrThrow();
    expect((await machine(token).request(find).bodyOrThrow()).name).toBe("Blue");
    await member.request(api.tokens.revoke);
  });

  test("takes the token of a machine until it is revoked, and never for new tokens", async () => {
    const { client } = visitor();
    await client.request(api.session.signIn, bob).bodyOrThrow();
    const { token } = await client.request(api.tokens.create, { days: 1 }).bodyOrThrow();
    expect((await machine(token).request(api.account.find).bodyOrThrow()).name).toBe("bob");
    expect(await statusOf(machine("guess").request(api.account.find))).toBe(401);
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const more = { method: "POST", headers, body: '{"days":1}' };
    expect((await server.fetch(`${baseUrl}/v1/tokens`, more)).status).toBe(401);
    await client.request(api.tokens.revoke).bodyOrThrow();
    expect(await statusOf(machine(token).request(api.account.find))).toBe(401);
  });

  test("ends sessions and tokens at their time", async () => {
    const { client, jar } = visitor();
    await client.request(api.session.signIn, bob).bodyOrThrow();
    const { token } = await client.request(api.tokens.create, { days: 1 }).bodyOrThrow();
    const cookie = await jar.getCookieString(baseUrl);
    const ask = async () =>
      (await server.fetch(`${baseUrl}/v1/account`, { headers: { cookie } })).status;
    clock.now += SESSION_SECONDS * 1000 - 1;
    expect(await ask()).toBe(200);
    clock.now += 1;
    expect(await ask()).toBe(401);
    expect(await statusOf(machine(token).request(api.account.find))).toBe(200);
    clock.now += 86_400_000;
    expect(await statusOf(machine(token).request(api.account.find))).toBe(401);
  });

  test("signs in by JSON only, which no form of another site can send", async () => {
    const body = JSON.stringify(ada);
    for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
      const init = { method: "POST", headers: { "content-type": type }, body };
      expect((await server.fetch(`${baseUrl}/v1/session`, init)).status).toBe(415);
    }
  });
});

describeIfComplete("the page of the sessions example", () => {
  let browser: Browser;
  let listening: Listening;

  beforeAll(async () => {
    const server = createSessionsServer(new Store(), { publicUrl: "http://127.0.0.1" });
    routeSite(server, await bundleScript(["bough:source"]));
    listening = await listen(server);
    browser = await launchChromium(limit);
  }, limit);

  afterAll(async () => {
    await browser?.close();
    await listening?.close({ grace: 0 });
  }, limit);

  async function fill(page: Page, { name, password }: typeof ada, button: string): Promise<void> {
    await page.fill("input[name=name]", name);
    await page.fill("input[name=password]", password);
    await page.click(`button:text-is("${button}")`);
  }

  test("signs up, adds a note, signs out and in", { timeout: 2 * limit }, async () => {
    const page = await browser.newPage({ viewport: { width: 375, height: 700 } });
    page.setDefaultTimeout(limit / 2);
    const errors: unknown[] = [];
    page.on("pageerror", (error) => errors.push(error));
    await page.goto(listening.url);
    const shows = async (selector: string, text: string): Promise<void> =>
      page.locator(selector, { hasText: text }).waitFor();

    await fill(page, ada, "Create an account");
    await shows("#role", "admin");
    await page.fill("input[name=text]", "A note <b>1</b>");
    await page.click("text=Add");
    await shows("#notes li", "A note <b>1</b>");
    await page.click("text=Create a token");
    await shows("#token", "authorization: Bearer");
    const curl = (await page.locator("#token").textContent()) ?? "";
    const authorization = /authorization: ([^"]+)/.exec(curl)?.[1] ?? "";
    const notes = await fetch(`${listening.url}/v1/notes`, { headers: { authorization } });
    expect(await notes.json()).toEqual([{ author: "ada", text: "A note <b>1</b>" }]);
    expect(await page.evaluate(() => document.cookie)).toBe("");

    await page.reload();
    await shows("#name", "ada");
    await page.click("text=Sign out");
    await fill(page, { ...ada, password: "a wrong password" }, "Sign in");
    await shows("#message", "The name or the password is wrong.");
    await fill(page, ada, "Sign in");
    await shows("#name", "ada");
    await page.context().clearCookies();
    await page.fill("input[name=text]", "Too late");
    await page.click("text=Add");
    await shows("#message", "Your session has ended.");
    expect(errors).toEqual([]);
    await page.close();
  });

  test.each([
    ["desktop", 1280],
    ["phone", 360],
  ])("fits into the width of a %s", { timeout: limit }, async (_, width) => {
    const page = await browser.newPage({ viewport: { width, height: 800 } });
    await page.goto(listening.url);
    await page.locator("#signed-out").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await page.close();
  });
});
