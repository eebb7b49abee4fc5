// The public API of parcel prices at the edge. It has only types, so a browser does not load a schema
// library through this file.
import {
  dynamicResource,
  events,
  failure,
  get,
  integer,
  post,
  rootResource,
  staticResource,
  string,
  type,
} from "bough";

/** The location that answered a request. */
export interface Place {
  readonly region: string;
}

export interface Rate {
  readonly country: string;
  readonly grams: number;
  readonly cents: number;
}

export interface Parcel {
  readonly country: string;
  readonly grams: number;
}

/** A guaranteed price. Its id is the signed price, so no instance has to store it. */
export interface Quote extends Rate {
  readonly id: string;
}

/** A flight that takes parcels. */
export interface Departure {
  readonly number: number;
  readonly region: string;
}

export const CountryNotServed = failure("country-not-served", 404).body<{ country: string }>();
export const TooHeavy = failure("too-heavy", 422).body<{ most: number }>();
export const QuoteNotFound = failure("quote-not-found", 404);

export const api = rootResource("v1", {
  place: get("place").response<Place>(),

  countries: staticResource("countries", {
    country: dynamicResource("country", string({ pattern: /^[A-Z]{2}$/ }), {
      rate: get("rate")
        .parameters({ grams: integer({ min: 1 }).default(500) })
        .response<Rate>()
        .failure(CountryNotServed, TooHeavy),
    }),
  }),

  quotes: staticResource("quotes", {
    create: post()
      .request<Parcel>()
      .response(type<Quote>(), { status: 201, headers: { location: string() } })
      .failure(CountryNotServed, TooHeavy),
    quote: dynamicResource("quote", {
      find: get().response<Quote>().failure(QuoteNotFound),
    }),
  }),

  /** Departures as they happen, numbered from 1. A client that reconnects continues after its last one. */
  departures: get("departures")
    .parameters({ count: integer({ min: 1, max: 100 }).default(3) })
    .headers({ "last-event-id": integer({ min: 0 }).optional() })
    .response(events<Departure>()),
});
