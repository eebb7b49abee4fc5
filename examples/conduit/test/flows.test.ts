// Everything that RealWorld describes, by the typed client, with both databases.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { items, type Client } from "bough/client";
import { api, NotFound, NotYours, OwnProfile, Taken, WrongPassword } from "../src/api.ts";
import type { Article, NewArticle } from "../src/api.ts";
import { Conduit, emptied, PASSWORD } from "./conduit.ts";
import type { Person } from "./conduit.ts";
import { databases } from "./databases.ts";
import type { Opened } from "./databases.ts";

const LIMIT = 120_000;
const { articles } = api;
const { profile } = api.profiles;

function article(changes: Partial<NewArticle> = {}): { article: NewArticle } {
  return { article: { title: "A title", description: "Short", body: "**Long**", ...changes } };
}

async function publish(client: Client, changes: Partial<NewArticle> = {}): Promise<Article> {
  return (await client.request(articles.create, article(changes)).bodyOrThrow()).article;
}

for (const { name, skipped, open } of databases) {
  describe.skipIf(skipped !== undefined)(`Conduit with ${name}`, () => {
    let opened: Opened;
    let conduit: Conduit;
    let ada: Person;
    let bob: Person;

    beforeAll(async () => {
      opened = await open();
    }, LIMIT);
    afterAll(() => opened.close(), LIMIT);
    beforeEach(async () => {
      await emptied(opened.database);
      conduit = new Conduit(opened.database);
      ada = await conduit.signUp("Ada Lovelace");
      bob = await conduit.signUp("bob");
    }, LIMIT);
    afterEach(() => expect(conduit.errors).toEqual([]));

    describe("users", () => {
      test("sign up, sign in and see themselves", async () => {
        const { user } = await conduit.client
          .request(api.users.login, {
            user: { email: "ADALOVELACE@example.test", password: PASSWORD },
          })
          .bodyOrThrow();
        expect(user).toEqual({
          username: "Ada Lovelace",
          email: "adalovelace@example.test",
          bio: null,
          image: null,
          token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        });
        const found = await conduit.clientOf(user.token).request(api.user.find).bodyOrThrow();
        expect(found).toEqual({ user });
      });

      test("get one message for a wrong password and for an unknown address", async () => {
        for (const email of [ada.email, "nobody@example.test"]) {
          const login = { user: { email, password: "wrong password" } };
          const result = await conduit.client.request(api.users.login, login);
          expect(result.failedWith(WrongPassword) && result.failure.body).toEqual({
            errors: { credentials: ["invalid"] },
          });
        }
      });

      test("change what they give, and nothing else", async () => {
        const change = async (user: object): Promise<unknown> =>
          (await ada.client.request(api.user.change, { user }).bodyOrThrow()).user;
        const { token, username, email } = ada;
        const image = "https://example.test/ada.png";
        expect(await change({ bio: "Countess", image })).toEqual({
          token,
          username,
          email,
          image,
          bio: "Countess",
        });
        expect(await change({})).toMatchObject({ bio: "Countess", image });
        expect(await change({ bio: "", image: null })).toMatchObject({ bio: null, image: null });
        expect(await change({ username: "Ada", email: "ada@example.test" })).toMatchObject({
          username: "Ada",
          email: "ada@example.test",
        });
        await change({ password: "another password" });
        const login = (password: string) =>
          conduit.client.request(api.users.login, {
            user: { email: "ada@example.test", password },
          });
        expect((await login(PASSWORD)).failedWith(WrongPassword)).toBe(true);
        expect((await login("another password")).ok).toBe(true);
      });

      test.each([
        ["another case", "ADA LOVELACE"],
        ["full width", "Ａｄａ Ｌｏｖｅｌａｃｅ"],
      ])("cannot have a name of somebody else in %s", async (_, username) => {
        const user = { username, email: "other@example.test", password: PASSWORD };
        const created = await conduit.client.request(api.users.create, { user });
        expect(created.failedWith(Taken) && created.failure.body).toEqual({
          errors: { username: ["has already been taken"] },
        });
        const changed = await bob.client.request(api.user.change, { user: { username } });
        expect(changed.failedWith(Taken)).toBe(true);
      });

      test("are found by any spelling of their name", async () => {
        await conduit.signUp("Zo\u0065\u0301 Straße");
        for (const spelling of ["Zo\u00e9 Straße", "ZOE\u0301 STRASSE", "zoé strasse"]) {
          const found = await conduit.client.request(profile(spelling).find).bodyOrThrow();
          expect(found.profile.username).toBe("Zo\u00e9 Straße");
        }
      });

      test("cannot have an address of somebody else in another case", async () => {
        const user = { username: "other", email: "AdaLovelace@Example.TEST", password: PASSWORD };
        const created = await conduit.client.request(api.users.create, { user });
        expect(created.failedWith(Taken) && created.failure.body).toEqual({
          errors: { email: ["has already been taken"] },
        });
      });

      test("who take one name at the same time: one has it", async () => {
        const results = await Promise.all(
          Array.from({ length: 8 }, (_, index) => {
            const username = index % 2 === 0 ? "Same Name" : "same name";
            const user = { username, email: `${index}@example.test`, password: PASSWORD };
            return conduit.client.request(api.users.create, { user });
          }),
        );
        expect(results.filter(({ ok }) => ok)).toHaveLength(1);
        expect(results.filter((result) => result.failedWith(Taken))).toHaveLength(7);
      });
    });

    describe("profiles", () => {
      test("show whether the caller follows", async () => {
        const following = async (client: Client): Promise<boolean> =>
          (await client.request(profile("bob").find).bodyOrThrow()).profile.following;
        expect(await following(ada.client)).toBe(false);
        for (let times = 0; times < 2; times++) {
          const followed = await ada.client.request(profile("BOB").follow).bodyOrThrow();
          expect(followed.profile).toEqual({
            username: "bob",
            bio: null,
            image: null,
            following: true,
          });
        }
        expect(await following(ada.client)).toBe(true);
        expect(await following(bob.client)).toBe(false);
        expect(await following(conduit.client)).toBe(false);
        for (let times = 0; times < 2; times++) {
          const left = await ada.client.request(profile("bob").unfollow).bodyOrThrow();
          expect(left.profile.following).toBe(false);
        }
        expect(await following(ada.client)).toBe(false);
      });

      test("of nobody are not found, and nobody follows themselves", async () => {
        for (const endpoint of [profile("x").find, profile("x").follow, profile("x").unfollow]) {
          expect((await ada.client.request(endpoint)).failedWith(NotFound)).toBe(true);
        }
        const self = await ada.client.request(profile(ada.username).follow);
        expect(self.failedWith(OwnProfile)).toBe(true);
      });
    });

    describe("articles", () => {
      test("are published, found, changed and removed by their author", async () => {
        const made = await publish(ada.client, {
          title: "Crème brûlée!",
          tagList: ["b", "a", "b"],
        });
        expect(made).toEqual({
          slug: "creme-brulee",
          title: "Crème brûlée!",
          description: "Short",
          body: "**Long**",
          tagList: ["b", "a"],
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          updatedAt: made.createdAt,
          favorited: false,
          version: 1,
          favoritesCount: 0,
          author: { username: "Ada Lovelace", bio: null, image: null, following: false },
        });
        const { find, change, remove } = articles.article("creme-brulee");
        expect(await conduit.client.request(find).bodyOrThrow()).toEqual({ article: made });

        const changes = { article: { body: "Other" } };
        expect((await bob.client.request(change, changes)).failedWith(NotYours)).toBe(true);
        expect((await bob.client.request(remove)).failedWith(NotYours)).toBe(true);
        const changed = (await ada.client.request(change, changes).bodyOrThrow()).article;
        expect(changed).toEqual({
          ...made,
          body: "Other",
          version: 2,
          updatedAt: changed.updatedAt,
        });
        expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(made.createdAt));

        const renamed = { article: { title: "Custard", tagList: [] } };
        const moved = (await ada.client.request(change, renamed).bodyOrThrow()).article;
        expect(moved).toMatchObject({
          slug: "custard",
          title: "Custard",
          body: "Other",
          tagList: [],
        });
        expect((await conduit.client.request(find)).failedWith(NotFound)).toBe(true);

        const custard = articles.article("custard");
        expect((await ada.client.request(custard.remove)).status).toBe(204);
        expect((await ada.client.request(custard.remove)).failedWith(NotFound)).toBe(true);
        expect((await ada.client.request(custard.change, renamed)).failedWith(NotFound)).toBe(true);
      });

      test("keep their slug when their title has the same words", async () => {
        await publish(ada.client, { title: "Same words" });
        const { change } = articles.article("same-words");
        const next = { article: { title: "Same, words!" } };
        const changed = await ada.client.request(change, next).bodyOrThrow();
        expect(changed.article).toMatchObject({ slug: "same-words", title: "Same, words!" });
      });

      test.each([
        ["feed", "article-feed"],
        ["!?", "article"],
        ["日本語 の 記事", "日本語-の-記事"],
        ["<script>alert(1)</script>", "script-alert-1-script"],
        ["../../etc/passwd", "etc-passwd"],
      ])("with the title %j have the slug %j", async (title, slug) => {
        expect((await publish(ada.client, { title })).slug).toBe(slug);
        const found = await conduit.client.request(articles.article(slug).find).bodyOrThrow();
        expect(found.article.title).toBe(title);
      });

      test("with one title have different slugs, also at the same time", async () => {
        const made = await Promise.all(
          Array.from({ length: 6 }, (_, index) =>
            publish(index % 2 === 0 ? ada.client : bob.client, { title: "One title" }),
          ),
        );
        expect(new Set(made.map(({ slug }) => slug)).size).toBe(6);
        expect(made.filter(({ slug }) => slug === "one-title")).toHaveLength(1);
        const renamed = await Promise.all(
          made.map(({ slug, author }) =>
            (author.username === "bob" ? bob : ada).client
              .request(articles.article(slug).change, { article: { title: "Two title" } })
              .bodyOrThrow(),
          ),
        );
        expect(new Set(renamed.map(({ article: { slug } }) => slug)).size).toBe(6);
      });

      test("are listed newest first, by tag, author and favorites, page by page", async () => {
        for (let index = 0; index < 5; index++) {
          const writer = index < 3 ? ada : bob;
          await publish(writer.client, {
            title: `Article ${index}`,
            tagList: [`even${index % 2}`],
          });
        }
        await bob.client.request(articles.article("article-0").favorite.add);
        const slugs = async (
          parameters: Parameters<typeof list>[0],
        ): Promise<readonly [string[], number]> => {
          const { articles: found, articlesCount } = await list(parameters);
          return [found.map(({ slug }) => slug.replace("article-", "")), articlesCount];
        };
        const list = (parameters: {
          tag?: string;
          author?: string;
          favorited?: string;
          limit?: number;
          offset?: number;
        }) => conduit.client.request(articles.list, { parameters }).bodyOrThrow();
        expect(await slugs({})).toEqual([["4", "3", "2", "1", "0"], 5]);
        expect(await slugs({ limit: 2 })).toEqual([["4", "3"], 5]);
        expect(await slugs({ limit: 2, offset: 4 })).toEqual([["0"], 5]);
        expect(await slugs({ offset: 9 })).toEqual([[], 5]);
        expect(await slugs({ tag: "even0" })).toEqual([["4", "2", "0"], 3]);
        expect(await slugs({ author: "ADA LOVELACE" })).toEqual([["2", "1", "0"], 3]);
        expect(await slugs({ author: "nobody" })).toEqual([[], 0]);
        expect(await slugs({ favorited: "Bob" })).toEqual([["0"], 1]);
        expect(await slugs({ tag: "even0", author: "bob", limit: 1 })).toEqual([["4"], 1]);
        const all: string[] = [];
        for await (const { slug } of items(conduit.client, articles.list, {
          parameters: { limit: 2 },
        })) {
          all.push(slug.replace("article-", ""));
        }
        expect(all).toEqual(["4", "3", "2", "1", "0"]);
        const [first] = (await list({ limit: 1 })).articles;
        expect(first).not.toHaveProperty("body");
        expect((await conduit.client.request(api.tags.list).bodyOrThrow()).tags).toEqual([
          "even0",
          "even1",
        ]);
      });

      test("of those whom somebody follows are the feed", async () => {
        await publish(ada.client);
        await publish(bob.client);
        expect((await bob.client.request(articles.feed).bodyOrThrow()).articles).toEqual([]);
        await bob.client.request(profile("ada lovelace").follow);
        const feed = await bob.client.request(articles.feed).bodyOrThrow();
        expect(feed).toMatchObject({
          articles: [{ slug: "a-title", author: { username: "Ada Lovelace", following: true } }],
          articlesCount: 1,
        });
      });

      test("are favorites once for each user", async () => {
        await publish(ada.client);
        const { favorite, find } = articles.article("a-title");
        await Promise.all([1, 2, 3].map(() => ada.client.request(favorite.add).bodyOrThrow()));
        const second = (await bob.client.request(favorite.add).bodyOrThrow()).article;
        expect(second).toMatchObject({ favorited: true, favoritesCount: 2 });
        const left = (await bob.client.request(favorite.remove).bodyOrThrow()).article;
        expect(left).toMatchObject({ favorited: false, favoritesCount: 1 });
        const seen = (await conduit.client.request(find).bodyOrThrow()).article;
        expect(seen).toMatchObject({ favorited: false, favoritesCount: 1 });
        const missing = articles.article("missing").favorite;
        for (const endpoint of [missing.add, missing.remove]) {
          expect((await ada.client.request(endpoint)).failedWith(NotFound)).toBe(true);
        }
      });
    });

    describe("comments", () => {
      test("are added, listed newest first, and removed by their author", async () => {
        await publish(ada.client);
        const { comments } = articles.article("a-title");
        const first = await bob.client.request(comments.create, { comment: { body: "<b>1" } });
        const { comment } = first.bodyOrThrow();
        expect(comment).toEqual({
          id: 1,
          body: "<b>1",
          createdAt: comment.updatedAt,
          updatedAt: expect.stringMatching(/Z$/),
          author: { username: "bob", bio: null, image: null, following: false },
        });
        await ada.client.request(comments.create, { comment: { body: "2" } });
        await ada.client.request(profile("bob").follow);
        const { comments: all } = await ada.client.request(comments.list).bodyOrThrow();
        expect(all.map(({ body, author }) => [body, author.following])).toEqual([
          ["2", false],
          ["<b>1", true],
        ]);
        const { remove } = comments.comment(comment.id);
        expect((await ada.client.request(remove)).failedWith(NotYours)).toBe(true);
        expect((await bob.client.request(remove)).status).toBe(204);
        expect((await bob.client.request(remove)).failedWith(NotFound)).toBe(true);
        await ada.client.request(articles.article("a-title").remove);
        expect((await ada.client.request(comments.list)).failedWith(NotFound)).toBe(true);
      });

      test("belong to one article", async () => {
        await publish(ada.client, { title: "One" });
        await publish(ada.client, { title: "Two" });
        const { comments } = articles.article("one");
        await ada.client.request(comments.create, { comment: { body: "1" } });
        const elsewhere = articles.article("two").comments.comment(1).remove;
        expect((await ada.client.request(elsewhere)).failedWith(NotFound)).toBe(true);
        const nowhere = articles.article("three").comments;
        for (const call of [
          ada.client.request(nowhere.list),
          ada.client.request(nowhere.create, { comment: { body: "1" } }),
        ]) {
          expect((await call).failedWith(NotFound)).toBe(true);
        }
      });
    });
  });
}
