// Every endpoint with values that nobody should send. The server refuses them with a status of its own, in
// RealWorld's format, and its code never throws.
import { endpointsOf } from "bough/contract";
import { SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Tokens } from "../src/accounts/tokens.ts";
import { api } from "../src/api.ts";
import { Database } from "../src/database/database.ts";
import { embedded } from "../src/database/embedded.ts";
import { Conduit, emptied, PASSWORD, SECRET } from "./conduit.ts";
import type { Person } from "./conduit.ts";

let database: Database;
let conduit: Conduit;
let ada: Person;

beforeAll(async () => {
  database = new Database(embedded({}));
  await database.query("select 1");
}, 120_000);
afterAll(() => database.close());
beforeEach(async () => {
  await emptied(database);
  conduit = new Conduit(database);
  ada = await conduit.signUp("ada");
  const article = { title: "One", description: "d", body: "b" };
  await conduit.send("POST", "/articles", { article }, authorization(ada.token));
}, 120_000);
afterEach(() => expect(conduit.errors).toEqual([]));

function authorization(token: string): Record<string, string> {
  return { authorization: `Token ${token}` };
}

/** Equal to what is wrong, in the words of one field at least. */
const FORMAT = {
  asymmetricMatch: (body: unknown): boolean => {
    const fields = Object.values(Object((body as { errors?: unknown } | null)?.errors) as object);
    return fields.length > 0 && fields.every(isWords);
  },
};

function isWords(messages: unknown): boolean {
  return (
    Array.isArray(messages) &&
    messages.length > 0 &&
    messages.every((message) => typeof message === "string" && message !== "")
  );
}

/** Each endpoint with a body that it accepts; `undefined` for those without a body. */
const bodies: Record<string, Record<string, unknown>> = {
  "POST /api/users": { user: { username: "bob", email: "bob@x.test", password: PASSWORD } },
  "POST /api/users/login": { user: { email: "ada@example.test", password: PASSWORD } },
  "PUT /api/user": { user: { username: "ada2" } },
  "POST /api/articles": { article: { title: "t", description: "d", body: "b", tagList: ["a"] } },
  "PUT /api/articles/{slug}": { article: { title: "t" } },
  "POST /api/articles/{slug}/comments": { comment: { body: "c" } },
};
const endpoints = endpointsOf(api).map(({ method, template }) => `${method} ${template}`);

async function send(
  endpoint: string,
  body?: unknown,
  headers: Record<string, string> = {},
): ReturnType<Conduit["send"]> {
  const [method = "", template = ""] = endpoint.split(" ");
  const path = template
    .replace("/api", "")
    .replace("{slug}", "one")
    .replace("{username}", "ada")
    .replace("{id}", "1");
  return conduit.send(method, path, body, { ...authorization(ada.token), ...headers });
}

test("the list of bodies is complete", () => {
  const withBody = endpointsOf(api).filter(({ request }) => request !== undefined);
  expect(withBody.map(({ method, template }) => `${method} ${template}`).sort()).toEqual(
    Object.keys(bodies).sort(),
  );
});

describe.each(Object.entries(bodies))("%s", (endpoint, good) => {
  const [[envelope, members]] = Object.entries(good) as [[string, Record<string, unknown>]];

  test("accepts the body that the others are made of", async () => {
    expect((await send(endpoint, good)).status).toBeLessThan(300);
  });

  test.each([
    ["null", null],
    ["a list", []],
    ["a text", '"x"'],
    ["an empty object", {}],
    ["another envelope", { x: members }],
    ["null in the envelope", { [envelope]: null }],
    ["a list in the envelope", { [envelope]: [members] }],
  ])("refuses %s with 422", async (_, body) => {
    const answer = await send(endpoint, body === null ? "null" : body);
    expect(answer).toMatchObject({ status: 422, body: FORMAT });
  });

  test.each([
    ["no JSON", "{", 422],
    ["a number that JSON cannot hold", '{"a":1e999}', 422],
    ["a key that sets a prototype", '{"__proto__":{"admin":true}}', 422],
    ["too many levels", "[".repeat(2_000) + "]".repeat(2_000), 422],
    ["too many bytes", `"${"x".repeat(1_600_000)}"`, 413],
  ])("refuses %s", async (_, body, status) => {
    expect(await send(endpoint, body)).toMatchObject({ status, body: FORMAT });
  });

  test("refuses another media type", async () => {
    const answer = await send(endpoint, "user=ada", {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(answer).toMatchObject({ status: 415, body: FORMAT });
  });

  test.each(Object.keys(members))("refuses wrong values of %s", async (name) => {
    const wrong: unknown[] = [7, true, {}, [[]], "", "x".repeat(100_001), "\ud800", "a\u0000b"];
    for (const value of wrong) {
      const answer = await send(endpoint, { [envelope]: { ...members, [name]: value } });
      expect([400, 413, 422], JSON.stringify(value).slice(0, 50)).toContain(answer.status);
      expect(answer.body).toEqual(FORMAT);
    }
  });

  test("does not write members that it does not know", async () => {
    const more = { id: 987654, author: 987654, admin: true, slug: "x", createdAt: "2000-01-01" };
    const answer = await send(endpoint, { [envelope]: { ...members, ...more }, more });
    expect(answer.status).toBeLessThan(300);
    expect(JSON.stringify(answer.body)).not.toMatch(/987654|admin|2000-01-01|"slug":"x"/);
  });
});

describe("tokens", () => {
  const secured = endpointsOf(api).filter(
    ({ security = [] }) => !security.some((one) => one["~security"] === "anonymous"),
  );

  test("guard the endpoints that need a user", () => {
    expect(secured).toHaveLength(12);
  });

  async function forged(changes: (jwt: SignJWT) => SignJWT, secret = SECRET): Promise<string> {
    const jwt = new SignJWT()
      .setProtectedHeader({ alg: "HS256" })
      .setSubject("1")
      .setIssuer("conduit")
      .setAudience("conduit")
      .setExpirationTime("1h");
    return changes(jwt).sign(secret);
  }
  const same = (jwt: SignJWT): SignJWT => jwt;
  const plain = (text: object): string => Buffer.from(JSON.stringify(text)).toString("base64url");

  test.each<[string, () => Promise<string> | string]>([
    ["nothing", () => ""],
    ["no token", () => "x"],
    ["an expired token", () => new Tokens(SECRET, -1).issue(1)],
    ["another secret", () => forged(same, new Uint8Array(32).fill(8))],
    ["another issuer", () => forged((jwt) => jwt.setIssuer("other"))],
    ["another audience", () => forged((jwt) => jwt.setAudience("other"))],
    ["a user that does not exist", () => forged((jwt) => jwt.setSubject("4711"))],
    ["a subject that is no number", () => forged((jwt) => jwt.setSubject("1 or 1=1"))],
    ["a subject that no number holds", () => forged((jwt) => jwt.setSubject("9".repeat(40)))],
    ["no signature", () => `${plain({ alg: "none" })}.${plain({ sub: "1" })}.`],
  ])("%s is 401, everywhere", async (_, token) => {
    const given = await token();
    for (const { method, template } of endpointsOf(api)) {
      if (template.startsWith("/api/users") || template === "/api/tags") continue;
      const endpoint = `${method} ${template}`;
      const answer = await send(endpoint, bodies[endpoint], authorization(given));
      expect(answer, endpoint).toMatchObject({ status: 401, body: FORMAT });
      expect(answer.headers.get("www-authenticate")).toBe('Token realm="token"');
    }
  });

  test("are needed where the caller writes", async () => {
    for (const { method, template } of secured) {
      const endpoint = `${method} ${template}`;
      const answer = await send(endpoint, bodies[endpoint], { authorization: "" });
      expect(answer, endpoint).toMatchObject({ status: 401, body: FORMAT });
    }
  });
});

describe("names", () => {
  test.each([
    " ada",
    "ada ",
    "a  b",
    ".",
    "..",
    "a/b",
    "a\nb",
    "a\u200bb",
    "\u202eada",
    "<script>",
    "a'; drop table users; --",
    "x".repeat(41),
  ])("%j is no user name", async (username) => {
    const user = { username, email: "x@x.test", password: PASSWORD };
    expect((await conduit.send("POST", "/users", { user })).status).toBe(422);
  });

  test.each(["Ольга", "李小龙", "Zoë_ß", "J. R. R. Tolkien", "محمد", "__proto__", "constructor"])(
    "%j is one",
    async (username) => {
      const user = { username, email: "x@x.test", password: PASSWORD };
      expect((await conduit.send("POST", "/users", { user })).status).toBe(201);
      const found = await conduit.send("GET", `/profiles/${encodeURIComponent(username)}`);
      expect(found.body).toMatchObject({ profile: { username: username.normalize("NFC") } });
    },
  );
});

describe("texts", () => {
  const script = '<script>alert(1)</script><img src=x onerror="alert(2)">[x](javascript:alert(3))';

  test("with scripts are kept as they are, as JSON and never as HTML", async () => {
    const article = {
      title: script,
      description: script,
      body: script,
      tagList: [script.slice(0, 40)],
    };
    const made = await conduit.send("POST", "/articles", { article }, authorization(ada.token));
    expect(made).toMatchObject({ status: 201, body: { article } });
    expect(made.headers.get("content-type")).toBe("application/json");
    expect(made.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("are data, never SQL", async () => {
    const evil = "'; drop table users; --";
    for (const name of ["tag", "author", "favorited"]) {
      const answer = await conduit.send("GET", `/articles?${name}=${encodeURIComponent(evil)}`);
      expect(answer.body).toEqual({ articles: [], articlesCount: 0 });
    }
    expect((await conduit.send("GET", `/profiles/${encodeURIComponent(evil)}`)).status).toBe(404);
    expect((await conduit.send("GET", "/profiles/ada")).status).toBe(200);
  });

  test("as long as allowed are stored whole", async () => {
    const body = "\u{1F600}".repeat(100_000);
    const article = { title: "Long", description: "d", body };
    const made = await conduit.send("POST", "/articles", { article }, authorization(ada.token));
    expect(made).toMatchObject({ status: 201, body: { article: { body } } });
  });
});

describe("addresses of pictures", () => {
  test.each([
    "https://x.test/\u0000",
    "https://x.test/a\u0000b.png",
    "https://x.test/\ud800",
    "https://x.test/\udc00.png",
    "https://x.test/\u001f",
    "https://x.test/\u007f",
    "https://x.test/a b",
    "https://x.test/ü",
    "javascript:alert(1)",
    "//x.test/a.png",
    " https://x.test/a.png",
    "https://x.test/a.png\n",
  ])("%j is 422, and nothing of it is stored", async (image) => {
    const answer = await send("PUT /api/user", { user: { image } });
    expect(answer).toMatchObject({ status: 422, body: { errors: { image: ["is invalid"] } } });
    expect((await send("GET /api/user")).body).toMatchObject({ user: { image: null } });
  });

  test.each(["https://x.test/a.png?b=%20&c[]=1#d", "http://[::1]:81/~ada/(1)"])(
    "%j is stored as it is",
    async (image) => {
      const answer = await send("PUT /api/user", { user: { image } });
      expect(answer).toMatchObject({ status: 200, body: { user: { image } } });
    },
  );

  test.each(["a\u0000@x.test", "a\ud800@x.test", "a@x\u0000.test", "a@\udfff.test"])(
    "%j is no address of a person either",
    async (email) => {
      expect(await send("PUT /api/user", { user: { email } })).toMatchObject({
        status: 422,
        body: { errors: { email: expect.any(Array) as string[] } },
      });
    },
  );
});

describe("addresses", () => {
  test.each([
    ["/articles?limit=0", 422],
    ["/articles?limit=101", 422],
    ["/articles?limit=x", 422],
    ["/articles?limit=1&limit=2", 422],
    ["/articles?offset=-1", 422],
    ["/articles?offset=99999999999999999999", 422],
    [`/articles?tag=${"x".repeat(41)}`, 422],
    ["/articles?tag=%00", 422],
    ["/articles/%00", 404],
    ["/articles/%ff", 400],
    [`/articles/${"x".repeat(121)}`, 404],
    [`/articles/${"x".repeat(9_000)}`, 414],
    ["/articles/one/comments/0", 404],
    ["/articles/one/comments/99999999999", 404],
    ["/nothing", 404],
    ["//users", 404],
    ["/users/", 404],
  ])("%s is answered in the API's format", async (path, status) => {
    const method = path.includes("comments/") ? "DELETE" : "GET";
    const answer = await conduit.send(method, path, undefined, authorization(ada.token));
    expect(answer).toMatchObject({ status: status === 400 ? 422 : status, body: FORMAT });
  });

  test("answer 405 to methods that they do not have", async () => {
    for (const endpoint of endpoints) {
      const answer = await send(endpoint.replace(/^\w+/, "PATCH"));
      expect(answer, endpoint).toMatchObject({ status: 405, body: FORMAT });
      expect(answer.headers.get("allow")).toContain(endpoint.split(" ")[0]);
    }
  });
});
