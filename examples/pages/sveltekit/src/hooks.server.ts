// Makes a client for each request, for the pages' `load` functions and actions.
import type { Handle } from "@sveltejs/kit/hooks";
import { createClient } from "bough/client";
import { inProcess } from "bough/server";
import { server } from "./api/server.ts";

export const handle: Handle = ({ event, resolve }) => {
  const { request, cookies, url } = event;
  const fetch = inProcess(server, {
    headers: request.headers,
    // SvelteKit refuses forms of other sites itself.
    crossSite: "checked-by-framework",
    onSetCookie: ({ name, value, options }) => cookies.set(name, value, options),
  });
  event.locals.client = createClient({ baseUrl: `${url.origin}/api`, fetch });
  // What `load` of books/[id]/+page.ts fetches is written into the page, with the headers that the client reads.
  return resolve(event, { filterSerializedResponseHeaders: (name) => name !== "set-cookie" });
};
