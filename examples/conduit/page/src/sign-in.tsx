// Sign-up and sign-in, as pages, and as a dialog if the session ends in the middle of work.
import { useMutation } from "@tanstack/react-query";
import { hrefOf } from "bough";
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { api } from "../../src/api.ts";
import { enter, leave, useSession } from "./account.ts";
import { queries } from "./calls.ts";
import { Field, Form, Submit } from "./form.tsx";
import { useTitle } from "./parts.tsx";
import { go, homeHref, Link, site } from "./routes.tsx";

export function SignInPage(): ReactNode {
  useTitle("Sign in");
  return (
    <main className="card">
      <h1>Sign in</h1>
      <p>
        <Link href={hrefOf(site.register)}>Do you need an account?</Link>
      </p>
      <SignInForm email="" onDone={() => go(homeHref)} />
    </main>
  );
}

function SignInForm({ email: known, onDone }: { email: string; onDone: () => void }): ReactNode {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState("");
  const login = useMutation({
    ...queries.mutation(api.users.login),
    onSuccess: async ({ user }) => {
      onDone();
      await enter(user);
    },
  });
  const { error } = login;
  return (
    <Form
      label="Sign in"
      error={error}
      fields={["email", "password"]}
      onSubmit={() => login.mutate({ user: { email, password } })}
    >
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        error={error}
        value={email}
        onValue={setEmail}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        error={error}
        value={password}
        onValue={setPassword}
      />
      <Submit isPending={login.isPending} pending="Signing in…">
        Sign in
      </Submit>
    </Form>
  );
}

export function SignUpPage(): ReactNode {
  useTitle("Sign up");
  const [username, setUsername] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const create = useMutation({
    ...queries.mutation(api.users.create),
    onSuccess: async ({ user }) => {
      go(homeHref);
      await enter(user);
    },
  });
  const { error } = create;
  return (
    <main className="card">
      <h1>Sign up</h1>
      <p>
        <Link href={hrefOf(site.login)}>Do you have an account?</Link>
      </p>
      <Form
        label="Sign up"
        error={error}
        fields={["username", "email", "password"]}
        onSubmit={() => create.mutate({ user: { username, email, password } })}
      >
        <Field
          label="User name"
          name="username"
          autoComplete="nickname"
          error={error}
          value={username}
          onValue={setUsername}
        />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          error={error}
          value={email}
          onValue={setEmail}
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="at least 8 characters"
          error={error}
          value={password}
          onValue={setPassword}
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
