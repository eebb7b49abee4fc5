// usage: node bench/runs/security.mjs <contestant>    prints microseconds per request, by kind of request
import { bearer, failure, get, rootResource } from "bough";
import { authenticate, createServer } from "bough/server";

const WARM = 400;
const MEASURED = 600;
const [, , name] = process.argv;

const Token = bearer("token");
const Unauthorized = failure("unauthorized", 401);
const users = new Map([["a-token", { name: "Ada" }]]);
const server = createServer();

const make = {
  guard() {
    const api = rootResource("v1", { failures: [Unauthorized] }, { me: get("me").response() });
    const guarded = server.guard([Unauthorized], ({ header, fail }) => {
      const [scheme, token] = header("authorization")?.split(" ") ?? [];
      const user = scheme === "Bearer" ? users.get(token) : undefined;
      return { user: user ?? fail(Unauthorized) };
    });
    guarded.route(api.me, ({ user }) => user);
  },
  authenticate() {
    const api = rootResource("v1", { security: [Token] }, { me: get("me").response() });
    const secured = server.secured([authenticate(Token, (token) => users.get(token))]);
    secured.route(api.me, ({ principal }) => principal);
  },
  open() {
    const api = rootResource("v1", { me: get("me").response() });
    server.route(api.me, () => users.get("a-token"));
  },
};
make[name]();

const requests = {
  accepted: { authorization: "Bearer a-token" },
  refused: { authorization: "Bearer a-guess" },
};

async function ask(headers) {
  const response = await server.fetch(new Request("http://localhost:3000/v1/me", { headers }));
  return { status: response.status, text: await response.text() };
}

const refused = name === "open" ? 200 : 401;
for (const [key, status] of Object.entries({ accepted: 200, refused })) {
  const answer = await ask(requests[key]);
  if (answer.status !== status) throw new Error(`${name}, ${key}: ${answer.status} ${answer.text}`);
}

async function time(headers, milliseconds) {
  const before = process.cpuUsage();
  let calls = 0;
  let spent = 0;
  while (spent < milliseconds * 1000) {
    for (let call = 0; call < 50; call++, calls++) await ask(headers);
    const now = process.cpuUsage(before);
    spent = now.user + now.system;
  }
  return spent / calls;
}

const figures = {};
for (const headers of Object.values(requests)) await time(headers, WARM);
for (const [key, headers] of Object.entries(requests)) figures[key] = await time(headers, MEASURED);
console.log(JSON.stringify(figures));
