// The official client calls every endpoint of Conduit, in both versions of the protocol.
import { routeMcp } from "bough-mcp";
import { endpointsOf } from "bough/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { api } from "../../examples/conduit/src/api.ts";
import { Conduit, emptied, PASSWORD } from "../../examples/conduit/test/conduit.ts";
import { databases, type Opened } from "../../examples/conduit/test/databases.ts";
import {
  connected,
  missingClient,
  type CallResult,
  type OfficialClient,
} from "./official-client.ts";

const [embedded] = databases;

describe.skipIf(missingClient !== undefined && process.env["CI"] === undefined)(
  `the official client${missingClient === undefined ? "" : ` (${missingClient})`}`,
  () => {
    let opened: Opened;
    beforeAll(async () => {
      opened = await (embedded?.open() ?? Promise.reject(new Error("no database")));
    });
    afterAll(() => opened.close());
    const open: OfficialClient[] = [];
    afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));

    test.each(["2026-07-28", "2025-11-25"] as const)(
      "calls every endpoint of Conduit in %s",
      async (version) => {
        await emptied(opened.database);
        const conduit = new Conduit(opened.database);
        const { exposed } = routeMcp(conduit.server, api, {
          expose: [api],
          writes: true,
          style: "tools",
        });
        expect(exposed).toHaveLength(endpointsOf(api).length);
        const anybody = await connected(conduit.server, version);
        open.push(anybody);
        const { tools } = await anybody.listTools();
        expect(tools.map(({ name }) => name)).toEqual(exposed.map(({ tool }) => tool));
        expect(tools.filter(({ description = "" }) => description === "")).toEqual([]);

        const called = new Set<string>();
        const using =
          (client: OfficialClient) =>
          async (name: string, given: object = {}) => {
            called.add(name);
            return client.callTool({ name, arguments: given });
          };
        const valueOf = (result: CallResult): Record<string, Record<string, unknown>> => {
          expect(result.isError, JSON.stringify(result.content)).not.toBe(true);
          const text = result.content[0]?.text ?? "";
          if (result.structuredContent !== undefined) {
            expect(JSON.parse(text)).toEqual(result.structuredContent);
          }
          return text.startsWith("{") ? JSON.parse(text) : {};
        };

        const user = { username: "ada", email: "ada@example.test", password: PASSWORD };
        const signedUp = valueOf(await using(anybody)("users_create", { body: { user } }));
        const signedIn = valueOf(
          await using(anybody)("users_login", {
            body: { user: { email: user.email, password: PASSWORD } },
          }),
        );
        expect(signedIn["user"]?.["username"]).toBe("ada");
        const token = String(signedUp["user"]?.["token"]);
        const bob = await conduit.signUp("bob");
        const ada = await connected(conduit.server, version, { authorization: `Token ${token}` });
        open.push(ada);
        const call = using(ada);

        // The response has the caller's token, and the model does not.
        const found = await call("user_find");
        expect(valueOf(found)["user"]).toMatchObject({ username: "ada", token: "***" });
        expect(JSON.stringify(found)).not.toContain(token);
        valueOf(await call("user_change", { body: { user: { bio: "Countess" } } }));
        const ids = { username: "bob" };
        valueOf(await call("profiles_profile_find", { ids }));
        expect(valueOf(await call("profiles_profile_follow", { ids }))["profile"]).toMatchObject({
          following: true,
        });
        const article = { title: "One", description: "Short", body: "**Long**", tagList: ["a"] };
        await bob.client.request(api.articles.create, { article: { ...article, title: "Other" } });
        valueOf(await call("articles_feed", { parameters: { limit: 5 } }));
        const created = valueOf(await call("articles_create", { body: { article } }));
        const slug = String(created["article"]?.["slug"]);
        const at = { ids: { slug } };
        expect(
          valueOf(await call("articles_list", { parameters: { tag: "a", offset: 0 } })),
        ).toMatchObject({ articlesCount: 2 });
        valueOf(await call("articles_article_find", at));
        valueOf(
          await call("articles_article_change", {
            ...at,
            body: { article: { description: "Shorter" } },
          }),
        );
        const comment = valueOf(
          await call("articles_article_comments_create", {
            ...at,
            body: { comment: { body: "Nice" } },
          }),
        );
        valueOf(await call("articles_article_comments_list", at));
        valueOf(
          await call("articles_article_comments_comment_remove", {
            ids: { slug, id: comment["comment"]?.["id"] },
          }),
        );
        expect(valueOf(await call("articles_article_favorite_add", at))["article"]).toMatchObject({
          favorited: true,
        });
        valueOf(await call("articles_article_favorite_remove", at));
        valueOf(await call("articles_article_remove", at));
        valueOf(await call("tags_list"));
        valueOf(await call("profiles_profile_unfollow", { ids }));
        expect([...called].toSorted()).toEqual(exposed.map(({ tool }) => tool).toSorted());

        // Failures and rejections are for the model.
        const wrong = await using(anybody)("users_login", {
          body: { user: { email: user.email, password: "wrong" } },
        });
        expect(wrong).toMatchObject({
          isError: true,
          structuredContent: { errors: { credentials: ["invalid"] } },
        });
        const refused = await using(anybody)("user_find");
        expect(refused).toMatchObject({ isError: true });
        const invalid = await call("articles_create", { body: { article: { title: "" } } });
        expect(invalid.isError).toBe(true);
        expect(JSON.stringify(invalid.structuredContent)).toContain("title");
        await expect(ada.callTool({ name: "none" })).rejects.toThrow("Unknown tool: none");
        expect(conduit.errors).toEqual([]);
      },
    );
  },
);
