import { item, rangeOf, schemasOf } from "./shared.mjs";

export function build(count) {
  const routes = new Map(
    rangeOf(count).map((index) => {
      const { params } = schemasOf(index);
      return [`r${index}`, (id) => params.parse({ id }) && item(id)];
    }),
  );
  return async (request) => {
    const [, , , , name, id] = request.url.split("/");
    return Response.json(routes.get(name)(id));
  };
}
