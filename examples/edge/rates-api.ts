// The internal API between the two workers. No other client can reach it.
import { dynamicResource, failure, get, rootResource, staticResource } from "bough";

/** The prices of a country: one per parcel and one per 100 grams. */
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
