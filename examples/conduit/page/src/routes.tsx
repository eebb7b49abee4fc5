// The addresses of the page, declared like an API, so links are typed.
import { dynamicResource, get, hrefOf, integer, rootResource, staticResource, string } from "bough";
import type { AnyEndpoint } from "bough";
import { useSyncExternalStore } from "react";
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from "react";

const list = { page: integer({ min: 1, max: 10_000 }).default(1) };

export const site = rootResource({
  home: get().parameters({ tag: string().optional(), feed: string().optional(), ...list }),
  login: get("login"),
  register: get("register"),
  settings: get("settings"),
  write: get("editor"),
  editor: staticResource("editor", { article: dynamicResource("slug", { edit: get() }) }),
  article: staticResource("article", { article: dynamicResource("slug", { show: get() }) }),
  profile: staticResource("profile", {
    user: dynamicResource("username", {
      articles: get().parameters(list),
      favorites: get("favorites").parameters(list),
    }),
  }),
});

/** Goes to an address of the page. */
export function go(href: string): void {
  history.pushState(null, "", href);
  scrollTo(0, 0);
  dispatchEvent(new PopStateEvent("popstate"));
}

function subscribe(listener: () => void): () => void {
  addEventListener("popstate", listener);
  return () => removeEventListener("popstate", listener);
}

/** What an address of the page leads to. */
export interface Route {
  readonly endpoint: AnyEndpoint;
  /** The id in the path; a path of the page has at most one. */
  readonly id: string;
  readonly query: URLSearchParams;
}

const patterns = [
  site.home,
  site.login,
  site.register,
  site.settings,
  site.write,
  site.editor.article.edit,
  site.article.article.show,
  site.profile.user.articles,
  site.profile.user.favorites,
].map((endpoint: AnyEndpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.template.replace(/\{\w+\}/, "([^/]+)")}$`),
}));

/** The address of the window. */
export function useHref(): string {
  return useSyncExternalStore(subscribe, () => location.href);
}

/** What the address of the window leads to; `undefined` for an unknown one. */
export function useRoute(): Route | undefined {
  const { pathname, searchParams: query } = new URL(useHref());
  for (const { endpoint, pattern } of patterns) {
    const match = pattern.exec(pathname);
    if (match) return { endpoint, id: decoded(match[1] ?? ""), query };
  }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; children: ReactNode };

/** A link within the page. */
export function Link({ href, children, ...rest }: LinkProps): ReactNode {
  function follow(event: MouseEvent): void {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey) {
      event.preventDefault();
      go(href);
    }
  }
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  );
}

export const articleHref = (slug: string): string => hrefOf(site.article.article(slug).show);
export const profileHref = (username: string): string =>
  hrefOf(site.profile.user(username).articles);
export const homeHref = hrefOf(site.home);
