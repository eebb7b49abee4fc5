// Where the exchange of a request is kept between Fastify's hooks: on the request.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { UNPARSED } from "./body-parsing.ts";
import type { FastifyExchange } from "./fastify-exchange.ts";

const EXCHANGE: unique symbol = Symbol("bough.exchange");

/** A request that has met its routes. */
interface ExchangedRequest extends FastifyRequest {
  [EXCHANGE]: FastifyExchange | null;
}

/** Prepares an app for exchanges: room on its requests, and a parser that leaves their bodies to them. */
export function prepareApp(app: FastifyInstance): void {
  if (!app.hasRequestDecorator(EXCHANGE)) {
    app.decorateRequest(EXCHANGE, null);
  }
  if (!app.hasContentTypeParser(UNPARSED)) {
    app.addContentTypeParser(UNPARSED, (request, _payload, done) => {
      const exchange = exchangeOf(request);
      if (exchange === undefined) {
        // A client may name the type too, on a route of the project's.
        done(Object.assign(new Error("Unsupported Media Type"), { statusCode: 415 }));
      } else {
        exchange.parse(done);
      }
    });
  }
}

/** Keeps the exchange of a request. */
export function keepExchange(exchange: FastifyExchange): void {
  (exchange.host.request as ExchangedRequest)[EXCHANGE] = exchange;
}

/** The exchange of a request, from its first hook of Bough's on. */
export function exchangeOf(request: FastifyRequest): FastifyExchange | undefined {
  return (request as ExchangedRequest)[EXCHANGE] ?? undefined;
}
