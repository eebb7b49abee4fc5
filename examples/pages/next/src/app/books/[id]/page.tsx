import { hrefOf } from "bough";
import { notFound } from "next/navigation";
import { remove } from "../../../actions.ts";
import { api } from "../../../api/api.ts";
import { findBook } from "../../../api/lookups.ts";
import { visitorClient } from "../../../visitor.ts";

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const book = await findBook(await visitorClient(), (await params).id);
  if (book === null) notFound();
  const { id, title, author } = book;
  return (
    <>
      <h1>{title}</h1>
      <p>by {author}</p>
      <a href={`/api${hrefOf(api.books.book(id).find)}`}>JSON</a>
      <form action={remove.bind(null, id)}>
        <button>Delete</button>
      </form>
    </>
  );
}
