// A server without a host: its kernel, with all its parts.
import { defaultJson } from "../shared/codec/json.ts";
import type { FactData } from "../declare/endpoint/definition.ts";
import type { ServedData } from "../declare/served.ts";
import { faultsOf } from "../declare/verify/verify.ts";
import { conditional } from "../facts/conditional/server.ts";
import { cookies } from "../facts/cookies/server.ts";
import { deprecation } from "../facts/deprecation/server.ts";
import { ErrorFormats, errorFormats } from "../facts/error-formats/server.ts";
import { idempotency } from "../facts/idempotency/server.ts";
import { paging } from "../facts/paging/server.ts";
import { security } from "../facts/security/server.ts";
import { FetchExchange } from "./exchange/fetch-exchange.ts";
import { Kernel } from "./kernel.ts";
import type { HostHooks } from "./options/kernel-options.ts";
import { bodies } from "./parts/bodies.ts";
import { cors } from "./parts/cors/part.ts";
import { observers } from "./parts/observers/part.ts";
import { schemasFromTypes } from "./parts/schemas/part.ts";
import type { ServerOptions } from "./parts/server-options.ts";
import type { Part } from "./routing/part.ts";

// What server and client both act on, by the calls that declare it, in the order of the steps.
const FACTS: Readonly<Record<keyof FactData, Part>> = {
  conditional,
  idempotent: idempotency,
  paged: paging,
};

/** A server without a host. */
export class ServerCore extends Kernel<ServerOptions> {
  readonly formats: ErrorFormats;
  /** Serves a request of this process; `undefined` on a host, whose values handlers would miss. */
  readonly serve: ((request: Request, context?: object) => Promise<Response>) | undefined;
  readonly requiresSecurity: boolean;
  readonly #schemas: ServerOptions["schemas"];

  constructor(options: ServerOptions, hooks: HostHooks = {}) {
    const { codecs = [defaultJson], validateResponses = true } = options;
    const formats = new ErrorFormats({ codecs: hooks.codecs ?? codecs, validateResponses });
    super(options, hooks, [
      // A declaration that contradicts itself does not start.
      () => ({ faults: faultsOf }),
      observers,
      // They decide before security how responses are stored.
      ...Object.values(FACTS),
      security,
      cookies,
      deprecation,
      bodies,
      schemasFromTypes,
      (setup) => errorFormats(formats, setup),
      cors,
    ]);
    this.formats = formats;
    this.serve = hooks.whole
      ? (request, context) =>
          new Promise((resolve) => {
            this.handle(new FetchExchange(request, context, resolve));
          })
      : undefined;
    this.requiresSecurity = options.requireSecurity === true;
    this.#schemas = options.schemas;
  }

  /** The trees of this server, for a contract. */
  override get served(): ServedData {
    return { ...super.served, schemas: this.#schemas };
  }
}
