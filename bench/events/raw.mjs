// Written by hand on node:http: the same bytes for every response.
import { createServer } from "node:http";

const answers = new Set();
export const publish = (text) => {
  for (const answer of answers) answer.write(`data: ${text}\n\n`);
};
export const listen = (port) =>
  createServer((_req, res) => {
    res.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    res.flushHeaders();
    answers.add(res);
    res.on("close", () => answers.delete(res));
  }).listen(port, "127.0.0.1");
