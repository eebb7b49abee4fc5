// One request and its answer on Express. Everything that earlier middleware has set, read or parsed is used.
import type { NextFunction, Request, Response } from "express";
import { bytesOf, streamFrom } from "../../shared/codec/byte-stream.ts";
import {
  type BodyReceiver,
  type OpenBounds,
  ParsedBody,
  type WholeBody,
} from "../../serve/exchange/exchange.ts";
import { HostedExchange } from "../node/hosted-exchange.ts";
import type { NodeRules } from "../node/node-rules.ts";
import { parsedContent } from "./parsed-content.ts";

/** The type of `call.host` on Express. */
export interface ExpressHost {
  readonly req: Request;
  readonly res: Response;
}

export class ExpressExchange extends HostedExchange {
  override readonly mount: string;
  readonly next: NextFunction;
  readonly #req: Request;
  readonly #isParsed: boolean;

  constructor(req: Request, res: Response, rules: NodeRules, next: NextFunction) {
    const host: ExpressHost = { req, res };
    super(req, res, rules, host);
    this.#req = req;
    this.next = next;
    // A wildcard may have matched a second slash, and `//` would begin an authority.
    this.mount = req.baseUrl.replace(/^\/+/, "/");
    this.authority = undefined;
    this.#isParsed =
      req.body !== undefined &&
      req.readableDidRead &&
      this.contentLength !== 0 &&
      // Parsers of multipart bodies keep fields and files in different places.
      !/^multipart\//i.test(this.contentType ?? "");
    if (this.#isParsed) {
      // The parser had its own limit, and has already decompressed the body.
      this.contentLength = undefined;
      this.contentEncoding = undefined;
    }
  }

  override readBody(limit: number, idle: number, done: BodyReceiver): void {
    if (this.#isParsed) {
      done(this.#parsed());
    } else {
      super.readBody(limit, idle, done);
    }
  }

  override openBody(bounds: OpenBounds): ReadableStream<Uint8Array> {
    if (!this.#isParsed) {
      return super.openBody(bounds);
    }
    const parsed = this.#parsed();
    const content =
      parsed instanceof ParsedBody ? bytesOf(JSON.stringify(parsed.value) ?? "") : parsed;
    return streamFrom([content], (bytes) => bytes);
  }

  #parsed(): WholeBody {
    return parsedContent(this.#req.body, this.contentType ?? "");
  }
}
