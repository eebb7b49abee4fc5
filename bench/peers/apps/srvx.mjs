// srvx alone, with the hand-written Request-and-Response handler.
import { serve } from "srvx";
import { fetch } from "../../apps/raw.mjs";

export const listen = (port) => serve({ fetch, port, hostname: "127.0.0.1", silent: true }).ready();
