// Serves the public API. It keeps no state between requests: data comes with the request, from bindings
// or from the other worker. So you can run any number of instances.
import { createClient } from "bough/client";
import { createServer } from "bough/server";
import type { ContextServer, Fail } from "bough/types";
import { z } from "zod";
import { routeHome } from "../home.ts";
import { api, CountryNotServed, QuoteNotFound, TooHeavy } from "./api.ts";
import type { Parcel, Rate } from "./api.ts";
import { readQuote, signQuote } from "./quote-token.ts";
import { NoTariff, ratesApi } from "./rates-api.ts";

/** The worker's bindings, with the names of its configuration. */
export interface Env {
  /** A text binding. */
  readonly REGION: string;
  /** The secret that signs quotes. */
  readonly SIGNING_KEY: string;
  /** The service binding of the worker with the prices. */
  readonly RATES: { fetch(url: string, init: RequestInit): Promise<Response> };
}

const ParcelSchema = z.object({
  country: z.string().regex(/^[A-Z]{2}$/),
  grams: z.int().min(1),
});

/** Creates the server of the public API. */
export function createEdgeServer(): ContextServer<{ env: Env }> {
  const server = createServer<{ env: Env }>({ requireSchemas: true, limits: { body: 16_384 } });

  server.route(api.place, ({ env }) => ({ region: env.REGION }));

  server.route(api.countries.country.rate, ({ ids, parameters, env, fail }) =>
    rateOf({ country: ids.country, grams: parameters.grams }, env, fail),
  );

  server.route(
    api.quotes.create,
    async ({ body, env, respond, fail }) => {
      const rate = await rateOf(body, env, fail);
      const quote = { id: await signQuote(rate, env.SIGNING_KEY), ...rate };
      return respond(quote, { headers: { location: api.quotes.quote(quote.id).find.path } });
    },
    { request: ParcelSchema },
  );

  server.route(api.quotes.quote.find, async ({ ids, env, fail }) => {
    const rate = (await readQuote(ids.quote, env.SIGNING_KEY)) ?? fail(QuoteNotFound);
    return { id: ids.quote, ...rate };
  });

  server.route(api.departures, async function* ({ parameters, headers, env }) {
    for (let number = (headers["last-event-id"] ?? 0) + 1; number <= parameters.count; number++) {
      yield { id: String(number), event: "departure", data: { number, region: env.REGION } };
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  // A worker has no files for a docs page.
  routeHome(server, api.place.path);
  return server;
}

/** Calls the worker with the prices like any other API. */
async function rateOf(
  { country, grams }: Parcel,
  { RATES }: Env,
  fail: Fail<typeof CountryNotServed | typeof TooHeavy>,
): Promise<Rate> {
  // Only for the URL: a binding always calls its service, with any host name.
  const rates = createClient({
    baseUrl: "http://rates.internal",
    fetch: (url, init) => RATES.fetch(url, init),
  });
  const tariff =
    (await rates.request(ratesApi.tariffs.tariff(country).find).bodyOrNull(NoTariff)) ??
    fail(CountryNotServed, { country });
  if (grams > tariff.most) {
    fail(TooHeavy, { most: tariff.most });
  }
  return { country, grams, cents: tariff.base + Math.ceil(grams / 100) * tariff.perHundredGrams };
}
