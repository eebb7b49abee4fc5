// Serving on node:http.
export { listen } from "./hosts/node/listen.ts";
export type { Listening, ListenOptions } from "./hosts/node/listen.ts";
export { routing } from "./hosts/node/routing.ts";
export type {
  HostListener,
  NodeHost,
  NodeOptions,
  NodeRoutes,
  RequestEmitter,
} from "./hosts/node/routing.ts";
export { toListener } from "./hosts/node/to-listener.ts";
export type { Listener, ListenerOptions } from "./hosts/node/to-listener.ts";
