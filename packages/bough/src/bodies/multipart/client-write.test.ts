import { openAsBlob } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { streamOf } from "../../../../../test/support/chunks.ts";
import { type FileContent, multipartOf } from "./client-write.ts";

const utf8 = new TextEncoder();

type Entries = readonly (readonly [string, string | FileContent])[];

/** The body as text, with the boundary that it says as B. */
async function written(entries: Entries): Promise<string> {
  const { body, mediaType } = multipartOf(entries);
  const boundary = /^multipart\/form-data; boundary=(bough-[0-9a-f]{32})$/.exec(mediaType)?.[1];
  const text = await new Response(body as Blob).text();
  return text.replaceAll(boundary ?? "", "B");
}

describe("multipartOf", () => {
  test("writes fields and files in their order", async () => {
    const entries: Entries = [
      ["a", "1"],
      ["b", new File(["2"], "b.txt", { type: "text/plain;charset=utf-8" })],
      ["a", ""],
    ];
    expect(multipartOf(entries).body).toBeInstanceOf(Blob);
    expect(await written(entries)).toBe(
      [
        "--B",
        'Content-Disposition: form-data; name="a"',
        "",
        "1",
        "--B",
        'Content-Disposition: form-data; name="b"; filename="b.txt"',
        "Content-Type: text/plain;charset=utf-8",
        "",
        "2",
        "--B",
        'Content-Disposition: form-data; name="a"',
        "",
        "",
        "--B--",
        "",
      ].join("\r\n"),
    );
    expect(await written([])).toBe("--B--\r\n");
  });

  const bytes = utf8.encode("x");
  const blob = new Blob(["x"], { type: "image/png" });
  const file = new File(["x"], "f", { type: "image/gif" });
  async function* generated(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  test.each([
    ["bytes", bytes, "", "application/octet-stream"],
    ["a part of bytes", utf8.encode("axb").subarray(1, 2), "", "application/octet-stream"],
    ["a Blob", blob, "", "image/png"],
    ["a Blob without a type", new Blob(["x"]), "", "application/octet-stream"],
    ["a Blob of nonsense", new Blob(["x"], { type: "nonsense" }), "", "application/octet-stream"],
    ["a File", file, '; filename="f"', "image/gif"],
    ["a File without a name", new File(["x"], "", { type: "a/b" }), "", "a/b"],
    ["a named Blob", { content: blob, filename: "g" }, '; filename="g"', "image/png"],
    ["a described File", { content: file }, '; filename="f"', "image/gif"],
    [
      "a File by another name",
      { content: file, filename: "", mediaType: "a/b" },
      '; filename=""',
      "a/b",
    ],
    [
      "a described stream",
      { content: streamOf(["x"]).stream, filename: "g" },
      '; filename="g"',
      "application/octet-stream",
    ],
    ["a stream", streamOf(["x"]).stream, "", "application/octet-stream"],
    ["an iteration", { content: generated(), mediaType: "a/b;c=d" }, "", "a/b;c=d"],
  ])("sends %s", async (_, value, filename, mediaType) => {
    expect(await written([["a", value]])).toBe(
      `--B\r\nContent-Disposition: form-data; name="a"${filename}\r\nContent-Type: ${mediaType}\r\n\r\nx\r\n--B--\r\n`,
    );
  });

  test("streams where one of the contents does", async () => {
    const { stream, watched } = streamOf(["1", "2"]);
    const { body } = multipartOf([["a", stream]]);
    expect(body).toBeInstanceOf(ReadableStream);
    expect([stream.locked, watched.pulled]).toEqual([true, 0]);
  });

  test("streams where a Blob of Blobs would lack something, as Bun's does of a file on disk", async () => {
    class ForgetfulBlob extends Blob {
      constructor(parts: BlobPart[] = []) {
        super(parts.filter((part) => !(part instanceof Blob)));
      }
    }
    vi.stubGlobal("Blob", ForgetfulBlob);
    const { body } = multipartOf([["a", new ForgetfulBlob(["x"])]]);
    vi.unstubAllGlobals();
    expect(body).toBeInstanceOf(ReadableStream);
    expect(await new Response(body).text()).toContain("\r\n\r\nx\r\n");
  });

  test("sends a file on disk", async () => {
    const path = fileURLToPath(import.meta.url);
    const blob = await openAsBlob(path);
    expect(await written([["a", blob]])).toContain(await blob.text());
  });

  test("each body has a boundary of its own", () => {
    const mediaTypes = Array.from({ length: 100 }, () => multipartOf([]).mediaType);
    expect(new Set(mediaTypes).size).toBe(100);
  });

  test("takes bytes of shared memory", async () => {
    const shared = new Uint8Array(new SharedArrayBuffer(1)).fill(0x78);
    expect(await written([["a", shared]])).toContain("\r\n\r\nx\r\n");
  });

  const locked = streamOf([]).stream;
  locked.getReader();
  test.each([
    ["a", "\ud800", "a must not contain a lone surrogate"],
    ["\ud800", "", "the name of a part has a lone surrogate"],
    ["%22", "", "the name of a part contains %22, which a form cannot carry as it is"],
    ["a", new File([], "a%0Ab"), "the file name contains %0A, which a form cannot carry as it is"],
    [
      "a",
      { content: bytes, mediaType: "a/b\r\nX: y" },
      'a: expected a media type such as "image/png", received "a/b\\r\\nX: y"',
    ],
    [
      "a",
      { content: bytes, mediaType: "" },
      'a: expected a media type such as "image/png", received ""',
    ],
    ["a", locked, "a: the stream is already being read: pass an unread stream"],
    ...[undefined, null, 1, {}, [], { content: null }, { content: "text" }].map(
      (value): [string, FileContent, string] => [
        "a",
        value as unknown as FileContent,
        "a must be a File, a Blob, bytes, a stream, or { content } of those",
      ],
    ),
  ])("refuses %j: %j", (name, value, message) => {
    expect(() => multipartOf([[name, value]])).toThrow(new TypeError(message));
  });
});
