// The API of the page without its server: articles and comments keep their state by themselves, and these handlers
// say what only Conduit knows.
import { createMock } from "bough-testing";
import { api, Token, WrongPassword } from "../../src/api.ts";
import type { Profile, User } from "../../src/api.ts";
import { schemas } from "../../src/api.schemas.ts";

const ada: User = {
  email: "ada@example.test",
  token: "a-token",
  username: "ada",
  bio: null,
  image: null,
};
const author: Profile = { username: "ada", bio: null, image: null, following: false };
const grace: Profile = { ...author, username: "grace" };
const at = "2026-01-01T00:00:00Z";

/** The mock. The password of ada@example.test is "correct horse". */
export const mock = createMock(api, {
  schemas,
  credentials: { [Token.name]: (token) => (token === ada.token ? ada : undefined) },
});

const articles = mock.entities(api.articles.article);
articles.put({
  slug: "how-a-loom-counts",
  title: "How a loom counts",
  description: "From punched cards to programs",
  body: "Each card is **one operation**.",
  tagList: ["history"],
  createdAt: at,
  updatedAt: at,
  favorited: false,
  favoritesCount: 2,
  version: 1,
  author: grace,
});

mock.on(api.users.login, ({ body: { user }, fail }) =>
  user.email === ada.email && user.password === "correct horse"
    ? { user: ada }
    : fail(
        WrongPassword,
        { errors: { "email or password": ["is invalid"] } },
        { headers: { "www-authenticate": "Token" } },
      ),
);
mock.on(api.user.find, ({ principal }) => ({ user: principal }));
mock.on(api.articles.feed, () => ({ articles: [], articlesCount: 0 }));
mock.on(api.tags.list, () => ({ tags: articles.all().flatMap(({ tagList }) => tagList) }));
mock.on(api.articles.create, ({ body: { article } }) => {
  const created = {
    tagList: [],
    ...article,
    slug: article.title.toLowerCase().replaceAll(/\W+/g, "-"),
    createdAt: at,
    updatedAt: at,
    favorited: false,
    favoritesCount: 0,
    version: 1,
    author,
  };
  articles.put(created);
  return { article: created };
});
mock.on(api.articles.article.comments.create, ({ ids, body: { comment } }) => {
  const comments = mock.entities(api.articles.article(ids.slug).comments.comment);
  const id = comments.all().length + 1;
  const created = { ...comment, id, createdAt: at, updatedAt: at, author };
  comments.put(created);
  return { comment: created };
});
