// Keeps one tick of Node alive, which keeps all ticks fast. The record of a tick has computed names, and V8
// remembers its shape only weakly. If a garbage collection runs while no tick is pending, V8 forgets the
// shape, and every later tick takes several microseconds more, for the life of the process.

interface Runtime {
  readonly process?: Partial<Pick<typeof process, "versions" | "getBuiltinModule" | "nextTick">>;
}

// A tick, after which the flag says that it is pending.
let kept: object | undefined;

/** Keeps a tick. Does nothing on the second call, or outside Node. */
export function keepTick({ process }: Runtime = globalThis): void {
  const { versions = {} as NodeJS.ProcessVersions } = process ?? {};
  // Other runtimes have a `process` that looks like Node's.
  if (kept === undefined && "uv" in versions && !("bun" in versions) && !("deno" in versions)) {
    const hooks = process?.getBuiltinModule?.("node:async_hooks");
    kept = {};
    process?.nextTick?.(() => {
      kept = hooks?.executionAsyncResource();
    });
  }
}
