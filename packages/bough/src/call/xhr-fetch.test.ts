import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { plainText } from "../bodies/json/declared.ts";
import { rootResource } from "../declare/tree/resource.ts";
import { get, put } from "../declare/endpoint/verbs.ts";
import { createClient } from "./create-client.ts";
import { xhrFetch } from "./xhr-fetch.ts";

interface FakeAnswer {
  status?: number;
  statusText?: string;
  headers?: string;
  content?: Blob | null;
  url?: string;
}

/** Keeps what it is told; a test answers in the server's place. */
class FakeRequest extends EventTarget {
  static sent: FakeRequest[] = [];
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  method = "";
  url = "";
  body: unknown;
  aborted = false;
  responseType = "";
  withCredentials = false;
  status = 0;
  statusText = "";
  response: Blob | null = null;
  responseURL = "";
  answerHeaders = "";

  open(method: string, url: string): void {
    if (method === "TRACE") {
      throw new DOMException("no", "SecurityError");
    }
    this.method = method;
    this.url = url;
  }

  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }

  send(body: unknown): void {
    this.body = body;
    FakeRequest.sent.push(this);
  }

  abort(): void {
    this.aborted = true;
    this.dispatchEvent(new Event("abort"));
    this.dispatchEvent(new Event("loadend"));
  }

  getAllResponseHeaders(): string {
    return this.answerHeaders;
  }

  answer({ status = 200, statusText = "", headers = "", content, url = this.url }: FakeAnswer) {
    this.status = status;
    this.statusText = statusText;
    this.answerHeaders = headers;
    // What XMLHttpRequest takes content without a type for.
    this.response = content === undefined ? new Blob(["ok"], { type: "text/xml" }) : content;
    this.responseURL = url;
    this.dispatchEvent(new Event("load"));
    this.dispatchEvent(new Event("loadend"));
  }

  break(): void {
    this.dispatchEvent(new Event("error"));
    this.dispatchEvent(new Event("loadend"));
  }
}

const url = "https://example.test/a";
const onProgress = vi.fn();

beforeEach(() => {
  FakeRequest.sent = [];
  onProgress.mockReset();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.stubGlobal("location", new URL("https://example.test/page"));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function step(upload: EventTarget, type: string, progress: object): void {
  upload.dispatchEvent(Object.assign(new Event(type), progress));
}

async function sent(): Promise<FakeRequest> {
  await vi.waitUntil(() => FakeRequest.sent.length > 0);
  return FakeRequest.sent.at(-1) as FakeRequest;
}

describe("xhrFetch", () => {
  test("sends method, headers, body and credentials", async () => {
    const body = new Blob(["content"]);
    const init = { method: "PUT", headers: { "X-A": "1", accept: "text/plain" }, body, onProgress };
    const pending = xhrFetch(url, init);
    const request = await sent();
    expect(request).toMatchObject({ method: "PUT", url, body, withCredentials: false });
    expect(request.headers).toEqual({ "x-a": "1", accept: "text/plain" });
    request.answer({});
    await pending;
    void xhrFetch("https://other.test/", { credentials: "include", onProgress });
    expect((await sent()).withCredentials).toBe(true);
  });

  test.each([["text"], [new Uint8Array([1])], [new ArrayBuffer(1)], [null]])(
    "sends %o as it is",
    async (body) => {
      void xhrFetch(url, { method: "POST", body, onProgress });
      expect((await sent()).body).toBe(body);
    },
  );

  test("tells how much has been sent, each step once", async () => {
    void xhrFetch(url, { method: "POST", body: "text", onProgress });
    const { upload } = await sent();
    step(upload, "progress", { loaded: 1, total: 4, lengthComputable: true });
    step(upload, "progress", { loaded: 4, total: 4, lengthComputable: true });
    step(upload, "load", { loaded: 4, total: 4, lengthComputable: true });
    step(upload, "progress", { loaded: 5, total: 0, lengthComputable: false });
    expect(onProgress.mock.calls).toEqual([
      [{ sent: 1, total: 4 }],
      [{ sent: 4, total: 4 }],
      [{ sent: 5, total: undefined }],
    ]);
  });

  test("gives status, headers, body and URL", async () => {
    const pending = xhrFetch(url, { onProgress });
    (await sent()).answer({
      status: 201,
      statusText: "Created",
      headers: "content-type: text/plain\r\nx-empty:\r\nx-list: a, b\r\n",
    });
    const response = await pending;
    expect(response).toMatchObject({ status: 201, statusText: "Created", url, redirected: false });
    expect([...response.headers]).toEqual([
      ["content-type", "text/plain"],
      ["x-empty", ""],
      ["x-list", "a, b"],
    ]);
    expect(await response.text()).toBe("ok");
  });

  test("gives no Content-Type that the server has not sent", async () => {
    const pending = xhrFetch(url, { onProgress });
    (await sent()).answer({});
    expect((await pending).headers.get("content-type")).toBe(null);
  });

  test.each([
    ["GET", 204],
    ["GET", 205],
    ["GET", 304],
    ["HEAD", 200],
  ])("gives no body for %s %d", async (method, status) => {
    const pending = xhrFetch(url, { method, onProgress });
    (await sent()).answer({ status, content: new Blob() });
    const response = await pending;
    expect([response.status, response.body]).toEqual([status, null]);
  });

  test("gives an answer without content", async () => {
    const pending = xhrFetch(url, { onProgress });
    (await sent()).answer({ content: null });
    expect(await (await pending).text()).toBe("");
  });

  test("says where it has been redirected", async () => {
    const there = "https://example.test/b";
    const followed = xhrFetch("/a#part", { redirect: "manual", onProgress });
    (await sent()).answer({ url: there });
    expect(await followed).toMatchObject({ url: there, redirected: true });
    const straight = xhrFetch("/a#part", { redirect: "error", onProgress });
    (await sent()).answer({ url });
    expect(await straight).toMatchObject({ url, redirected: false });
    const refused = xhrFetch(url, { redirect: "error", onProgress });
    (await sent()).answer({ url: there });
    await expect(refused).rejects.toThrow(new TypeError(`${url} redirects to ${there}`));
  });

  test("rejects with a TypeError where there is no answer", async () => {
    const pending = xhrFetch(url, { onProgress });
    (await sent()).break();
    await expect(pending).rejects.toThrow(
      new TypeError(`no response from ${url}: the request failed`),
    );
    const stopped = xhrFetch(url, { onProgress });
    (await sent()).abort();
    await expect(stopped).rejects.toThrow(TypeError);
  });

  test("rejects where the status fits no Response", async () => {
    const pending = xhrFetch(url, { onProgress });
    (await sent()).answer({ status: 999 });
    await expect(pending).rejects.toThrow(RangeError);
  });

  test("rejects with the signal's reason when aborted", async () => {
    const controller = new AbortController();
    const pending = xhrFetch(url, { signal: controller.signal, onProgress });
    const request = await sent();
    const reason = new Error("no longer needed");
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    expect(request.aborted).toBe(true);
    await expect(xhrFetch(url, { signal: controller.signal, onProgress })).rejects.toBe(reason);
    expect(FakeRequest.sent).toHaveLength(1);
  });

  test("leaves an answered request alone when aborted later", async () => {
    const controller = new AbortController();
    const pending = xhrFetch(url, { signal: controller.signal, onProgress });
    const request = await sent();
    request.answer({});
    await pending;
    controller.abort();
    expect(request.aborted).toBe(false);
  });

  test("refuses a stream, and says what to give", async () => {
    const init = { method: "POST", body: new ReadableStream(), onProgress };
    await expect(xhrFetch(url, init)).rejects.toThrow(
      new TypeError("XMLHttpRequest can't send a stream: pass a Blob, or remove onProgress"),
    );
  });

  test("refuses to leave out credentials within the origin, where XMLHttpRequest cannot", async () => {
    await expect(xhrFetch(url, { credentials: "omit", onProgress })).rejects.toThrow(TypeError);
    void xhrFetch("https://other.test/", { credentials: "omit", onProgress });
    expect((await sent()).withCredentials).toBe(false);
  });

  test("rejects with a TypeError for what cannot be sent", async () => {
    await expect(xhrFetch(url, { method: "TRACE", onProgress })).rejects.toThrow(TypeError);
    await expect(xhrFetch(url, { headers: { "a b": "" }, onProgress })).rejects.toThrow(TypeError);
  });

  test("goes through fetch where nobody asks for progress", async () => {
    const fetched = vi.fn(async () => new Response("fetched"));
    vi.stubGlobal("fetch", fetched);
    const init = { method: "POST", body: "text" };
    expect(await (await xhrFetch(url, init)).text()).toBe("fetched");
    expect(fetched.mock.calls).toEqual([[url, init]]);
    expect(FakeRequest.sent).toEqual([]);
  });
});

describe("a client with xhrFetch", () => {
  const api = rootResource("v1", {
    text: put("text").request(plainText()).response(plainText()),
    read: get("read").response(plainText()),
  });

  test("tells of progress, and gives the result", async () => {
    const client = createClient({ fetch: xhrFetch });
    const pending = client.request(api.text, "sent", { onProgress }).bodyOrThrow();
    const request = await sent();
    expect(request).toMatchObject({ method: "PUT", body: "sent" });
    expect(request.url).toBe("https://example.test/v1/text");
    step(request.upload, "progress", { loaded: 4, total: 4, lengthComputable: true });
    request.answer({ headers: "content-type: text/plain", content: new Blob(["got"]) });
    expect(await pending).toBe("got");
    expect(onProgress).toHaveBeenCalledWith({ sent: 4, total: 4 });
  });

  test("throws its errors as any other", async () => {
    const client = createClient({ fetch: xhrFetch });
    const pending = client.request(api.read, { onProgress });
    (await sent()).break();
    await expect(pending).rejects.toMatchObject({ name: "TransportError" });
  });
});
