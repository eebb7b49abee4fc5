// The page: signs up, in and out, adds notes, creates tokens. The browser sends the session cookie by itself.
import { createClient, RejectionError } from "bough/client";
import { api, NameTaken, WrongPassword } from "./api.ts";
import type { Account } from "./api.ts";

const client = createClient();

const byId = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}`);
  return found;
};

on("signed-out", "submit", async (event) => {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  const isNew = (event as SubmitEvent).submitter?.getAttribute("value") === "up";
  const { account, session } = api;
  const result = await client.request(isNew ? account.signUp : session.signIn, {
    name: entry(form, "name"),
    password: entry(form, "password"),
  });
  if (result.failedWith(NameTaken)) return say("This name is taken.");
  if (result.failedWith(WrongPassword)) return say("The name or the password is wrong.");
  form.reset();
  await show(result.bodyOrThrow());
});

on("sign-out", "click", async () => {
  await client.request(api.session.signOut).bodyOrThrow();
  await show(undefined);
});

on("add", "submit", async (event) => {
  event.preventDefault();
  const form = event.currentTarget as HTMLFormElement;
  await client.request(api.notes.add, { text: entry(form, "text") }).bodyOrThrow();
  form.reset();
  await showNotes();
});

on("create", "click", async () => {
  const { token } = await client.request(api.tokens.create, { days: 30 }).bodyOrThrow();
  const shown = byId("token");
  shown.textContent = `curl -H "authorization: Bearer ${token}" ${client.urlOf(api.notes.list)}`;
  shown.hidden = false;
});

on("revoke", "click", async () => {
  await client.request(api.tokens.revoke).bodyOrThrow();
  byId("token").hidden = true;
  say("All tokens of your account are revoked.");
});

on("clear", "click", async () => {
  await client.request(api.notes.clear).bodyOrThrow();
  await showNotes();
});

void start();

async function start(): Promise<void> {
  try {
    await show(await client.request(api.account.find).bodyOrThrow());
  } catch (error) {
    await show(undefined);
    if (!isSignedOut(error)) say(String(error));
  }
}

async function show(account: Account | undefined): Promise<void> {
  const isAdmin = account?.roles.includes("admin") === true;
  byId("name").textContent = account?.name ?? "";
  byId("role").textContent = account?.roles.join(", ") ?? "";
  byId("signed-out").hidden = account !== undefined;
  byId("who").hidden = byId("signed-in").hidden = account === undefined;
  byId("admin").hidden = !isAdmin;
  byId("token").hidden = true;
  say("");
  if (account !== undefined) await showNotes();
  if (isAdmin) {
    const accounts = await client.request(api.accounts.list).bodyOrThrow();
    list(
      "accounts",
      accounts.map(({ name, roles }) => [name, roles.join(", ")]),
    );
  }
}

async function showNotes(): Promise<void> {
  const notes = await client.request(api.notes.list).bodyOrThrow();
  list(
    "notes",
    notes.map(({ author, text }) => [author, text]),
  );
}

function list(id: string, rows: readonly (readonly [string, string])[]): void {
  byId(id).replaceChildren(
    ...rows.map(([first, second]) => {
      const item = document.createElement("li");
      const bold = document.createElement("b");
      bold.textContent = first;
      item.append(bold, second);
      return item;
    }),
  );
}

function say(text: string): void {
  byId("message").textContent = text;
}

function entry(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}

function isSignedOut(error: unknown): boolean {
  return error instanceof RejectionError && error.status === 401;
}

/** Runs `listener`, and shows the form for sign-in if the session has ended. */
function on(id: string, type: string, listener: (event: Event) => Promise<void> | void): void {
  byId(id).addEventListener(type, (event) => {
    void (async () => {
      try {
        await listener(event);
      } catch (error) {
        if (isSignedOut(error)) await show(undefined);
        say(isSignedOut(error) ? "Your session has ended. Sign in again." : String(error));
      }
    })();
  });
}
