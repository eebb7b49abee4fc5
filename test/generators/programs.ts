// Programs that call the users API with generated clients. They lie beside the generated code when they are
// compiled and run.

/** A program for openapi-fetch: the types of openapi-typescript. */
export const OPENAPI_FETCH = `
import createClient from "openapi-fetch";
import type { paths } from "./paths.ts";

export async function run(fetch: (request: Request) => Promise<Response>): Promise<unknown[]> {
  const client = createClient<paths>({ baseUrl: "http://users.example.test", fetch });
  const body = { name: "Grace", email: "grace@example.test" };
  const created = await client.POST("/v1/users", { body });
  const user = created.data;
  if (user === undefined) throw new Error("not created");
  const role: "admin" | "member" = user.role;
  const path = { user: user.id };
  const found = await client.GET("/v1/users/{user}", { params: { path } });
  const name: string | undefined = found.data?.name;
  const listed = await client.GET("/v1/users", { params: { query: { limit: 1, role: ["member"] } } });
  const names: string[] | undefined = listed.data?.map((one) => one.name);
  const again = await client.POST("/v1/users", { body });
  const problem = again.error;
  const taken = problem?.type === "urn:problem-type:email-taken" && "email" in problem ? problem.email : undefined;
  // @ts-expect-error - the declared limit is a number
  const wrong = await client.GET("/v1/users", { params: { query: { limit: "x" } } });
  const authorization = "Bearer open-sesame";
  const removed = await client.DELETE("/v1/users/{user}", { params: { path }, headers: { authorization } });
  return [created.response.status, role, name, names?.length, taken, wrong.response.status, removed.response.status];
}
`;

/** The same program for the client of Hey API. */
export const HEY_API = `
import { createClient } from "./hey-api/client/index.ts";
import { usersCreate, usersList, usersUserFind, usersUserRemove } from "./hey-api/sdk.gen.ts";

export async function run(fetch: typeof globalThis.fetch): Promise<unknown[]> {
  const client = createClient({ baseUrl: "http://users.example.test", auth: "open-sesame", fetch });
  const body = { name: "Grace", email: "grace@example.test" };
  const created = await usersCreate({ client, body });
  const user = created.data;
  if (user === undefined) throw new Error("not created");
  const role: "admin" | "member" = user.role;
  const path = { user: user.id };
  const found = await usersUserFind({ client, path });
  const name: string | undefined = found.data?.name;
  const listed = await usersList({ client, query: { limit: 1, role: ["member"] } });
  const names: string[] | undefined = listed.data?.map((one) => one.name);
  const again = await usersCreate({ client, body });
  const problem = again.error;
  const taken = problem?.type === "urn:problem-type:email-taken" && "email" in problem ? problem.email : undefined;
  // @ts-expect-error - the declared limit is a number
  const wrong = await usersList({ client, query: { limit: "x" } });
  const removed = await usersUserRemove({ client, path });
  return [created.response?.status, role, name, names?.length, taken, wrong.response?.status, removed.response?.status];
}
`;
