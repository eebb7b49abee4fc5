import { QueryClient, QueryClientProvider, useMutation, useQuery } from "@tanstack/react-query";
import { createClient } from "bough/client";
import { createQueries } from "bough-query";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { api } from "../src/api.ts";

const queries = createQueries(createClient());

function Notes() {
  const [text, setText] = useState("");
  const { data: notes = [], error, isPending } = useQuery(queries.queryOptions(api.notes.list));
  const invalidates = [api.notes];
  const create = useMutation(queries.mutationOptions(api.notes.create, { invalidates }));
  const remove = useMutation(queries.mutationOptions(api.notes.note.remove, { invalidates }));
  const failed = error ?? create.error ?? remove.error;
  return (
    <>
      <h1>Notes</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ text }, { onSuccess: () => setText("") });
        }}
      >
        <input
          aria-label="Text of the note"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button disabled={create.isPending}>Add</button>
      </form>
      {failed && <p role="alert">{failed.message}</p>}
      {isPending ? <p>Loading…</p> : notes.length === 0 && <p>There are no notes yet.</p>}
      <ul>
        {notes.map((note) => (
          <li key={note.id}>
            {note.text}{" "}
            <button onClick={() => remove.mutate({ ids: { note: note.id } })}>Delete</button>
          </li>
        ))}
      </ul>
    </>
  );
}

const root = document.querySelector("#root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <Notes />
      </QueryClientProvider>
    </StrictMode>,
  );
}
