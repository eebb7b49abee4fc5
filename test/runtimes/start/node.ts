// The standalone server: node:http, by `listen`.
import type { IncomingMessage } from "node:http";
import { listen } from "bough/node";
import { createServer } from "bough/server";
import { options, register } from "../app.ts";
import { requests } from "../contract.ts";
import { watchProcess } from "../probe.ts";
import { onTerminate, ready } from "./ready.ts";

watchProcess();
const server = createServer(options);
register(server);
const { port, server: http, close } = await listen(server);
// A server of one's own may put a context around each request; here around its listeners.
const emit = http.emit.bind(http);
http.emit = (event: string, ...given: unknown[]): boolean =>
  event === "request"
    ? requests.run(String((given[0] as IncomingMessage).headers["x-id"]), () =>
        emit(event, ...given),
      )
    : emit(event, ...given);
onTerminate(() => close({ grace: 5_000 }));
ready(port);
