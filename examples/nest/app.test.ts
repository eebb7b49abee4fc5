import { RejectionError, createClient } from "bough/client";
import { describe, expect, test } from "vitest";
import { adapters, startNest } from "../../test/support/nest-app.ts";
import { api } from "./api.ts";
import { AppModule } from "./app.module.ts";

describe.each(adapters)("the NestJS example on %s", (_, adapter) => {
  async function start(): Promise<string> {
    return startNest(
      adapter,
      { imports: [AppModule] },
      { before: (app) => app.setGlobalPrefix("api") },
    );
  }
  const client = (origin: string, token?: string) =>
    createClient({
      baseUrl: `${origin}/api`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });

  test("serves the declared notes by its controller, behind its guards", async () => {
    const origin = await start();
    const ada = client(origin, "open-sesame");
    const created = await ada.request(api.notes.create, { text: " a note " });
    const note = created.bodyOrThrow();
    expect(note).toMatchObject({ author: "ada", text: "a note" });
    expect(created.ok && created.headers.location).toBe(`/api/v1/notes/${note.id}`);
    expect(await client(origin).request(api.notes.note(note.id).find).bodyOrThrow()).toEqual(note);
    await ada.request(api.notes.create, { text: "b" }).bodyOrThrow();
    await ada.request(api.notes.create, { text: "c" }).bodyOrThrow();
    const fourth = await fetch(`${origin}/api/v1/notes`, {
      method: "POST",
      headers: { authorization: "Bearer open-sesame" },
    });
    expect([fourth.status, await fourth.json()]).toMatchObject([
      403,
      { message: "three notes are enough" },
    ]);
    expect((await ada.request(api.notes.note(note.id).remove)).status).toBe(204);
    expect(await client(origin).request(api.notes.list).bodyOrThrow()).toHaveLength(2);
  });

  test("refuses who is not known, and keeps its other controllers and its docs page", async () => {
    const origin = await start();
    const stranger = client(origin).request(api.notes.create, { text: "a" });
    await expect(stranger).rejects.toThrow(RejectionError);
    expect(await (await fetch(`${origin}/api/health`)).text()).toBe("ok");
    expect(await (await fetch(`${origin}/api/docs`)).text()).toContain("<title>");
  });
});
