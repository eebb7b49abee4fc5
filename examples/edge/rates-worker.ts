// The worker with the prices, which its configuration provides as a JSON binding.
import { createServer } from "bough/server";
import { NoTariff, ratesApi } from "./rates-api.ts";
import type { Tariff } from "./rates-api.ts";

interface Env {
  readonly TARIFFS: Readonly<Record<string, Tariff>>;
}

const server = createServer<{ env: Env }>();

server.route(ratesApi.tariffs.tariff.find, ({ ids, env, fail }) =>
  Object.hasOwn(env.TARIFFS, ids.country)
    ? (env.TARIFFS[ids.country] ?? fail(NoTariff))
    : fail(NoTariff),
);

// oxlint-disable-next-line import/no-default-export -- a worker is the default export of its module
export default {
  fetch: (request: Request, env: Env): Promise<Response> => server.handle(request, { env }),
};
