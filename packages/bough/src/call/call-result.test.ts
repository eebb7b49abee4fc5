import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { failure } from "../declare/failure/failure.ts";
import { rootResource } from "../declare/tree/resource.ts";
import { get } from "../declare/endpoint/verbs.ts";
import { FailureError } from "./call-error.ts";
import { createClient } from "./create-client.ts";

const NotFound = failure("not-found", 404);
const Gone = failure("gone", 410);
const Taken = failure("taken", 409).body<{ readonly email: string }>();
const api = rootResource("v1", {
  read: get().response<{ readonly name: string }>().failure(NotFound, Gone, Taken),
});

const ok = (): Response => Response.json({ name: "Ada" });
const failed = (name: string, status: number, data: object = {}): Response =>
  new Response(JSON.stringify({ type: `urn:problem-type:${name}`, ...data }), {
    status,
    headers: { "content-type": "application/problem+json" },
  });
const calling = (response: () => Response) =>
  createClient({ fetch: async () => Promise.resolve(response()) }).request(api.read);

describe("bodyOrThrow", () => {
  test("is the body, on the promise and on the result", async () => {
    const pending = calling(ok);
    expect(await pending.bodyOrThrow()).toEqual({ name: "Ada" });
    expect((await pending).bodyOrThrow()).toEqual({ name: "Ada" });
  });

  test("throws a failure, which it carries", async () => {
    const pending = calling(() => failed("taken", 409, { email: "a@b.test", detail: "in use" }));
    const error = {
      name: "FailureError",
      code: "failure",
      status: 409,
      method: "GET",
      url: "http://localhost/v1",
      message: "GET http://localhost/v1: failed with 409 taken: in use",
      failure: { name: "taken", body: { email: "a@b.test" } },
    };
    await expect(pending.bodyOrThrow()).rejects.toMatchObject(error);
    const result = await pending;
    expect(() => result.bodyOrThrow()).toThrow(error.message);
    const thrown = await pending.bodyOrThrow().catch((caught: unknown) => caught as FailureError);
    expect(thrown).toBeInstanceOf(FailureError);
    expect([Taken, Gone].map((one) => (thrown as FailureError).failedWith(one))).toEqual([
      true,
      false,
    ]);
  });

  test("shows no declaration when it is logged", async () => {
    const error = await calling(() => failed("gone", 410))
      .bodyOrThrow()
      .catch((caught: unknown) => caught);
    expect(Object.keys(error as object)).not.toContain("endpoint");
    expect((error as { endpoint: unknown }).endpoint).toBe(api.read);
    expect((error as Error).message).toBe("GET http://localhost/v1: failed with 410 gone: Gone");
  });
});

describe("bodyOrNull", () => {
  test("is null for 404 and 410 without arguments", async () => {
    expect(await calling(() => failed("not-found", 404)).bodyOrNull()).toBeNull();
    expect(await calling(() => failed("gone", 410)).bodyOrNull()).toBeNull();
    expect(await calling(ok).bodyOrNull()).toEqual({ name: "Ada" });
    await expect(calling(() => failed("taken", 409)).bodyOrNull()).rejects.toMatchObject({
      name: "FailureError",
    });
  });

  test("is null for the failures given, and for no others", async () => {
    const pending = calling(() => failed("taken", 409));
    expect(await pending.bodyOrNull(Taken, Gone)).toBeNull();
    await expect(pending.bodyOrNull(Gone)).rejects.toMatchObject({ name: "FailureError" });
    await expect(calling(() => failed("not-found", 404)).bodyOrNull(Taken)).rejects.toMatchObject({
      name: "FailureError",
    });
    expect((await pending).bodyOrNull(Taken)).toBeNull();
  });
});

describe("match", () => {
  const cases = {
    ok: (body: { readonly name: string }, result: object) => ["ok", body, result],
    "not-found": (body: undefined) => ["not-found", body],
    gone: () => "gone",
    [Taken.name]: (body: { readonly email: string }, result: object) => ["taken", body, result],
  } as const;

  test("calls the one case with body and result", async () => {
    const pending = calling(ok);
    const result = await pending;
    expect(await pending.match(cases)).toEqual(["ok", { name: "Ada" }, result]);
    expect(result.match(cases)).toEqual(["ok", { name: "Ada" }, result]);
    expect(await calling(() => failed("not-found", 404, { x: 1 })).match(cases)).toEqual([
      "not-found",
      undefined,
    ]);
    const taken = calling(() => failed("taken", 409, { email: "e" }));
    expect(await taken.match(cases)).toEqual(["taken", { email: "e" }, await taken]);
  });

  test("calls else for a failure without a case, and never for a success", async () => {
    const rest = {
      gone: () => "gone",
      else: (body: unknown, { failure }: { readonly failure: { readonly name: string } }) => [
        failure.name,
        body,
      ],
    };
    const taken = calling(() => failed("taken", 409, { email: "e" }));
    expect(await taken.match({ ok: () => "ok", ...rest })).toEqual(["taken", { email: "e" }]);
    expect((await taken).match({ ok: () => "ok", ...rest })).toEqual(["taken", { email: "e" }]);
    expect(await calling(() => failed("gone", 410)).match({ ok: () => "ok", ...rest })).toBe(
      "gone",
    );
    expect(await calling(ok).match({ ok: () => "ok", ...rest })).toBe("ok");
    await expect(calling(ok).match(rest as never)).rejects.toThrow(TypeError);
  });

  test("calls else for a failure named like a member of every object", async () => {
    for (const name of ["toString", "constructor", "__proto__"] as const) {
      const odd = rootResource("v1", { read: get().failure(failure(name, 400)) });
      const type = `urn:problem-type:${name}`;
      const client = createClient({
        fetch: async () =>
          Response.json(
            { type, status: 400 },
            { status: 400, headers: { "content-type": "application/problem+json" } },
          ),
      });
      const cases = { ok: () => "ok", else: () => "else" };
      expect(await client.request(odd.read).match(cases as never)).toBe("else");
    }
  });
});

describe("the promise", () => {
  let unhandled: unknown[] = [];
  const listen = (reason: unknown): void => {
    unhandled.push(reason);
  };
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, 5);
    });

  beforeEach(() => {
    unhandled = [];
    process.removeAllListeners("unhandledRejection");
    process.on("unhandledRejection", listen);
  });
  afterEach(() => {
    process.off("unhandledRejection", listen);
    vi.restoreAllMocks();
  });

  const broken = () =>
    createClient({ fetch: () => Promise.reject(new Error("reset")) }).request(api.read);

  test("is a promise, which makes plain promises", async () => {
    const pending = calling(ok);
    expect(pending).toBeInstanceOf(Promise);
    expect(Object.keys(pending)).toEqual([]);
    expect(Object.prototype.toString.call(pending)).toBe("[object Promise]");
    for (const made of [
      pending.then(() => 1),
      pending.catch(() => {}),
      pending.finally(() => {}),
      pending.bodyOrThrow(),
    ]) {
      expect(Object.getPrototypeOf(made)).toBe(Promise.prototype);
    }
    expect(await Promise.all([pending, pending.match({ ok: () => 1 } as never)])).toEqual([
      await pending,
      1,
    ]);
  });

  test("that fails and is ignored leaves exactly one unhandled rejection", async () => {
    void broken();
    await turn();
    expect(unhandled).toMatchObject([{ name: "TransportError" }]);
  });

  test("leaves none with one accessor, several, the same twice, or any beside an await", async () => {
    const first = broken();
    await expect(first.bodyOrThrow()).rejects.toThrow();
    const second = broken();
    const all = [second.bodyOrThrow(), second.bodyOrThrow(), second.bodyOrNull(), second];
    expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => "rejected"),
    );
    const third = broken();
    await third.match({ ok: () => 1 } as never).catch(() => {});
    const declared = calling(() => failed("gone", 410));
    expect(await declared.bodyOrNull()).toBeNull();
    const invalid = createClient({ baseUrl: "http://h.test" }).request(api.read, {
      accept: "\n",
    });
    await invalid.bodyOrNull().catch(() => {});
    const aborted = createClient({ fetch: () => new Promise(() => {}), timeout: 1 }).request(
      api.read,
    );
    await aborted.bodyOrThrow().catch(() => {});
    await turn();
    expect(unhandled).toEqual([]);
  });
});

// As zone.js does: a class of its own, of which the promises of async functions are none.
describe("where another class stands in for Promise", () => {
  const Native = Promise;
  class Other<T> {
    readonly #own: Promise<T>;
    constructor(run: ConstructorParameters<typeof Promise<T>>[0]) {
      this.#own = new Native(run);
    }
    static resolve<T>(value: T | Other<T>): Other<T> {
      return value instanceof Other ? value : new Other((resolve) => resolve(value));
    }
    // oxlint-disable-next-line unicorn/no-thenable -- it stands in for a promise
    then(...given: Parameters<Promise<T>["then"]>): Other<unknown> {
      return Other.resolve<unknown>(this.#own.then(...given));
    }
    finally(last: () => void): Other<unknown> {
      return Other.resolve<unknown>(this.#own.finally(last));
    }
  }
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  const options = [{}, { timeout: 10_000 }];
  const answer = { fetch: async () => ok() };

  test.each(options)("before the client is loaded, %o", async (given) => {
    vi.resetModules();
    vi.stubGlobal("Promise", Other);
    const { createClient: create } = await import("./create-client.ts");
    const pending = create(answer).request(api.read, given);
    vi.unstubAllGlobals();
    expect(await pending).toMatchObject({ ok: true, body: { name: "Ada" } });
    expect(await pending.bodyOrThrow()).toEqual({ name: "Ada" });
  });

  test.each(options)("after it, %o", async (given) => {
    const client = createClient(answer);
    vi.stubGlobal("Promise", Other);
    const pending = client.request(api.read, given);
    vi.unstubAllGlobals();
    expect(await pending).toMatchObject({ ok: true, body: { name: "Ada" } });
    expect(await pending.bodyOrThrow()).toEqual({ name: "Ada" });
  });
});
