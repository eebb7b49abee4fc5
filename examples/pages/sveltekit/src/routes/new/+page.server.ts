import { fail, redirect } from "@sveltejs/kit";
import { createBook } from "../../api/forms.ts";
import type { Actions } from "./$types";

export const actions: Actions = {
  default: async ({ locals, request }) => {
    const outcome = await createBook(locals.client, await request.formData());
    return outcome === undefined ? redirect(303, "/") : fail(422, outcome);
  },
};
