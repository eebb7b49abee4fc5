import { hrefOf } from "bough";
import { data, Form, redirect } from "react-router";
import { api } from "../api/api.ts";
import { findBook, removeBook } from "../api/lookups.ts";
import { visitor } from "../visitor.server.ts";
import type { Route } from "./+types/book";

const notFound = () => data(null, 404);

export async function loader({ context, params }: Route.LoaderArgs) {
  const book = await findBook(context.get(visitor), params.id);
  if (book === null) throw notFound();
  return book;
}

export async function action({ context, params }: Route.ActionArgs) {
  if ((await removeBook(context.get(visitor), params.id)) === null) throw notFound();
  return redirect("/");
}

export default function Book({ loaderData: { id, title, author } }: Route.ComponentProps) {
  return (
    <>
      <h1>{title}</h1>
      <p>by {author}</p>
      <a href={`/api${hrefOf(api.books.book(id).find)}`}>JSON</a>
      <Form method="post">
        <button>Delete</button>
      </Form>
    </>
  );
}
