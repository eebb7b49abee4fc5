// Starts the page on the mock of its API, in the service worker of MSW.
import { handlers } from "bough-testing/msw";
import { setupWorker } from "msw/browser";
import { mock } from "./api.ts";

const worker = setupWorker(...handlers(mock, location.origin));
// Not at the top level: what the page shares with this module would wait for itself.
void worker
  .start({ onUnhandledRequest: "bypass", quiet: true })
  .then(() => import("../src/main.tsx"));
