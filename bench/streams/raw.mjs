// Written by hand on node:http, at the pace of the reader.
import { once } from "node:events";
import { createServer } from "node:http";
import { chunksOf } from "./shared.mjs";

async function down(req, res) {
  res.writeHead(200, { "content-type": "application/octet-stream" });
  const mebibytes = new URLSearchParams(req.url.split("?")[1]).get("mebibytes");
  for (const chunk of chunksOf(Number(mebibytes))) {
    if (!res.write(chunk)) await once(res, "drain");
  }
  res.end();
}

async function up(req, res) {
  let bytes = 0;
  for await (const chunk of req) bytes += chunk.length;
  const text = JSON.stringify({ bytes });
  res.writeHead(200, { "content-type": "application/json", "content-length": text.length });
  res.end(text);
}

export const listen = (port) =>
  createServer((req, res) => {
    void (req.method === "GET" ? down(req, res) : up(req, res));
  }).listen(port, "127.0.0.1");
