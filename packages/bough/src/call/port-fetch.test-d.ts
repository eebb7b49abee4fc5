// Each platform's ports are ports.
import type { MessagePort as ThreadPort, Worker as Thread } from "node:worker_threads";
import type { ClientOptions } from "./client-options.ts";
import { portFetch } from "./port-fetch.ts";

declare const page: {
  readonly port: MessagePort;
  readonly worker: Worker;
  readonly self: (typeof globalThis)["self"];
};
declare const node: { readonly port: ThreadPort; readonly thread: Thread };
declare const runtimePort: {
  readonly name: string;
  readonly postMessage: (message: unknown) => void;
  readonly onMessage: { addListener(listener: (message: unknown, port: object) => void): void };
};
declare const electron: {
  postMessage(message: unknown, transfer?: readonly object[]): void;
  on(event: "message", listener: (event: { readonly data: unknown }) => void): unknown;
};

export const fetches: readonly ClientOptions["fetch"][] = [
  portFetch(page.port),
  portFetch(page.worker),
  portFetch(page.self),
  portFetch(node.port),
  portFetch(node.thread),
  portFetch(electron),
  portFetch(runtimePort, { bytes: "base64" }),
  portFetch({ postMessage: () => undefined, onMessage: (listener: () => void) => listener }),
];

// @ts-expect-error - nobody can listen to it
portFetch({ postMessage: () => undefined });
// @ts-expect-error - there is no such form
portFetch(electron, { bytes: "hex" });
