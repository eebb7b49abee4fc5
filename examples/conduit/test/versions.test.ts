// Versions of articles: nobody overwrites a change that they have not seen, unless they send no version.
import { update } from "bough/client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { api, ArticleChanged, NotYours } from "../src/api.ts";
import { Conduit, emptied } from "./conduit.ts";
import type { Person } from "./conduit.ts";
import { databases } from "./databases.ts";
import type { Opened } from "./databases.ts";

const LIMIT = 120_000;
const WRITERS = 12;

for (const { name, skipped, open } of databases) {
  describe.skipIf(skipped !== undefined)(`the version of an article, with ${name}`, () => {
    let opened: Opened;
    let conduit: Conduit;
    let ada: Person;
    const article = api.articles.article("a-title");

    beforeAll(async () => {
      opened = await open();
    }, LIMIT);
    afterAll(() => opened.close(), LIMIT);
    beforeEach(async () => {
      await emptied(opened.database);
      conduit = new Conduit(opened.database);
      ada = await conduit.signUp("ada");
      const first = { title: "A title", description: "d", body: "0" };
      await ada.client.request(api.articles.create, { article: first }).bodyOrThrow();
    });
    afterEach(() => expect(conduit.errors).toEqual([]));

    const read = () => ada.client.request(article.find).bodyOrThrow();

    test("counts its changes, and no favorites", async () => {
      const first = await read();
      expect(first.article.version).toBe(1);
      await ada.client.request(article.favorite.add).bodyOrThrow();
      expect(await read()).toMatchObject({ article: { version: 1, favoritesCount: 1 } });
      const changes = { article: { body: "one" } };
      const changed = await ada.client
        .request(article.change, changes, { ifMatch: first })
        .bodyOrThrow();
      expect([changed.article.version, changed]).toEqual([2, await read()]);
    });

    test("lets nobody overwrite or remove what they have not seen", async () => {
      const first = await read();
      const write = (body: string, options?: { readonly ifMatch: typeof first | null }) =>
        ada.client.request(article.change, { article: { body } }, options);
      await write("one", { ifMatch: first }).bodyOrThrow();
      for (const ifMatch of [first, null]) {
        const lost = await write("two", { ifMatch });
        expect(lost.failedWith(ArticleChanged) && lost.failure.body).toEqual({
          errors: { article: ["has changed"] },
        });
      }
      const removed = await ada.client.request(article.remove, { ifMatch: first });
      expect(removed.failedWith(ArticleChanged)).toBe(true);
      expect((await read()).article).toMatchObject({ body: "one", version: 2 });
      // RealWorld's clients send no version.
      await write("three").bodyOrThrow();
      expect((await read()).article).toMatchObject({ body: "three", version: 3 });
      const last = await ada.client.request(article.remove, { ifMatch: await read() });
      expect(last.status).toBe(204);
    });

    test("is compared after the rights", async () => {
      const bob = await conduit.signUp("bob");
      const ifMatch = { article: { version: 7 } };
      const changes = { article: { body: "mine" } };
      const foreign = await bob.client.request(article.change, changes, { ifMatch });
      expect(foreign.failedWith(NotYours)).toBe(true);
    });

    test(`lets ${WRITERS} writers add a word each`, { timeout: LIMIT }, async () => {
      await Promise.all(
        Array.from({ length: WRITERS }, async (_, index) => {
          const result = await update(
            ada.client,
            { read: article.find, write: article.change },
            ({ article: { body } }) => ({ article: { body: `${body} ${index + 1}` } }),
            { timeout: LIMIT },
          );
          expect(result.ok).toBe(true);
        }),
      );
      const { body, version } = (await read()).article;
      const words = body.split(" ").map(Number);
      expect(words.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: WRITERS + 1 }, (_, index) => index),
      );
      expect(version).toBe(WRITERS + 1);
    });
  });
}
