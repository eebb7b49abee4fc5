import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { inContext } from "./later.ts";

test("each call runs where the function was made, whoever calls it", async () => {
  const storage = new AsyncLocalStorage<string>();
  let calls = 0;
  const next = storage.run("made", () =>
    inContext(async () => {
      await Promise.resolve();
      return `${storage.getStore()} ${++calls}`;
    }),
  );
  expect(await next()).toBe("made 1");
  expect(await storage.run("called", () => next())).toBe("made 2");
  expect(await storage.exit(() => next())).toBe("made 3");
});

test("a call that throws or rejects rejects, and the next one runs", async () => {
  let calls = 0;
  const next = inContext(() => {
    calls++;
    if (calls === 1) {
      throw new Error("thrown");
    }
    return calls === 2 ? Promise.reject(new Error("rejected")) : calls;
  });
  await expect(next()).rejects.toThrow("thrown");
  await expect(next()).rejects.toThrow("rejected");
  expect(await next()).toBe(3);
});
