import { error, redirect } from "@sveltejs/kit";
import { removeBook } from "../../../api/lookups.ts";
import type { Actions } from "./$types";

export const actions: Actions = {
  default: async ({ locals, params }) => {
    if ((await removeBook(locals.client, params.id)) === null) error(404, "Not found");
    redirect(303, "/");
  },
};
