import { data, redirect } from "react-router";
import { createBook } from "../api/forms.ts";
import { Form } from "../form.tsx";
import { visitor } from "../visitor.server.ts";
import type { Route } from "./+types/new";

export async function action({ context, request }: Route.ActionArgs) {
  const outcome = await createBook(context.get(visitor), await request.formData());
  return outcome === undefined ? redirect("/") : data(outcome, 422);
}

export default function New({ actionData }: Route.ComponentProps) {
  return (
    <>
      <h1>New book</h1>
      <Form fields={{ title: "Title", author: "Author" }} button="Add" outcome={actionData} />
    </>
  );
}
