// Keeps the exchange of a request on the request, between Fastify's hooks.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { UNPARSED } from "./body-parsing.ts";
import type { FastifyExchange } from "./fastify-exchange.ts";

const EXCHANGE: unique symbol = Symbol("bough.exchange");

/** A request that has an exchange. */
interface ExchangedRequest extends FastifyRequest {
  [EXCHANGE]?: FastifyExchange | null;
}

/** Prepares an app: adds a member to its requests, and a parser that leaves bodies unread. */
export function prepareApp(app: FastifyInstance): void {
  if (!app.hasRequestDecorator(EXCHANGE)) {
    app.decorateRequest(EXCHANGE, null);
  }
  if (!app.hasContentTypeParser(UNPARSED)) {
    app.addContentTypeParser(UNPARSED, (request, _payload, done) => {
      const exchange = exchangeOf(request);
      if (exchange === undefined) {
        // A client may send this media type too, to a route of the project.
        done(Object.assign(new Error("Unsupported Media Type"), { statusCode: 415 }));
      } else {
        exchange.parse(done);
      }
    });
  }
}

/** Stores the exchange of a request. */
export function keepExchange(exchange: FastifyExchange): void {
  const request: ExchangedRequest = exchange.host.request;
  request[EXCHANGE] = exchange;
}

/** The exchange of a request. It exists from Bough's first hook on. */
export function exchangeOf(request: ExchangedRequest): FastifyExchange | undefined {
  return request[EXCHANGE] ?? undefined;
}
