// What RealWorld's specification says about statuses, error bodies and empty texts, request by request.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Database } from "../src/database/database.ts";
import { embedded } from "../src/database/embedded.ts";
import { Conduit, emptied, PASSWORD } from "./conduit.ts";
import type { Person } from "./conduit.ts";

let database: Database;
let conduit: Conduit;
let ada: Person;
let bob: Person;
let slug: string;

beforeAll(async () => {
  database = new Database(embedded({}));
  await database.query("select 1");
}, 120_000);
afterAll(() => database.close());
beforeEach(async () => {
  await emptied(database);
  conduit = new Conduit(database);
  ada = await conduit.signUp("ada");
  bob = await conduit.signUp("bob");
  const article = { title: "A title", description: "d", body: "b" };
  const made = await as(ada, "POST", "/articles", { article });
  slug = (made.body as { article: { slug: string } }).article.slug;
}, 120_000);
afterEach(() => expect(conduit.errors).toEqual([]));

type Sent = Awaited<ReturnType<Conduit["send"]>>;

function as(person: Person, method: string, path: string, body?: unknown): Promise<Sent> {
  return conduit.send(method, path, body, { authorization: `Token ${person.token}` });
}

const user = { username: "eve", email: "eve@example.test", password: PASSWORD };
const login = { email: "ada@example.test", password: PASSWORD };
const article = { title: "t", description: "d", body: "b" };

describe("a text that is empty or left out is 422, at its field", () => {
  const requests: readonly (readonly [string, string, string, object])[] = [
    ...Object.keys(user).map((field) => ["/users", field, "user", user] as const),
    ...Object.keys(login).map((field) => ["/users/login", field, "user", login] as const),
    ...Object.keys(article).map((field) => ["/articles", field, "article", article] as const),
    ["/articles/a-title/comments", "body", "comment", { body: "c" }],
  ];

  test.each(requests)("POST %s without its %s", async (path, field, envelope, members) => {
    for (const value of ["", undefined]) {
      const answer = await as(ada, "POST", path, { [envelope]: { ...members, [field]: value } });
      expect([answer.status, answer.body]).toEqual([
        422,
        { errors: { [field]: ["can't be blank"] } },
      ]);
    }
  });

  test("names every field that is wrong", async () => {
    const wrong = { user: { username: "<b>", email: "", password: "short" } };
    expect((await conduit.send("POST", "/users", wrong)).body).toEqual({
      errors: {
        username: ["is invalid"],
        email: ["can't be blank"],
        password: ["must have a length of at least 8"],
      },
    });
  });
});

describe("a change of the account", () => {
  test.each(["username", "email", "password"])("keeps %s from being removed", async (field) => {
    for (const value of ["", null]) {
      const answer = await as(ada, "PUT", "/user", { user: { [field]: value } });
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { [field]: expect.any(Array) as string[] } },
      });
    }
  });

  test.each([
    ["bio", "I write"],
    ["image", "https://example.test/ada.png"],
  ])("takes an empty %s as null", async (field, text) => {
    for (const empty of ["", null]) {
      const given = await as(ada, "PUT", "/user", { user: { [field]: text } });
      expect(given.body).toMatchObject({ user: { [field]: text } });
      const removed = await as(ada, "PUT", "/user", { user: { [field]: empty } });
      expect(removed).toMatchObject({ status: 200, body: { user: { [field]: null } } });
      expect((await as(ada, "GET", "/user")).body).toMatchObject({ user: { [field]: null } });
    }
  });

  test("takes passwords of 8 to at least 64 characters without other rules", async () => {
    const change = (password: string) => as(ada, "PUT", "/user", { user: { password } });
    expect((await change("sevenup")).status).toBe(422);
    expect((await change("bonjour1")).status).toBe(200);
    expect((await change("a".repeat(64))).status).toBe(200);
  });
});

describe("names and passwords", () => {
  test.each([
    ["username", { ...user, username: "ada" }],
    ["email", { ...user, email: "ada@example.test" }],
  ])("a %s that somebody has is 409", async (field, taken) => {
    const answer = await conduit.send("POST", "/users", { user: taken });
    expect([answer.status, answer.body]).toEqual([
      409,
      { errors: { [field]: ["has already been taken"] } },
    ]);
  });

  test("a wrong password is 401, with a challenge", async () => {
    const wrong = { user: { ...login, password: "wrong password" } };
    const { status, body, headers } = await conduit.send("POST", "/users/login", wrong);
    expect([status, body]).toEqual([401, { errors: { credentials: ["invalid"] } }]);
    expect(headers.get("www-authenticate")).toBe('Token realm="token"');
  });

  test("a token that is missing is told from one that is invalid", async () => {
    const ask = (headers: Record<string, string>) =>
      conduit.send("GET", "/user", undefined, headers);
    expect(await ask({})).toMatchObject({
      status: 401,
      body: { errors: { token: ["is missing"] } },
    });
    expect(await ask({ authorization: "Token x" })).toMatchObject({
      status: 401,
      body: { errors: { token: ["is invalid"] } },
    });
  });
});

describe("what is not there, or somebody else's", () => {
  test.each([
    ["GET", "/profiles/nobody", "profile"],
    ["POST", "/profiles/nobody/follow", "profile"],
    ["DELETE", "/profiles/nobody/follow", "profile"],
    ["GET", "/articles/none", "article"],
    ["PUT", "/articles/none", "article"],
    ["DELETE", "/articles/none", "article"],
    ["POST", "/articles/none/favorite", "article"],
    ["DELETE", "/articles/none/favorite", "article"],
    ["GET", "/articles/none/comments", "article"],
    ["POST", "/articles/none/comments", "article"],
    ["DELETE", "/articles/none/comments/1", "article"],
    ["DELETE", "/articles/a-title/comments/4711", "comment"],
  ])("%s %s is 404 and names the %s", async (method, path, thing) => {
    const bodies: Record<string, object> = {
      "/articles/none": { article: { title: "t" } },
      "/articles/none/comments": { comment: { body: "c" } },
    };
    const body = /^P(?:OST|UT)$/.test(method) ? bodies[path] : undefined;
    const answer = await as(ada, method, path, body);
    expect([answer.status, answer.body]).toEqual([404, { errors: { [thing]: ["not found"] } }]);
  });

  test("is 403 and names the thing", async () => {
    const made = await as(ada, "POST", `/articles/${slug}/comments`, { comment: { body: "c" } });
    expect(made).toMatchObject({ status: 201, body: { comment: { id: 1, body: "c" } } });
    const forbidden = (thing: string) => ({
      status: 403,
      body: { errors: { [thing]: ["forbidden"] } },
    });
    expect(await as(bob, "DELETE", `/articles/${slug}`)).toMatchObject(forbidden("article"));
    expect(await as(bob, "PUT", `/articles/${slug}`, { article: { body: "x" } })).toMatchObject(
      forbidden("article"),
    );
    expect(await as(bob, "DELETE", `/articles/${slug}/comments/1`)).toMatchObject(
      forbidden("comment"),
    );
  });
});

test("an article keeps its tags until a change names others, and null is refused", async () => {
  const change = (changes: object) => as(ada, "PUT", `/articles/${slug}`, { article: changes });
  const tagged = await change({ tagList: ["a", "b"] });
  expect(tagged.body).toMatchObject({ article: { tagList: ["a", "b"] } });
  expect((await change({ body: "x" })).body).toMatchObject({ article: { tagList: ["a", "b"] } });
  expect((await change({ tagList: null })).status).toBe(422);
  expect((await change({ tagList: [] })).body).toMatchObject({ article: { tagList: [] } });
});
