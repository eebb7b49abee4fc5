// The heap and the handles of this process, after collecting garbage (--expose-gc).
export async function sample() {
  for (let times = 0; times < 3; times++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc();
  }
  return {
    heapMiB: Number((process.memoryUsage().heapUsed / 2 ** 20).toFixed(3)),
    residentMiB: Number((process.memoryUsage().rss / 2 ** 20).toFixed(1)),
    handles: process.getActiveResourcesInfo().filter((kind) => kind !== "Timeout").length,
    timers: process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length,
  };
}
