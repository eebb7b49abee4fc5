import type { ReactNode } from "react";
import { Form, isRouteErrorResponse, Link, Links, Meta, Outlet, Scripts } from "react-router";
import type { Route } from "./+types/root";
import { icon } from "./api/icon.ts";
import { currentAccount } from "./api/lookups.ts";
import "./api/style.css";
import { QueryProvider } from "./queries.tsx";
import { apiUrl, visitor, withVisitor } from "./visitor.server.ts";

export const middleware: Route.MiddlewareFunction[] = [withVisitor];

export const meta: Route.MetaFunction = () => [{ title: "Reading list" }];

export const loader = async ({ context }: Route.LoaderArgs) => ({
  account: await currentAccount(context.get(visitor)),
  apiUrl: apiUrl(),
});

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <link rel="icon" href={icon} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  );
}

export default function Root({ loaderData: { account, apiUrl } }: Route.ComponentProps) {
  return (
    <>
      <header>
        <Link to="/">Reading list</Link>
        {account === undefined ? (
          <Link to="/sign-in">Sign in</Link>
        ) : (
          <Form method="post" action="/sign-in">
            Signed in as {account.name}{" "}
            <button name="intent" value="leave">
              Sign out
            </button>
          </Form>
        )}
      </header>
      <main>
        <QueryProvider apiUrl={apiUrl}>
          <Outlet />
        </QueryProvider>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return <h1>{isMissing ? "Not found" : "Something went wrong"}</h1>;
}
