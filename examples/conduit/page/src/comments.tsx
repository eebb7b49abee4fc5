// The comments of an article.
import { useMutation, useQuery } from "@tanstack/react-query";
import { hrefOf } from "bough";
import { useState } from "react";
import type { ReactNode } from "react";
import { api } from "../../src/api.ts";
import type { Comment } from "../../src/api.ts";
import { useSession, useUser } from "./account.ts";
import { Byline } from "./article-list.tsx";
import { queries } from "./calls.ts";
import { Form, Submit, TextField } from "./form.tsx";
import { Loading, Problem } from "./parts.tsx";
import { Link, site } from "./routes.tsx";

export function Comments({ slug }: { slug: string }): ReactNode {
  const { comments } = api.articles.article(slug);
  const { data, error } = useQuery(queries.queryOptions(comments.list));
  const { token } = useSession();
  return (
    <section className="comments" aria-label="Comments">
      <h2>Comments</h2>
      {token ? (
        <NewComment key={slug} slug={slug} />
      ) : (
        <p className="empty">
          <Link href={hrefOf(site.login)}>Sign in</Link> or{" "}
          <Link href={hrefOf(site.register)}>sign up</Link> to comment.
        </p>
      )}
      {error && !data && <Problem error={error} isQuery />}
      {!error && !data && <Loading />}
      {data?.comments.map((comment) => (
        <OneComment key={comment.id} slug={slug} comment={comment} />
      ))}
    </section>
  );
}

function NewComment({ slug }: { slug: string }): ReactNode {
  const [body, setBody] = useState("");
  const { comments } = api.articles.article(slug);
  const create = useMutation({
    ...queries.mutationOptions(comments.create, { invalidates: [comments] }),
    onSuccess: () => setBody(""),
  });
  return (
    <Form
      label="New comment"
      error={create.error}
      onSubmit={() => create.mutate({ comment: { body } })}
    >
      <TextField
        label="Your comment"
        name="body"
        rows={3}
        required
        value={body}
        onValue={setBody}
      />
      <Submit isPending={create.isPending} pending="Posting…">
        Post comment
      </Submit>
    </Form>
  );
}

function OneComment({ slug, comment }: { slug: string; comment: Comment }): ReactNode {
  const me = useUser();
  const { id, body, author, createdAt } = comment;
  const { comments } = api.articles.article(slug);
  const remove = useMutation(
    queries.mutationOptions(comments.comment(id).remove, { invalidates: [comments] }),
  );
  return (
    <article className="comment">
      <p>{body}</p>
      <footer>
        <Byline author={author} at={createdAt} />
        {me?.username === author.username && (
          <button
            type="button"
            className="button quiet small danger"
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Delete
          </button>
        )}
      </footer>
      {remove.error && <Problem error={remove.error} />}
    </article>
  );
}
