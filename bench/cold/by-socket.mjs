// Calls contestants that run on node:http only, with Node's own client, because the first `fetch` of a
// process takes longer than most measurements.
import { createServer, get } from "node:http";

/** Turns a node:http listener into the `fetch` of a contestant. */
export const askBySocket = (listener) => (request) =>
  new Promise((resolve, reject) => {
    const server = createServer(listener).listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      const { pathname } = new URL(request.url);
      get({ port, host: "127.0.0.1", path: pathname, agent: false }, (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk) => (text += chunk));
        answer.on("end", () => resolve(new Response(text, { status: answer.statusCode })));
      }).on("error", reject);
    });
    server.on("error", reject);
  });
