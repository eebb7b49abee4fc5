// Sign-up and sign-in, as pages, and as a dialog if the session ends in the middle of work.
import { useMutation } from "@tanstack/react-query";
import { hrefOf } from "bough";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { api } from "../../src/api.ts";
import { enter, leave, useSession } from "./account.ts";
import { queries } from "./calls.ts";
import { Field, Form, Submit, useDraft } from "./form.tsx";
import { Heading, useTitle } from "./parts.tsx";
import { go, homeHref, Link, site } from "./routes.tsx";

export function SignInPage(): ReactNode {
  useTitle("Sign in");
  return (
    <main className="card">
      <Heading>Sign in</Heading>
      <p>
        <Link href={hrefOf(site.register)}>Do you need an account?</Link>
      </p>
      <SignInForm email="" onDone={() => go(homeHref)} />
    </main>
  );
}

function SignInForm({ email: known, onDone }: { email: string; onDone: () => void }): ReactNode {
  const login = useMutation({
    ...queries.mutationOptions(api.users.login),
    onSuccess: async ({ user }) => {
      onDone();
      await enter(user);
    },
  });
  const { draft, field } = useDraft({ email: known, password: "" });
  return (
    <Form label="Sign in" error={login.error} onSubmit={() => login.mutate({ user: draft })}>
      <Field label="Email" type="email" autoComplete="username" required {...field("email")} />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        {...field("password")}
      />
      <Submit isPending={login.isPending} pending="Signing in…">
        Sign in
      </Submit>
    </Form>
  );
}

export function SignUpPage(): ReactNode {
  useTitle("Sign up");
  const create = useMutation({
    ...queries.mutationOptions(api.users.create),
    onSuccess: async ({ user }) => {
      go(homeHref);
      await enter(user);
    },
  });
  const { draft, field } = useDraft({ username: "", email: "", password: "" });
  return (
    <main className="card">
      <Heading>Sign up</Heading>
      <p>
        <Link href={hrefOf(site.login)}>Do you have an account?</Link>
      </p>
      <Form label="Sign up" error={create.error} onSubmit={() => create.mutate({ user: draft })}>
        <Field label="User name" autoComplete="nickname" required {...field("username")} />
        <Field label="Email" type="email" autoComplete="username" required {...field("email")} />
        <Field
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          hint="at least 8 characters"
          {...field("password")}
        />
        <Submit isPending={create.isPending} pending="Signing up…">
          Sign up
        </Submit>
      </Form>
    </main>
  );
}

/** Is above the page while calls wait for a new token. The page keeps what was typed, and the calls continue. */
export function SignInDialog(): ReactNode {
  const { isAsking } = useSession();
  return isAsking ? <OpenDialog /> : null;
}

function OpenDialog(): ReactNode {
  const { email } = useSession();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby="again" onCancel={(event) => event.preventDefault()}>
      <h2 id="again">Please sign in again</h2>
      <p>Your session has ended. Nothing is lost: the page continues where you were.</p>
      <SignInForm email={email} onDone={() => {}} />
      <button type="button" className="button quiet" onClick={leave}>
        Continue without signing in
      </button>
    </dialog>
  );
}
