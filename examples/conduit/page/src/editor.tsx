// Writes an article, or changes one.
import { useMutation, useQuery } from "@tanstack/react-query";
import { FailureError } from "bough/client";
import { useState } from "react";
import type { ReactNode } from "react";
import { api, ArticleChanged } from "../../src/api.ts";
import type { Article } from "../../src/api.ts";
import { queries, store } from "./calls.ts";
import { Field, Form, Submit, TextField, useDraft } from "./form.tsx";
import { Markdown } from "./markdown.tsx";
import { Heading, useTitle, Waiting } from "./parts.tsx";
import { articleHref, go } from "./routes.tsx";

interface Draft {
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly tags: string;
}
const stale = { invalidates: [api.articles.list, api.articles.feed, api.tags] };

export function NewArticle(): ReactNode {
  useTitle("New article");
  const publish = useMutation({
    ...queries.mutationOptions(api.articles.create, stale),
    onSuccess: ({ article }) => show(article),
  });
  return (
    <Editor
      heading="New article"
      draft={{ title: "", description: "", body: "", tags: "" }}
      isPending={publish.isPending}
      error={publish.error}
      onSubmit={(draft) => publish.mutate({ article: articleOf(draft) })}
    />
  );
}

export function EditArticle({ slug }: { slug: string }): ReactNode {
  useTitle("Edit article");
  const { data, error } = useQuery({
    ...queries.queryOptions(api.articles.article(slug).find),
    refetchOnWindowFocus: false,
  });
  if (data) return <Existing article={data.article} />;
  return <Waiting error={error} />;
}

function Existing({ article: newest }: { article: Article }): ReactNode {
  // The draft is made of the article as it was opened, even if a newer one is loaded.
  const [article] = useState(newest);
  const { slug, title, description, body, tagList } = article;
  const change = useMutation({
    ...queries.mutationOptions(api.articles.article(slug).change, stale),
    onSuccess: (changed) => show(changed.article),
  });
  return (
    <Editor
      heading="Edit article"
      draft={{ title, description, body, tags: tagList.join(", ") }}
      isPending={change.isPending}
      error={change.error}
      onSubmit={(draft) =>
        change.mutate({
          body: { article: articleOf(draft) },
          // Whoever knows of a change may replace it.
          ifMatch: isChanged(change.error) ? undefined : { article },
        })
      }
    />
  );
}

function isChanged(error: Error | null): boolean {
  return error instanceof FailureError && error.failedWith(ArticleChanged);
}

// The answer is the article, so the page need not load it.
function show(article: Article): void {
  const { slug } = article;
  store.setQueryData(queries.queryOptions(api.articles.article(slug).find).queryKey, { article });
  go(articleHref(slug));
}

function articleOf({ tags, ...draft }: Draft) {
  const names = tags.split(",").map((tag) => tag.trim());
  return { ...draft, tagList: [...new Set(names.filter((tag) => tag !== ""))] };
}

interface EditorProps {
  readonly heading: string;
  readonly draft: Draft;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onSubmit: (draft: Draft) => void;
}

function Editor({ heading, draft: first, isPending, error, onSubmit }: EditorProps): ReactNode {
  const { draft, field } = useDraft(first);
  const [isPreview, setPreview] = useState(false);
  return (
    // The text may have to be changed, so what is sent is shown as it is written.
    <main className="narrow" onSubmitCapture={() => setPreview(false)}>
      <Heading>{heading}</Heading>
      <Form label="Article" error={error} onSubmit={() => onSubmit(draft)}>
        <Field label="Title" className="large" required {...field("title")} />
        <Field label="What is it about?" required {...field("description")} />
        <div className="tabs small" role="group" aria-label="View">
          <button type="button" aria-pressed={!isPreview} onClick={() => setPreview(false)}>
            Write
          </button>
          <button type="button" aria-pressed={isPreview} onClick={() => setPreview(true)}>
            Preview
          </button>
        </div>
        {isPreview && (
          <div className="preview-box">
            <Markdown text={draft.body} />
          </div>
        )}
        <div hidden={isPreview}>
          <TextField label="Text" rows={14} hint="in Markdown" required {...field("body")} />
        </div>
        <Field label="Tags" hint="with commas between them" {...field("tags")} name="tagList" />
        <Submit isPending={isPending} pending="Publishing…">
          Publish
        </Submit>
      </Form>
    </main>
  );
}
