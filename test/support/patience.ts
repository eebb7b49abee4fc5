// Set-up of all tests: waiting for an event ends what hangs, and measures nothing. With the default of a second,
// `vi.waitFor` would fail on a machine that has other work.
import { vi } from "vitest";

const PATIENCE = 60_000;
const { waitFor } = vi;

// Files that share a worker run this once each.
if (waitFor.name !== "patiently") {
  vi.waitFor = async function patiently(callback, options) {
    const given = typeof options === "number" ? { timeout: options } : options;
    return waitFor(callback, { timeout: PATIENCE, ...given });
  };
}
