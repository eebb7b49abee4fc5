// Set-up of all tests: waiting for an event ends what hangs, and measures nothing. With the default of a second,
// `vi.waitFor` and `vi.waitUntil` would fail on a machine that has other work.
import { vi } from "vitest";

const PATIENCE = 60_000;
const { waitFor, waitUntil } = vi;

// Files that share a worker run this once each.
if (waitFor.name !== "patiently") {
  vi.waitFor = async function patiently(callback, options) {
    const given = typeof options === "number" ? { timeout: options } : options;
    return waitFor(callback, { timeout: PATIENCE, ...given });
  };
  vi.waitUntil = async function patiently(callback, options) {
    const given = typeof options === "number" ? { timeout: options } : options;
    return waitUntil(callback, { timeout: PATIENCE, ...given });
  };
}
