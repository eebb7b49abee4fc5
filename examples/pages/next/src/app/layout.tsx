import Link from "next/link";
import type { ReactNode } from "react";
import { leave } from "../actions.ts";
import { icon } from "../api/icon.ts";
import { currentAccount } from "../api/lookups.ts";
import "../api/style.css";
import { QueryProvider } from "../queries.tsx";
import { apiUrl, visitorClient } from "../visitor.ts";

export const metadata = { title: "Reading list", icons: icon };

export default async function Layout({ children }: { children: ReactNode }) {
  const account = await currentAccount(await visitorClient());
  return (
    <html lang="en">
      <body>
        <header>
          <Link href="/" prefetch={false}>
            Reading list
          </Link>
          {account === undefined ? (
            <Link href="/sign-in" prefetch={false}>
              Sign in
            </Link>
          ) : (
            <form action={leave}>
              Signed in as {account.name} <button>Sign out</button>
            </form>
          )}
        </header>
        <main>
          <QueryProvider apiUrl={apiUrl()}>{children}</QueryProvider>
        </main>
      </body>
    </html>
  );
}
