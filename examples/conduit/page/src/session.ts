// The session of the user. The token is in localStorage, so it survives a reload, and other tabs notice a change.

/** What the page knows of the session. */
export interface Session {
  readonly token: string | undefined;
  /** The address to sign in with again. */
  readonly email: string;
  /** Whether the token has expired and calls wait until the user signs in again. */
  readonly isAsking: boolean;
}

const KEY = "conduit-session";
let session: Session = { ...stored(), isAsking: false };
let waiting: ((token: string | undefined) => void)[] = [];
const listeners = new Set<() => void>();

export const current = (): Session => session;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function signIn({ token, email }: { token: string; email: string }): void {
  change({ token, email, isAsking: false });
}

/** Also ends the wait for a sign-in: calls that wait then fail with 401. */
export function signOut(): void {
  change({ token: undefined, email: "", isAsking: false });
}

/** Asks the user to sign in again, and resolves to the new token. Everything on the page stays as it is. */
export function askAgain(): Promise<string | undefined> {
  change({ ...session, isAsking: true });
  return new Promise((resolve) => waiting.push(resolve));
}

function change(next: Session): void {
  session = next;
  if (!next.isAsking) {
    for (const resolve of waiting) resolve(next.token);
    waiting = [];
    store();
  }
  for (const listener of listeners) listener();
}

function stored(): Pick<Session, "token" | "email"> {
  try {
    const { token, email } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Session>;
    return { token, email: email ?? "" };
  } catch {
    return { token: undefined, email: "" };
  }
}

function store(): void {
  const { token, email } = session;
  try {
    if (token === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify({ token, email }));
  } catch {
    // Without storage, the session ends with the page.
  }
}

addEventListener("storage", ({ key }) => {
  if (key === KEY) {
    session = { ...stored(), isAsking: false };
    for (const resolve of waiting) resolve(session.token);
    waiting = [];
    for (const listener of listeners) listener();
  }
});
