import { createHook } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
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
    const kept = ticksOf(() => keepTick());
    expect(kept).toHaveLength(1);
    expect(await collected(kept)).toEqual([false]);
    expect(ticksOf(() => keepTick())).toEqual([]);
  });
});
