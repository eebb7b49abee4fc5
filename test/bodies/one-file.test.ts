// A form with one file, read whole: `body.one("file")`.
import { file, integer, multipart, post, rootResource, string } from "bough";
import { createServer } from "bough/server";
import { describe, expect, test } from "vitest";

const shape = { title: string(), size: integer().default(1), file: file({ maxBytes: 10 }) };
const api = rootResource({
  form: post("form").request(multipart(shape)).response<object>(),
  optional: post("optional")
    .request(multipart({ picture: file().optional(), more: file().list() }))
    .response<object>(),
  wrong: post("wrong").request(multipart(shape)).response<object>(),
});
const errors: string[] = [];
const server = createServer({ onError: (error: unknown) => void errors.push(String(error)) });
server.route(api.form, async ({ body }) => {
  const { fields, file: one } = await body.one("file");
  return { fields, name: one.name, type: one.type, text: new TextDecoder().decode(one.bytes) };
});
server.route(api.optional, async ({ body }) => {
  const { file: picture } = await body.one("picture");
  return { name: picture?.name ?? null };
});
server.route(api.wrong, async ({ body }) => body.one("title" as never));

const text = (content: string): Blob => new Blob([content], { type: "text/x-a" });
type Part = [name: string, value: string | Blob, filename?: string];

async function sent(name: string, parts: readonly Part[]): Promise<[number, unknown]> {
  const form = new FormData();
  for (const [part, value, filename] of parts) {
    if (typeof value === "string") {
      form.append(part, value);
    } else {
      form.append(part, value, filename);
    }
  }
  const response = await server.fetch(`http://h.test/${name}`, { method: "POST", body: form });
  return [response.status, await response.json()];
}

describe("a form with one file", () => {
  const title: Part = ["title", "A title"];
  const one: Part = ["file", text("content"), "a.txt"];

  test("has its fields, and the bytes, the name and the type of the file", async () => {
    const fields = { title: "A title", size: 1 };
    expect(await sent("form", [title, one])).toEqual([
      200,
      { fields, name: "a.txt", type: "text/x-a", text: "content" },
    ]);
    const other: Part = ["file", new Blob(["b"]), "a/b \u00e9"];
    expect(await sent("form", [title, ["size", "2"], other])).toEqual([
      200,
      {
        fields: { ...fields, size: 2 },
        name: "a/b \u00e9",
        type: "application/octet-stream",
        text: "b",
      },
    ]);
  });

  test("is a 400 with a second file, also an empty one, and without a file", async () => {
    for (const parts of [
      [title, one, one],
      [title, one, ["file", text(""), "b"]],
      [title],
    ] as Part[][]) {
      const [status, problem] = await sent("form", parts);
      expect(status).toBe(400);
      expect(problem).toMatchObject({ errors: [{ in: "body", pointer: "/file" }] });
    }
  });

  test("is a 413 with a file over its maxBytes, and a 400 with a wrong field", async () => {
    const large: Part = ["file", text("12345678901"), "a"];
    expect((await sent("form", [title, large]))[0]).toBe(413);
    expect((await sent("form", [title, ["size", "x"], one]))[0]).toBe(400);
    expect((await sent("form", [one]))[0]).toBe(400);
  });
});

test("a field after the file is a 400", async () => {
  const parts: Part[] = [
    ["file", text("content"), "a"],
    ["title", "late"],
  ];
  expect((await sent("form", parts))[0]).toBe(400);
});

test("an optional file may be absent, and files of other names are a 400", async () => {
  const picture: Part = ["picture", text("a"), "a.png"];
  expect(await sent("optional", [["other", "1"]])).toEqual([200, { name: null }]);
  expect(await sent("optional", [picture])).toEqual([200, { name: "a.png" }]);
  for (const more of [["more", text("b"), "b.png"] as Part]) {
    const [status, problem] = await sent("optional", [picture, more]);
    expect(status).toBe(400);
    expect(problem).toMatchObject({
      errors: [{ pointer: "/more", message: 'must be the only file, "picture", of this form' }],
    });
    expect((await sent("optional", [more]))[0]).toBe(400);
  }
});

test("a name that is no file is a mistake of the handler", async () => {
  const parts: Part[] = [
    ["title", "a"],
    ["file", text("b"), "b"],
  ];
  expect((await sent("wrong", parts))[0]).toBe(500);
  expect(errors).toEqual([
    'TypeError: body.one: expected the name of a declared file, received "title"',
  ]);
});
