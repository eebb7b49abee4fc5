// Bun's own server.
import { watchProcess } from "../probe.ts";
import { serveFetch } from "./fetch-server.ts";
import { onTerminate, ready } from "./ready.ts";

declare const Bun: {
  serve(options: {
    readonly port: number;
    readonly hostname: string;
    readonly fetch: (request: Request) => Promise<Response>;
  }): { readonly port: number; stop(): Promise<void> };
};

watchProcess();
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: serveFetch });
onTerminate(() => server.stop());
ready(server.port);
