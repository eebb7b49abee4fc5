// A mock in front of a page in Chromium, by the routes of Playwright.
import { failure, get, post, rootResource, staticResource } from "bough";
import { createMock } from "bough-testing";
import { mockRoute } from "bough-testing/playwright";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { isWithoutChromium, launchChromium } from "../support/chromium.ts";

const LIMIT = 60_000;
const Note = z.object({ id: z.string(), text: z.string() });
const Full = failure("full", 409);
const api = rootResource("v1", {
  notes: staticResource("notes", {
    list: get().response(z.array(Note)),
    create: post()
      .request(Note.pick({ text: true }))
      .response(Note, { status: 201 })
      .failure(Full),
  }),
});

describe.skipIf(isWithoutChromium("mockRoute"))("mockRoute", { timeout: LIMIT }, () => {
  const mock = createMock(api);
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchChromium(LIMIT);
    page = await browser.newPage();
    await page.route(/^https:/, (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<p>${new URL(route.request().url()).host}`,
      }),
    );
    await mockRoute(page, mock, "https://api.example.test/backend/");
    await page.goto("https://app.example.test/");
  }, LIMIT);
  beforeEach(() => mock.reset());
  afterAll(() => browser?.close());

  /** A call of the page to another origin: status and body, or the name of the error. */
  const call = (method: string, path: string, body?: object) =>
    page.evaluate(
      async ([as, to, json]) => {
        try {
          const response = await fetch(`https://api.example.test/backend${to}`, {
            method: as,
            ...(json === undefined
              ? {}
              : { body: json, headers: { "content-type": "application/json" } }),
          });
          return `${response.status} ${await response.text()}`;
        } catch (error) {
          return (error as Error).name;
        }
      },
      [method, path, body && JSON.stringify(body)] as const,
    );

  test("responds by the state of the mock, under a base path and to another origin", async () => {
    const created = await call("POST", "/v1/notes", { text: "one" });
    expect(created).toMatch(/^201 \{.*"text":"one"/);
    expect(await call("GET", "/v1/notes")).toBe(`200 [${created.slice(4)}]`);
    expect(mock.calls(api.notes.create)).toMatchObject([{ body: { text: "one" } }]);
  });

  test("responds as the server does to a wrong body and a wrong method", async () => {
    expect(await call("POST", "/v1/notes", { text: 1 })).toMatch(/^400 \{.*"pointer":"\/text"/);
    expect(await call("PUT", "/v1/notes", {})).toMatch(/^405 /);
  });

  test("fails and breaks connections as the test says", async () => {
    mock.fail(api.notes.create, Full, undefined, { times: 1 });
    expect(await call("POST", "/v1/notes", { text: "two" })).toMatch(
      /^409 \{"type":"urn:problem-type:full"/,
    );
    mock.cut(api.notes.list, { times: 1 });
    expect(await call("GET", "/v1/notes")).toBe("TypeError");
    expect(await call("GET", "/v1/notes")).toBe("200 []");
  });

  test("passes on what the API does not have", async () => {
    const shown = await page.goto("https://api.example.test/backend/v1/about");
    expect(await shown?.text()).toBe("<p>api.example.test");
    await page.goto("https://app.example.test/");
  });
});
