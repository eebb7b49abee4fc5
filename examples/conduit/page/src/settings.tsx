// The account of the user.
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../src/api.ts";
import type { User } from "../../src/api.ts";
import { enter, leave, useUser } from "./account.ts";
import { queries } from "./calls.ts";
import { Field, Form, Submit, TextField, useDraft } from "./form.tsx";
import { Heading, Loading, useTitle } from "./parts.tsx";
import { go, homeHref, profileHref } from "./routes.tsx";

export function SettingsPage(): ReactNode {
  useTitle("Settings");
  const user = useUser();
  return (
    <main className="card">
      <Heading>Settings</Heading>
      {user ? <Settings key={user.username} user={user} /> : <Loading lines={6} />}
    </main>
  );
}

function Settings({ user }: { user: User }): ReactNode {
  const change = useMutation({
    ...queries.mutationOptions(api.user.change, { invalidates: [api.articles, api.profiles] }),
    onSuccess: async (changed) => {
      await enter(changed.user);
      go(profileHref(changed.user.username));
    },
  });
  const { username, email, image, bio } = user;
  const first = { image: image ?? "", username, bio: bio ?? "", email, password: "" };
  const { draft, field } = useDraft(first);
  function save(): void {
    const { image, bio, password, ...rest } = draft;
    const texts = { image: image || null, bio: bio || null, ...(password && { password }) };
    change.mutate({ user: { ...rest, ...texts } });
  }
  return (
    <>
      <Form label="Settings" error={change.error} onSubmit={save}>
        <Field label="Address of your picture" inputMode="url" {...field("image")} />
        <Field label="User name" autoComplete="nickname" required {...field("username")} />
        <TextField label="About you" rows={4} {...field("bio")} />
        <Field label="Email" type="email" autoComplete="username" required {...field("email")} />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="empty to keep the one you have"
          {...field("password")}
        />
        <Submit isPending={change.isPending} pending="Saving…">
          Save
        </Submit>
      </Form>
      <hr />
      <button
        type="button"
        className="button quiet danger"
        onClick={() => {
          leave();
          go(homeHref);
        }}
      >
        Sign out
      </button>
    </>
  );
}
