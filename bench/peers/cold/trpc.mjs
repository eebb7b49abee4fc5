import { initTRPC } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { item, rangeOf, schemasOf } from "../../cold/shared.mjs";

/** tRPC's path of the first request. */
export const pathOf = (index) => `/r${index}.get?input=${encodeURIComponent('{"id":"1"}')}`;

export function build(count) {
  const t = initTRPC.create();
  const routers = rangeOf(count).map((index) => {
    const { params, answer } = schemasOf(index);
    const procedure = t.procedure.input(params).output(answer);
    return [`r${index}`, t.router({ get: procedure.query(({ input }) => item(input.id)) })];
  });
  const router = t.router(Object.fromEntries(routers));
  return (req) => fetchRequestHandler({ req, router, endpoint: "", createContext: () => ({}) });
}
