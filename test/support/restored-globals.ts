// Set-up of the tests that share a worker: what a file replaces does not outlive it.

import { afterAll, vi } from "vitest";

afterAll(() => {
  // Spies first: real timers replace a fake one only where no spy is around it.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
