import { data, redirect } from "react-router";
import { api } from "../api/api.ts";
import { signIn } from "../api/forms.ts";
import { Form } from "../form.tsx";
import { visitor } from "../visitor.server.ts";
import type { Route } from "./+types/sign-in";

export async function action({ context, request }: Route.ActionArgs) {
  const client = context.get(visitor);
  const form = await request.formData();
  if (form.get("intent") === "leave") {
    await client.request(api.session.signOut).bodyOrThrow();
    return redirect("/");
  }
  const outcome = await signIn(client, form);
  return outcome === undefined ? redirect("/") : data(outcome, 422);
}

export default function SignIn({ actionData }: Route.ComponentProps) {
  return (
    <>
      <h1>Sign in</h1>
      <Form fields={{ name: "Name", password: "Password" }} button="Sign in" outcome={actionData} />
    </>
  );
}
