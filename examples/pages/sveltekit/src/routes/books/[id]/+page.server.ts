import { error, redirect } from "@sveltejs/kit";
import { api, BookNotFound } from "../../../api/api.ts";
import type { Actions } from "./$types";

export const actions: Actions = {
  default: async ({ locals, params }) => {
    const result = await locals.client.request(api.books.book(params.id).remove);
    if (result.failedWith(BookNotFound)) error(404, "Not found");
    result.bodyOrThrow();
    redirect(303, "/");
  },
};
