// Runs on the server for the first page, then in the browser: `fetch` calls the API without a network, or over it.
import { error } from "@sveltejs/kit";
import { createClient } from "bough/client";
import { findBook } from "../../../api/lookups.ts";
import type { PageLoad } from "./$types";

export const load: PageLoad = async ({ fetch, params, url }) => {
  const client = createClient({ baseUrl: `${url.origin}/api`, fetch });
  return { book: (await findBook(client, params.id)) ?? error(404, "Not found") };
};
