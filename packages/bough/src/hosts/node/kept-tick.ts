// One tick of Node's that is kept, for the speed of all others. The record of a tick has computed
// names, and V8 remembers only weakly what such a record looks like. A garbage collection while no
// tick is on its way forgets it, and from then on every tick of the process is made by V8's runtime,
// some five times slower: several microseconds of a request, for good. As long as one record is
// alive, none of that is forgotten.

interface Runtime {
  readonly process?: Partial<Pick<typeof process, "versions" | "getBuiltinModule" | "nextTick">>;
}

// A tick, and before it runs the word that it is on its way.
let kept: object | undefined;

/** Keeps a tick; does nothing where it has been done, and where this is not Node. */
export function keepTick({ process }: Runtime = globalThis): void {
  const { versions = {} as NodeJS.ProcessVersions } = process ?? {};
  // Others have a process that looks like Node's.
  if (kept === undefined && "uv" in versions && !("bun" in versions) && !("deno" in versions)) {
    const hooks = process?.getBuiltinModule?.("node:async_hooks");
    kept = {};
    process?.nextTick?.(() => {
      kept = hooks?.executionAsyncResource();
    });
  }
}
