// The limit: the same API on node:http by hand, with the same validation of the body.
import { createServer } from "node:http";
import { create, list, NewUser, user } from "./shared.mjs";

const LIMIT = 1_048_576;

const send = (res, status, value) => {
  const text = JSON.stringify(value);
  res.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  res.end(text);
};

const limitOf = (search) => {
  const given = new URLSearchParams(search).getAll("limit");
  if (given.length === 0) return 20;
  return given.length === 1 && /^(?:0|[1-9]\d{0,14})$/.test(given[0])
    ? Number(given[0])
    : undefined;
};

const readUser = (req, res) => {
  const chunks = [];
  let size = 0;
  req.on("data", (chunk) => {
    size += chunk.length;
    if (size > LIMIT) {
      send(res, 413, { message: "Too Large" });
      req.destroy();
    } else {
      chunks.push(chunk);
    }
  });
  req.on("end", () => {
    let body;
    try {
      body = JSON.parse(
        chunks.length === 1 ? chunks[0].toString() : Buffer.concat(chunks).toString(),
      );
    } catch {
      return send(res, 400, { message: "Bad Request" });
    }
    const read = NewUser.safeParse(body);
    return read.success ? send(res, 201, create(read.data)) : send(res, 400, read.error.issues);
  });
};

export const listen = (port) =>
  createServer((req, res) => {
    const { url, method } = req;
    const mark = url.indexOf("?");
    const path = mark < 0 ? url : url.slice(0, mark);
    if (path === "/v1/users") {
      if (method === "POST") {
        return req.headers["content-type"] === "application/json"
          ? readUser(req, res)
          : send(res, 415, { message: "Unsupported" });
      }
      const limit = limitOf(mark < 0 ? "" : url.slice(mark + 1));
      return limit === undefined
        ? send(res, 400, { message: "Bad Request" })
        : send(res, 200, list(limit));
    }
    if (path.startsWith("/v1/users/") && path.indexOf("/", 10) < 0) {
      return send(res, 200, user(decodeURIComponent(path.slice(10))));
    }
    return send(res, 404, { message: "Not Found" });
  }).listen(port, "127.0.0.1");
