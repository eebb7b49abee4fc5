// What the forms do. With scripts, the browser sends them without leaving the page; without scripts, as plain forms.
"use server";

import { revalidatePath } from "next/cache";
import { notFound, redirect } from "next/navigation";
import { api } from "./api/api.ts";
import { createBook, signIn, type FormState } from "./api/forms.ts";
import { removeBook } from "./api/lookups.ts";
import { visitorClient } from "./visitor.ts";

export async function add(_before: FormState | undefined, form: FormData): Promise<FormState> {
  const state = await createBook(await visitorClient(), form);
  return state ?? showList();
}

export async function enter(_before: FormState | undefined, form: FormData): Promise<FormState> {
  const state = await signIn(await visitorClient(), form);
  return state ?? showList();
}

export async function leave(): Promise<void> {
  const client = await visitorClient();
  await client.request(api.session.signOut).bodyOrThrow();
  showList();
}

export async function remove(id: string): Promise<void> {
  if ((await removeBook(await visitorClient(), id)) === null) notFound();
  showList();
}

/** Forgets the pages that the browser keeps, because any of them may show what has changed. */
function showList(): never {
  revalidatePath("/", "layout");
  redirect("/");
}
