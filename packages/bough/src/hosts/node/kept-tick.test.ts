import { createHook } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import express from "express";
import { fastify } from "fastify";
import { Hono } from "hono";
import { describe, expect, test, vi } from "vitest";
import { keepTick } from "./kept-tick.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** The ticks that something asks for, held weakly. */
function ticksOf(something: () => void): WeakRef<object>[] {
  const ticks: WeakRef<object>[] = [];
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === "TickObject") {
        ticks.push(new WeakRef(resource));
      }
    },
  }).enable();
  something();
  hook.disable();
  return ticks;
}

async function collected(ticks: readonly WeakRef<object>[]): Promise<boolean[]> {
  for (let times = 0; times < 3; times++) {
    await setImmediate();
    collect();
  }
  return ticks.map((tick) => tick.deref() === undefined);
}

describe("a tick", () => {
  test("of a runtime that is not Node is not kept", () => {
    const { versions } = process;
    const nextTick = vi.fn<typeof process.nextTick>();
    keepTick({});
    keepTick({ process: { nextTick } });
    keepTick({ process: { nextTick, versions: { ...versions, bun: "1.0.0" } } });
    keepTick({ process: { nextTick, versions: { ...versions, deno: "2.0.0" } } });
    expect(nextTick).not.toHaveBeenCalled();
  });

  test("is kept once, and outlives the collection of others", async () => {
    const other = ticksOf(() => process.nextTick(() => undefined));
    expect(other).toHaveLength(1);
    expect(await collected(other)).toEqual([true]);
    const kept = ticksOf(() => {
      keepTick();
      keepTick();
    });
    expect(kept).toHaveLength(1);
    expect(await collected(kept)).toEqual([false]);
    expect(ticksOf(() => keepTick())).toEqual([]);
  });

  const routed = {
    "node:http": async (): Promise<() => void> => {
      const { createServer } = await import("../../server/create-server.ts");
      const { toListener } = await import("./to-listener.ts");
      return () => void toListener(createServer());
    },
    Express: async () => {
      const { routing } = await import("../express/routing.ts");
      return () => void routing(express());
    },
    Fastify: async () => {
      const { routing } = await import("../fastify/routing.ts");
      return () => void routing(fastify());
    },
    Hono: async () => {
      const { routing } = await import("../hono/routing.ts");
      return () => void routing(new Hono());
    },
  };

  test.each(Object.entries(routed))("is kept for %s", async (_host, load) => {
    vi.resetModules();
    const route = await load();
    const gone = await collected(ticksOf(route));
    expect(gone.filter((one) => !one)).toHaveLength(1);
  });
});
