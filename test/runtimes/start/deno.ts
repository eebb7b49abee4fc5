// Deno's own server.
import { unhandledSeen } from "../probe.ts";
import { serveFetch } from "./fetch-server.ts";
import { ready } from "./ready.ts";

declare const Deno: {
  addSignalListener(signal: "SIGTERM", listener: () => void): void;
  serve(
    options: {
      readonly port: number;
      readonly hostname: string;
      readonly onListen: (address: { readonly port: number }) => void;
    },
    fetch: (request: Request) => Promise<Response>,
  ): { shutdown(): Promise<void> };
  exit(): never;
};

globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  unhandledSeen(event.reason);
});
globalThis.addEventListener("error", (event) => {
  event.preventDefault();
  unhandledSeen(event.error);
});
const onListen = ({ port }: { readonly port: number }): void => ready(port);
const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen }, serveFetch);
Deno.addSignalListener("SIGTERM", () => {
  // A listener for signals keeps the process.
  void server.shutdown().then(() => Deno.exit());
});
