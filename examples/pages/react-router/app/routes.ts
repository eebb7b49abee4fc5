import { index, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  index("routes/list.tsx"),
  route("new", "routes/new.tsx"),
  route("books/:id", "routes/book.tsx"),
  route("sign-in", "routes/sign-in.tsx"),
  route("api/*", "routes/api.ts"),
] satisfies RouteConfig;
