// One endpoint with its handler. Its pipeline is built once, at the first call.
import type { Ids } from "../../declaration/tree/ids.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { Rejection } from "../exchange/rejection.ts";
import { BodyDecoder } from "../request/decode-body.ts";
import { HeadReader } from "../request/decode-request.ts";
import { ResponseWriter } from "../response/encode-response.ts";
import { PipelineRun, type Pipeline } from "./pipeline-run.ts";
import type { RouteParts } from "./route-parts.ts";

/** A routed endpoint. */
export class Route {
  readonly #pipeline: Pipeline;

  constructor(parts: RouteParts) {
    const { schemas } = parts;
    this.#pipeline = {
      parts,
      head: new HeadReader(parts),
      body: new BodyDecoder(parts, schemas.request),
      writer: new ResponseWriter({ ...parts, schema: schemas.response }),
    };
  }

  /** Runs the pipeline for a request to this endpoint. */
  start(exchange: Exchange, ids: Ids, query: string | undefined): void {
    new PipelineRun(this.#pipeline, exchange, ids).start(query);
  }

  /** Answers a rejection. */
  reject(exchange: Exchange, ids: Ids, refused: Rejection): void {
    new PipelineRun(this.#pipeline, exchange, ids).reject(refused);
  }
}
