// The handlers of a mock for MSW 3, which needs a newer Node than the tests: fails with the assertion that does not hold.
import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { failure, get, post, rootResource, staticResource } from "bough";
import { createClient } from "bough/client";
import { createMock } from "bough-testing";
import { handlers } from "bough-testing/msw";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { z } from "zod";

const Note = z.object({ id: z.string(), text: z.string() });
const Full = failure("full", 409);
const api = rootResource("v1", {
  notes: staticResource("notes", {
    list: get().response(z.array(Note)),
    create: post()
      .request(Note.pick({ text: true }))
      .response(Note)
      .failure(Full),
  }),
});
const mock = createMock(api);
const origin = "https://api.example.test";
const server = setupServer(
  http.get(`${origin}/health`, () => HttpResponse.text("fine")),
  ...handlers(mock, origin),
);
server.listen({ onUnhandledRequest: "error" });

const client = createClient({ baseUrl: origin, retry: 0 });
const note = await client.request(api.notes.create, { text: "one" }).bodyOrThrow();
deepEqual(await client.request(api.notes.list).bodyOrThrow(), [note]);

mock.fail(api.notes.create, Full, undefined, { times: 1 });
equal((await client.request(api.notes.create, { text: "two" })).failedWith(Full), true);
equal((await fetch(`${origin}/v1/notes`, { method: "PUT" })).status, 405);

mock.cut(api.notes.list, { times: 1 });
await rejects(fetch(`${origin}/v1/notes`).then((response) => response.text()));

equal(await (await fetch(`${origin}/health`)).text(), "fine");
// Nothing has this name.
await rejects(fetch(`${origin}/v1/other`), { message: "fetch failed" });

server.close();
match(process.version, /^v24\./);
console.log(`done on Node ${process.version}`);
