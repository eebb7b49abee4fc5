// Calls, and what they return. Change one, and the page runs again.
import { createClient } from "bough/client";
import { UserNotFound, users } from "./api.ts";
import { server } from "./server.ts";

const client = createClient({ fetch: server.fetch }); // over a network: { baseUrl: "https://…" }

await client.request(users.create, { name: "Grace" }).bodyOrThrow();
show("all users", await client.request(users.list).bodyOrThrow());

const found = await client.request(users.user(1).find).bodyOrThrow();
show("user 1", found.name);

const missing = await client.request(users.user(7).find);
show("user 7", missing.failedWith(UserNotFound) ? "no such user" : missing.body);

const response = await server.fetch(new Request("http://localhost/users", { method: "DELETE" }));
show("DELETE /users", `${response.status}, Allow: ${response.headers.get("allow")}`);

function show(call: string, value: unknown): void {
  const line = document.createElement("p");
  line.textContent = `${call}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
  document.body.append(line);
}
