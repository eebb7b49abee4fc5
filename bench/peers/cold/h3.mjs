import { getValidatedRouterParams, H3 } from "h3";
import { item, rangeOf, schemasOf } from "../../cold/shared.mjs";

export function build(count) {
  const app = new H3();
  for (const index of rangeOf(count)) {
    const { params } = schemasOf(index);
    app.get(`/v1/r${index}/:id`, async (event) =>
      item((await getValidatedRouterParams(event, params)).id),
    );
  }
  return app.fetch;
}
