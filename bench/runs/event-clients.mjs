// usage: node bench/runs/event-clients.mjs <port> <count>    opens so many streams of events; tells its
// parent when all are open, and after each event when the last and the middle client had it
import { connect } from "node:net";

const [, , port, count] = process.argv;
const clients = Number(count);
const now = () => Number(process.hrtime.bigint()) / 1e6;
let open = 0;
let took = [];

for (let client = 0; client < clients; client++) {
  const socket = connect(Number(port), "127.0.0.1");
  let text = "";
  let answered = false;
  socket.setEncoding("utf8");
  socket.write("GET /v1/live HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n");
  socket.on("data", (data) => {
    text += data;
    if (!answered && text.includes("\r\n\r\n")) {
      if (!text.startsWith("HTTP/1.1 200")) throw new Error(text);
      answered = true;
      text = text.slice(text.indexOf("\r\n\r\n") + 4);
      if (++open === clients) process.send("open");
    }
    // An event ends with an empty line. Chunked coding adds its own lines around events.
    for (let event = /data: (\{[^\n]*\})\n\n/.exec(text); event !== null;) {
      arrived(JSON.parse(event[1]).at);
      text = text.slice(event.index + event[0].length);
      event = /data: (\{[^\n]*\})\n\n/.exec(text);
    }
  });
  socket.on("close", () => process.exit(1));
}

function arrived(at) {
  took.push(now() - at);
  if (took.length < clients) return;
  const all = took.toSorted((a, b) => a - b);
  took = [];
  process.send({ middle: all[all.length >> 1], last: all.at(-1) });
}
process.on("disconnect", () => process.exit(0));
