// A mock has versions: who has not seen the current one changes nothing.
import {
  del,
  dynamicResource,
  failure,
  get,
  patch,
  plainText,
  post,
  put,
  rootResource,
  staticResource,
  type AnyEndpoint,
} from "bough";
import { createClient, update } from "bough/client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { createMock } from "./create-mock.ts";

const Note = z.object({ id: z.string(), text: z.string(), version: z.int() });
const Text = z.object({ text: z.string() });
const Changed = failure("note-changed", 412).body(z.object({ current: Note, by: z.string() }));
const versioned = { version: "version" } as const;

const api = rootResource("v1", {
  notes: staticResource("notes", {
    create: post().request(Text).response(Note, { status: 201 }),
    note: dynamicResource("note", {
      find: get().response(Note).conditional(versioned),
      replace: put()
        .request(Text)
        .response(Note)
        .conditional({ ...versioned, changed: Changed }),
      change: patch()
        .request(Text)
        .response(Note)
        .conditional({ ...versioned, required: false }),
      remove: del().conditional(versioned),
    }),
  }),
  // A PUT creates, and the version is not in the body.
  pages: staticResource("pages", {
    page: dynamicResource("page", {
      find: get().response(Text).conditional(),
      save: put().request(Text).response(Text).conditional(),
    }),
  }),
});

function setup(options: object = {}) {
  const mock = createMock(api, options);
  const client = createClient({ baseUrl: "http://mock.test", fetch: mock.fetch, retry: 0 });
  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    mock.fetch(`http://mock.test/v1/${path}`, {
      method,
      ...(method === "GET" || method === "DELETE"
        ? { headers }
        : {
            body: '{"text":"b"}',
            headers: { "content-type": "application/json", ...headers },
          }),
    });
  return { mock, client, ask };
}

describe("an entity with a version", () => {
  test("has a tag, which a change replaces", async () => {
    const { client, ask } = setup();
    const { id } = await client.request(api.notes.create, { text: "a" }).bodyOrThrow();
    const first = await ask("GET", `notes/${id}`);
    expect([await first.json(), first.headers.get("etag")]).toEqual([
      { id, text: "a", version: 1 },
      '"1"',
    ]);
    const saved = await ask("PUT", `notes/${id}`, { "if-match": '"1"' });
    expect(await saved.json()).toEqual({ id, text: "b", version: 2 });
    const tagsOf = async (noneMatch: string) => {
      const { status, headers } = await ask("GET", `notes/${id}`, { "if-none-match": noneMatch });
      return [status, headers.get("etag")];
    };
    expect(await tagsOf('"1"')).toEqual([200, '"2"']);
    expect(await tagsOf('"2"')).toEqual([304, '"2"']);
  });

  test.each([
    ["PUT", {}, 428],
    ["DELETE", {}, 428],
    ["PATCH", {}, 200],
    ["PUT", { "if-match": '"2"' }, 412],
    ["PATCH", { "if-match": '"2"' }, 412],
    ["DELETE", { "if-match": '"2"' }, 412],
    ["PUT", { "if-match": 'W/"1"' }, 412],
    ["PUT", { "if-none-match": "*" }, 412],
    ["PUT", { "if-match": "1" }, 400],
    ["PUT", { "if-match": '"2", "1"' }, 200],
    ["PUT", { "if-match": "*" }, 200],
    ["DELETE", { "if-match": '"1"' }, 204],
  ])("responds to %s with %o by %i", async (method, headers, status) => {
    const { client, ask, mock } = setup();
    const { id } = await client.request(api.notes.create, { text: "a" }).bodyOrThrow();
    expect((await ask(method, `notes/${id}`, headers)).status).toBe(status);
    const left = mock.entities(api.notes.note).get(id);
    expect(left).toEqual(
      status === 204
        ? undefined
        : status === 200
          ? { id, text: "b", version: 2 }
          : { id, text: "a", version: 1 },
    );
  });

  test("is missing before its version is", async () => {
    const { ask } = setup();
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      expect((await ask(method, "notes/none", { "if-match": '"1"' })).status).toBe(404);
    }
  });

  test("is in the data of the failure, so that a client can go on with it", async () => {
    const { client, mock } = setup();
    const note = await client.request(api.notes.create, { text: "a" }).bodyOrThrow();
    mock.entities(api.notes.note).put({ ...note, text: "theirs", version: 7 });
    const { replace } = api.notes.note(note.id);
    const result = await client.request(replace, { text: "mine" }, { ifMatch: note });
    expect(result.failedWith(Changed)).toBe(true);
    const data = result.match({ ok: () => undefined, "note-changed": (one) => one });
    expect(data?.current).toEqual({ ...note, text: "theirs", version: 7 });
    const again = await client.request(
      replace,
      { text: "mine" },
      { ifMatch: data?.current ?? note },
    );
    expect(again.status).toBe(200);
  });

  test("is changed by twenty writers, and no change is lost", async () => {
    const { client } = setup();
    const { id } = await client.request(api.notes.create, { text: "" }).bodyOrThrow();
    const { find, replace } = api.notes.note(id);
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        update(client, { read: find, write: replace }, ({ text }) => ({
          text: `${text} ${index}`,
        })),
      ),
    );
    const { text, version } = await client.request(find).bodyOrThrow();
    expect(
      text
        .trim()
        .split(" ")
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(version).toBe(21);
  });

  test("has a version if a test gives it without one", async () => {
    const { mock, client, ask } = setup();
    mock.entities(api.notes.note).set([{ id: "n", text: "a" } as never]);
    const seen = await client.request(api.notes.note("n").find).bodyOrThrow();
    const tag = `"${seen.version}"`;
    expect((await ask("PUT", "notes/n", { "if-match": tag })).status).toBe(200);
    expect((await ask("PUT", "notes/n", { "if-match": tag })).status).toBe(412);
  });

  test("is that of the example, if the declaration has one", async () => {
    const examples = { "GET /v1/notes/{}": { 200: { one: { id: "n", text: "a", version: 3 } } } };
    const { mock, ask } = setup({ examples });
    mock.entities(api.notes.note).set([{ id: "n", text: "a", version: 1 }]);
    for (const status of [200, 200]) {
      expect((await ask("PATCH", "notes/n", { "if-match": '"3"' })).status).toBe(status);
    }
    expect((await ask("PATCH", "notes/n", { "if-match": '"1"' })).status).toBe(412);
  });
});

describe("an entity whose version is not in its body", () => {
  test("is created by a PUT, once, and its tag follows its content", async () => {
    const { ask, client } = setup();
    const save = (headers: Record<string, string>) => ask("PUT", "pages/home", headers);
    expect((await save({ "if-match": '"1"' })).status).toBe(412);
    expect((await save({ "if-none-match": "*" })).status).toBe(200);
    expect((await save({ "if-none-match": "*" })).status).toBe(412);
    const { find, save: write } = api.pages.page("home");
    const read = await client.request(find);
    const etag = read.ok ? read.etag : "";
    expect((await client.request(write, { text: "c" }, { ifMatch: etag })).status).toBe(200);
    await expect(client.request(write, { text: "d" }, { ifMatch: etag })).rejects.toMatchObject({
      status: 412,
    });
    await expect(client.request(find).bodyOrThrow()).resolves.toEqual({ text: "c" });
  });
});

describe("another version", () => {
  const found = (version: z.ZodType<string>, options: object = {}) => {
    const Body = z.object({ page: z.object({ id: z.string(), text: z.string(), version }) });
    const tree = rootResource("v1", {
      pages: staticResource("pages", {
        create: post().request(Text).response(Body),
        page: dynamicResource("page", {
          find: get().response(Body).conditional({ version: "page.version" }),
          change: patch().request(Text).response(Body).conditional({ version: "page.version" }),
        }),
      }),
    });
    return { tree, mock: createMock(tree, options) };
  };

  test.each([
    ["digits", z.string().regex(/^\d{3}$/)],
    ["a time", z.iso.datetime()],
    ["a UUID", z.uuid()],
    ["a word", z.enum(["a", "b", "c"])],
  ])("inside an envelope can be %s", async (_, version) => {
    const { tree, mock } = found(version);
    const client = createClient({ baseUrl: "http://mock.test", fetch: mock.fetch });
    const created = await client.request(tree.pages.create, { text: "a" }).bodyOrThrow();
    const { find, change } = tree.pages.page(created.page.id);
    const first = await client.request(find).bodyOrThrow();
    expect(first).toEqual(created);
    const second = await client.request(change, { text: "b" }, { ifMatch: first }).bodyOrThrow();
    expect(second.page.version).not.toBe(first.page.version);
    expect(await client.request(find).bodyOrThrow()).toEqual(second);
    await expect(client.request(change, { text: "c" }, { ifMatch: first })).rejects.toMatchObject({
      status: 412,
    });
  });
});

describe("a conditional endpoint without state", () => {
  const tree = rootResource("v1", {
    find: get("note").response(Note).conditional(versioned),
    tagged: get("tagged").response(Note).conditional(),
    text: get("text").response(plainText()).conditional(),
    save: put("note").request(Note).response(Note).conditional(versioned),
  });
  const save = (mock: { readonly fetch: typeof fetch }, headers: Record<string, string>) =>
    mock.fetch("http://mock.test/v1/note", {
      method: "PUT",
      body: JSON.stringify({ id: "1", text: "a", version: 1 }),
      headers: { "content-type": "application/json", ...headers },
    });

  test.each(["tagged", "note", "text"])("sends a version for %s, and a 304", async (path) => {
    const mock = createMock(tree);
    const first = await mock.fetch(`http://mock.test/v1/${path}`);
    const etag = first.headers.get("etag") ?? "";
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^"-?\d+"$/)]);
    const second = await mock.fetch(`http://mock.test/v1/${path}`, {
      headers: { "if-none-match": etag },
    });
    expect(second.status).toBe(304);
  });

  test("refuses a write without a version, and says nothing about its own", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    const mock = createMock(tree);
    expect((await save(mock, {})).status).toBe(428);
    expect((await save(mock, { "if-match": '"7"' })).status).toBe(200);
    expect(warn).not.toHaveBeenCalled();
  });

  test("responds with what it is told, and has a version", async () => {
    const mock = createMock(tree);
    mock.reply(tree.tagged, { id: "1", text: "a", version: 1 });
    mock.reply(tree.save, { id: "1", text: "a", version: 2 });
    const { status, headers } = await mock.fetch("http://mock.test/v1/tagged");
    expect([status, headers.has("etag")]).toEqual([200, true]);
    expect((await save(mock, { "if-match": '"9"' })).status).toBe(200);
  });

  test("is compared by the handler that a test gives it", async () => {
    const mock = createMock(tree);
    mock.on(tree.save, ({ expect: compare, body }) => {
      compare(4);
      return { ...body, version: 5 };
    });
    expect((await save(mock, { "if-match": '"3"' })).status).toBe(412);
    expect((await save(mock, { "if-match": '"4"' })).status).toBe(200);
  });
});

describe("a rejection of what both sides act on", () => {
  const tree = rootResource("v1", {
    find: get("note").response(Note).conditional(versioned),
    save: put("note").request(Note).response(Note).conditional(versioned),
    order: post("orders").request(Text).response(Text).idempotent(),
    plain: get("plain").response(Text),
  });
  const note = { id: "1", text: "a", version: 1 };

  test("can be asked for", async () => {
    const mock = createMock(tree);
    const client = createClient({ baseUrl: "http://mock.test", fetch: mock.fetch, retry: 1 });
    mock.reject(tree.save, 412, { times: 1 });
    const save = () => client.request(tree.save, note, { ifMatch: note });
    await expect(save()).rejects.toMatchObject({ status: 412 });
    expect((await save()).status).toBe(200);
    // The client sends it again, because the first call still runs.
    mock.reject(tree.order, 409, { times: 1 });
    expect((await client.request(tree.order, { text: "a" })).status).toBe(200);
    mock.reject(tree.order, 422);
    await expect(client.request(tree.order, { text: "a" })).rejects.toMatchObject({ status: 422 });
  });

  test.each<[string, AnyEndpoint, number]>([
    ["GET", tree.find, 428],
    ["an endpoint without a version", tree.plain, 412],
    ["an endpoint without a key", tree.plain, 409],
    ["another endpoint without a key", tree.save, 422],
  ])("cannot be asked for of %s", (_, endpoint, status) => {
    expect(() => createMock(tree).reject(endpoint, status as 412)).toThrow(
      `one of 400, 401, 403, 404, 406, 408,`,
    );
  });
});
