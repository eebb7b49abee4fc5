import { fail, redirect } from "@sveltejs/kit";
import { api } from "../../api/api.ts";
import { signIn } from "../../api/forms.ts";
import type { Actions } from "./$types";

export const actions: Actions = {
  enter: async ({ locals, request }) => {
    const outcome = await signIn(locals.client, await request.formData());
    return outcome === undefined ? redirect(303, "/") : fail(422, outcome);
  },
  leave: async ({ locals }) => {
    await locals.client.request(api.session.signOut).bodyOrThrow();
    redirect(303, "/");
  },
};
