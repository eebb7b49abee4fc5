import { once } from "node:events";
import { createServer } from "bough/server";
import { api, UserNotFound, type User } from "./api.ts";

const ada: User = { id: "0b9c2a4e-6f1d-4a53-9d0e-5d1f6f0c7a11", name: "Ada" };
let open = 0;

export const server = createServer({ basePath: "/api" });

server.route(api.users.list, () => [ada]);
server.route(api.users.user.find, ({ ids, fail }) =>
  ids.user === ada.id ? ada : fail(UserNotFound),
);
server.route(api.pictures.add, async ({ body }) => {
  const { fields, file } = await body.one("picture");
  return { title: fields.title, bytes: file.bytes.length };
});
server.route(api.ticks.live, async function* ({ signal }) {
  open++;
  try {
    yield 1;
    if (!signal.aborted) await once(signal, "abort");
  } finally {
    open--;
  }
});
server.route(api.ticks.open, () => open);
