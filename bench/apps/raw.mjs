// The limit: the same API written by hand, on node:http and on Request and Response, with the same
// validation of the body.
import { createServer } from "node:http";
import { create, list, NewUser, report, user } from "./shared.mjs";

const LIMIT = 1_048_576;
const NOT_FOUND = [404, { message: "Not Found" }];

const limitOf = (search) => {
  const given = new URLSearchParams(search).getAll("limit");
  if (given.length === 0) return 20;
  const limit = given.length === 1 && /^[1-9]\d{0,2}$/.test(given[0]) ? Number(given[0]) : 0;
  return limit >= 1 && limit <= 100 ? limit : undefined;
};

// Status and value of requests without a body.
function answer(path, search) {
  if (path === "/v1/users") {
    const limit = limitOf(search);
    return limit === undefined ? [400, { message: "Bad Request" }] : [200, list(limit)];
  }
  if (path === "/v1/report") return [200, report()];
  if (path.startsWith("/v1/users/") && path.indexOf("/", 10) < 0) {
    return [200, user(decodeURIComponent(path.slice(10)))];
  }
  return NOT_FOUND;
}

function created(text) {
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    return [400, { message: "Bad Request" }];
  }
  const read = NewUser.safeParse(body);
  return read.success ? [201, create(read.data)] : [400, read.error.issues];
}

const split = (target) => {
  const mark = target.indexOf("?");
  return mark < 0 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
};

const send = (res, [status, value]) => {
  const text = JSON.stringify(value);
  res.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
  });
  res.end(text);
};

const readUser = (req, res) => {
  const chunks = [];
  let size = 0;
  req.on("data", (chunk) => {
    size += chunk.length;
    if (size > LIMIT) {
      send(res, [413, { message: "Too Large" }]);
      req.destroy();
    } else {
      chunks.push(chunk);
    }
  });
  req.on("end", () => {
    const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    send(res, created(bytes.toString()));
  });
};

export const listen = (port) =>
  createServer((req, res) => {
    const [path, search] = split(req.url);
    if (req.method !== "POST") return send(res, answer(path, search));
    if (path !== "/v1/users") return send(res, NOT_FOUND);
    return req.headers["content-type"] === "application/json"
      ? readUser(req, res)
      : send(res, [415, { message: "Unsupported" }]);
  }).listen(port, "127.0.0.1");

const respond = ([status, value]) => Response.json(value, { status });

export const fetch = async (request) => {
  const [path, search] = split(request.url.slice(request.url.indexOf("/", 8)));
  if (request.method !== "POST") return respond(answer(path, search));
  if (path !== "/v1/users") return respond(NOT_FOUND);
  return request.headers.get("content-type") === "application/json"
    ? respond(created(await request.text()))
    : respond([415, { message: "Unsupported" }]);
};
