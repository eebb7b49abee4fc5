// usage: node bench/runs/conduit.mjs <contestant> <port>    serves one article of examples/conduit, which
// `npm run build -w bough-example-conduit` has compiled
import { createServer } from "node:http";

const [, , name, port] = process.argv;
const compiled = (path) => import(`../../examples/conduit/dist/${path}.js`);
const { Database } = await compiled("database/database");
const { embedded } = await compiled("database/embedded");
const { postgres } = await compiled("database/postgres");
const { Articles } = await compiled("storage/articles");

const url = process.env.DATABASE_URL;
const database = new Database(url === undefined ? embedded({}) : postgres(url));
const articles = new Articles(database);
await fill();
await (name === "conduit" ? serveConduit() : serveByHand());

async function fill() {
  await database.query(
    "insert into users (username, username_key, email, email_key, password) values ('ada', 'ada', 'a@x.test', 'a@x.test', '') on conflict do nothing",
  );
  await database.query(
    `insert into articles (slug, author, title, description, body, tags)
     select 'one', id, 'One', 'An article', repeat('Some words. ', 100), '{a,b}' from users
     on conflict do nothing`,
  );
}

async function serveConduit() {
  const { createConduit } = await compiled("server");
  const { Passwords } = await compiled("accounts/passwords");
  const { Tokens } = await compiled("accounts/tokens");
  const { listen } = await import("bough/node");
  const passwords = new Passwords({ N: 16, r: 1, p: 1 });
  const tokens = new Tokens(new Uint8Array(32));
  await listen(createConduit({ database, passwords, tokens }), { port: Number(port) });
}

// The same query, and nothing that RealWorld does not need for it.
function serveByHand() {
  const start = "/api/articles/";
  const answer = async (request, response) => {
    const slug = request.url.startsWith(start) ? request.url.slice(start.length) : "";
    const article = slug === "" ? undefined : await articles.find(decodeURIComponent(slug));
    const status = article === undefined ? 404 : 200;
    const text = JSON.stringify(status === 200 ? { article } : { errors: { body: ["missing"] } });
    response.writeHead(status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    });
    response.end(text);
  };
  const server = createServer((request, response) => void answer(request, response));
  return new Promise((listening) => server.listen(Number(port), "127.0.0.1", listening));
}
