import { getRouterParam, getValidatedQuery, H3, readValidatedBody, serve } from "h3";
import { create, list, NewUser, Query, report, user } from "../../apps/shared.mjs";

const app = new H3();
app.get("/v1/users/:user", (event) => user(getRouterParam(event, "user")));
app.post("/v1/users", async (event) => {
  const body = await readValidatedBody(event, NewUser);
  event.res.status = 201;
  return create(body);
});
app.get("/v1/users", async (event) => list((await getValidatedQuery(event, Query)).limit));
app.get("/v1/report", () => report());

export const { fetch } = app;
export const listen = (port) => serve(app, { port, hostname: "127.0.0.1", silent: true }).ready();
