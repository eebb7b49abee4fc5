// srvx alone, under the Request-and-Response handler by hand.
import { serve } from "srvx";
import { fetch } from "../../apps/raw.mjs";

export const listen = (port) => serve({ fetch, port, hostname: "127.0.0.1", silent: true }).ready();
