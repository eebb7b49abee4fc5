// The frame of the page, and what each address shows.
import { useIsFetching, useIsMutating } from "@tanstack/react-query";
import { hrefOf } from "bough";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSession, useUser } from "./account.ts";
import { ArticlePage } from "./article.tsx";
import { EditArticle, NewArticle } from "./editor.tsx";
import { Home } from "./home.tsx";
import { Avatar, Heading, useTitle } from "./parts.tsx";
import { ProfilePage } from "./profile.tsx";
import { go, homeHref, Link, profileHref, site, useRoute } from "./routes.tsx";
import type { Route } from "./routes.tsx";
import { SettingsPage } from "./settings.tsx";
import { SignInDialog, SignInPage, SignUpPage } from "./sign-in.tsx";

export function App(): ReactNode {
  const route = useRoute();
  return (
    <>
      <Progress />
      <Header current={route && location.pathname} />
      <div className="page">{pageOf(route)}</div>
      <footer className="foot">
        <Link href={homeHref}>Conduit</Link> is an example of Bough. <a href="/docs">Its API</a>
      </footer>
      <SignInDialog />
    </>
  );
}

function pageOf(route: Route | undefined): ReactNode {
  const { endpoint, id = "", query } = route ?? {};
  const page = Math.max(1, Math.trunc(Number(query?.get("page"))) || 1);
  switch (endpoint) {
    case site.home: {
      const [tag, feed] = ["tag", "feed"].map((name) => query?.get(name) ?? undefined);
      return <Home tag={tag} feed={feed} page={page} />;
    }
    case site.login:
      return <SignInPage />;
    case site.register:
      return <SignUpPage />;
    case site.settings:
      return signedIn(<SettingsPage />);
    case site.write:
      return signedIn(<NewArticle />);
    case site.editor.article.edit:
      return signedIn(<EditArticle key={id} slug={id} />);
    case site.article.article.show:
      return <ArticlePage slug={id} />;
    case site.profile.user.articles:
      return <ProfilePage username={id} isFavorites={false} page={page} />;
    case site.profile.user.favorites:
      return <ProfilePage username={id} isFavorites page={page} />;
    default:
      return <Nothing />;
  }
}

const signedIn = (page: ReactNode): ReactNode => <SignedIn>{page}</SignedIn>;

function SignedIn({ children }: { children: ReactNode }): ReactNode {
  const { token } = useSession();
  useEffect(() => {
    if (token === undefined) go(hrefOf(site.login));
  }, [token]);
  return token === undefined ? null : children;
}

function Nothing(): ReactNode {
  useTitle("Not found");
  return (
    <main className="card">
      <Heading>There is nothing here</Heading>
      <p>
        <Link href={homeHref}>Go to the first page</Link>
      </p>
    </main>
  );
}

function Header({ current }: { current: string | undefined }): ReactNode {
  const { token } = useSession();
  const user = useUser();
  const item = (href: string, text: ReactNode): ReactNode => (
    <Link href={href} aria-current={current === href ? "page" : undefined}>
      {text}
    </Link>
  );
  return (
    <header className="head">
      <nav aria-label="Conduit">
        <Link href={homeHref} className="brand">
          conduit
        </Link>
        {token === undefined ? (
          <>
            {item(hrefOf(site.login), "Sign in")}
            {item(hrefOf(site.register), "Sign up")}
          </>
        ) : (
          <>
            {item(hrefOf(site.write), "Write")}
            {item(hrefOf(site.settings), "Settings")}
            {user &&
              item(
                profileHref(user.username),
                <span className="me">
                  <Avatar name={user.username} image={user.image} />
                  <span>{user.username}</span>
                </span>,
              )}
          </>
        )}
      </nav>
    </header>
  );
}

function Progress(): ReactNode {
  const isBusy = useIsFetching() + useIsMutating() > 0;
  return <div className={isBusy ? "progress busy" : "progress"} aria-hidden="true" />;
}
