// usage: node bench/runs/stream-load.mjs <port> <down|up> <mebibytes>    prints how long it took; the bytes
// are counted
import { once } from "node:events";
import { request } from "node:http";
import { chunksOf, PATH } from "../streams/shared.mjs";

const [, , port, direction, mebibytes] = process.argv;
const bytes = Number(mebibytes) * 2 ** 20;
const start = performance.now();
const counted = direction === "down" ? await down() : await up();
if (counted !== bytes) throw new Error(`${direction}: ${counted} of ${bytes} bytes`);
console.log(JSON.stringify({ seconds: (performance.now() - start) / 1000 }));

async function down() {
  const sent = request({ port, host: "127.0.0.1", path: `${PATH}?mebibytes=${mebibytes}` }).end();
  const [response] = await once(sent, "response");
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
  let length = 0;
  for await (const chunk of response) length += chunk.length;
  return length;
}

async function up() {
  const headers = { "content-type": "application/octet-stream" };
  const sent = request({ port, host: "127.0.0.1", path: PATH, method: "PUT", headers });
  const answered = once(sent, "response");
  for (const chunk of chunksOf(Number(mebibytes))) {
    if (!sent.write(chunk)) await once(sent, "drain");
  }
  sent.end();
  const [response] = await answered;
  let text = "";
  for await (const chunk of response) text += chunk;
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode} ${text}`);
  return JSON.parse(text).bytes;
}
