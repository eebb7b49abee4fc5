import { oc } from "@orpc/contract";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { implement } from "@orpc/server";
import { item, rangeOf, schemasOf } from "../../cold/shared.mjs";

export function build(count) {
  const contract = Object.fromEntries(
    rangeOf(count).map((index) => {
      const { params, answer } = schemasOf(index);
      const route = oc.route({ method: "GET", path: `/v1/r${index}/{id}` });
      return [`r${index}`, { get: route.input(params).output(answer) }];
    }),
  );
  const os = implement(contract);
  const handlers = rangeOf(count).map((index) => [
    `r${index}`,
    { get: os[`r${index}`].get.handler(({ input }) => item(input.id)) },
  ]);
  const handler = new OpenAPIHandler(os.router(Object.fromEntries(handlers)));
  return async (request) => (await handler.handle(request, { context: {} })).response;
}
