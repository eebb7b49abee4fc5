import { initContract } from "@ts-rest/core";
import { createFetchHandler, tsr } from "@ts-rest/serverless/fetch";
import { item, rangeOf, schemasOf } from "../../cold/shared.mjs";

export function build(count) {
  const routes = rangeOf(count).map((index) => {
    const { params, answer } = schemasOf(index);
    const path = `/v1/r${index}/:id`;
    const get = { method: "GET", path, pathParams: params, responses: { 200: answer } };
    return [`r${index}`, { get }];
  });
  const contract = initContract().router(Object.fromEntries(routes));
  const handlers = rangeOf(count).map((index) => [
    `r${index}`,
    { get: async ({ params }) => ({ status: 200, body: item(params.id) }) },
  ]);
  return createFetchHandler(contract, tsr.router(contract, Object.fromEntries(handlers)));
}
