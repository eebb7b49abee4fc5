// Serving on node:http.
export { listen } from "./hosts/node/listen.ts";
export type { Listening, ListenOptions } from "./hosts/node/listen.ts";
export { toListener } from "./hosts/node/to-listener.ts";
export type { Listener, ListenerOptions } from "./hosts/node/to-listener.ts";
