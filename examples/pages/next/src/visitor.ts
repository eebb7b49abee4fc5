// The client of the visitor whose page is rendered, or whose form is handled. It calls the server without a network.
import { createClient, type Client } from "bough/client";
import { inProcess } from "bough/server";
import { cookies, headers } from "next/headers";
import { cache } from "react";
import { server } from "./api/server.ts";

/** Where the browser calls the API. Query keys contain it, so server and browser use the same. */
export const apiUrl = (): string => new URL("/api", process.env["ORIGIN"]).href;

// `cache` keeps one client for each request, so components that ask for the same share one call.
export const visitorClient = cache(async (): Promise<Client> => {
  const fetch = inProcess(server, {
    headers: await headers(),
    onSetCookie: async ({ name, value, options }) => (await cookies()).set(name, value, options),
  });
  return createClient({ baseUrl: apiUrl(), fetch });
});
