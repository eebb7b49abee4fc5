// What the applications of examples/pages look up: an id that no visitor got from a link is a missing book, in a page and in
// a form.
import { createClient } from "bough/client";
import { inProcess } from "bough/server";
import { expect, test } from "vitest";
import { findBook, removeBook } from "../examples/pages/api/lookups.ts";
import { server } from "../examples/pages/api/server.ts";
import { store } from "../examples/pages/api/store.ts";

test.each(["nonsense", "%zz", "a/b", "..", "é", "5f0c954e-9b1b-4f4c-8d2a-0a5d6c8b9e01"])(
  "%s is a missing book, to read and to remove",
  async (id) => {
    store.sessions.set("s", "ada");
    const fetch = inProcess(server, { headers: { cookie: "session=s" } });
    const client = createClient({ baseUrl: "http://a.test/api", fetch });
    expect(await findBook(client, id)).toBe(null);
    expect(await removeBook(client, id)).toBe(null);
  },
);

test("what has another reason is an error", async () => {
  const client = createClient({ baseUrl: "http://a.test/api", fetch: server.fetch });
  await expect(removeBook(client, crypto.randomUUID())).rejects.toMatchObject({ status: 401 });
});
