// The API between the two workers: who knows the prices, and who asks. Nobody else reaches it.
import { dynamicResource, failure, get, rootResource, staticResource } from "bough";

/** What a country costs: a price for the parcel and one for every 100 grams of it. */
export interface Tariff {
  readonly base: number;
  readonly perHundredGrams: number;
  /** Grams. */
  readonly most: number;
}

export const NoTariff = failure("no-tariff", 404);

export const ratesApi = rootResource({
  tariffs: staticResource("tariffs", {
    tariff: dynamicResource("country", {
      find: get().response<Tariff>().failure(NoTariff),
    }),
  }),
});
