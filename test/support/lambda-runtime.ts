// What Lambda's Node runtime does for a streaming function: the global `awslambda`, the stream of a response, and the
// reading of its prelude, as AWS documents it: JSON, eight zero bytes, the content.
import { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { LambdaContext, LambdaEvent, StreamingHandler } from "bough/lambda";

const CONTENT_TYPE = "application/vnd.awslambda.http-integration-response";
const ZEROS = Buffer.alloc(8);

/** The prelude of a streamed response. */
export interface Prelude {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/** Gets a streamed response while it is made. */
export interface Receiver {
  readonly head: (prelude: Prelude) => void;
  readonly chunk: (content: Buffer) => void;
}

// Runs something before the first chunk, also before an empty one.
class LambdaStream extends Writable {
  contentType = "application/octet-stream";
  beforeFirst: ((write: (chunk: string | Uint8Array) => void) => void) | undefined;

  override write(chunk: never, ...rest: never[]): boolean {
    const { beforeFirst } = this;
    this.beforeFirst = undefined;
    beforeFirst?.((first) => super.write(first));
    return super.write(chunk, ...rest);
  }
}

const handlers = new WeakSet<object>();

/** The global `awslambda`. */
export const awslambda = {
  streamifyResponse<Handler extends object>(handler: Handler): Handler {
    handlers.add(handler);
    return handler;
  },
  HttpResponseStream: {
    from(stream: LambdaStream, prelude: Prelude): LambdaStream {
      stream.contentType = CONTENT_TYPE;
      stream.beforeFirst = (write) => {
        write(JSON.stringify(prelude));
        write(ZEROS);
      };
      return stream;
    },
  },
};

/** An invocation of a streaming function. */
export interface Invoked {
  readonly stream: Writable;
  /** Rejects if the function fails or does not end its response. */
  readonly ended: Promise<void>;
}

/** Invokes a streaming function. `take` may delay the next chunk. */
export function invokeStreaming(
  handler: StreamingHandler,
  event: LambdaEvent,
  context: LambdaContext,
  { head, chunk }: Receiver,
  take: () => Promise<void> = async () => undefined,
): Invoked {
  if (!handlers.has(handler)) {
    throw new TypeError("the function does not stream its responses");
  }
  let begun: Buffer | undefined = Buffer.alloc(0);
  const answered = async (done: () => void): Promise<void> => {
    await take();
    done();
  };
  const stream = new LambdaStream({
    highWaterMark: 1_024,
    write(content: Buffer, _encoding, done) {
      if (begun === undefined) {
        if (content.length > 0) chunk(content);
      } else {
        begun = Buffer.concat([begun, content]);
        const end = begun.indexOf(ZEROS);
        if (end >= 0) {
          head(JSON.parse(begun.subarray(0, end).toString()) as Prelude);
          const rest = begun.subarray(end + ZEROS.length);
          begun = undefined;
          if (rest.length > 0) chunk(rest);
        }
      }
      void answered(done);
    },
  });
  const run = async (): Promise<void> => {
    await handler(event, stream, context);
    if (stream.contentType !== CONTENT_TYPE || !stream.writableEnded) {
      throw new Error("the function has not ended its response");
    }
    await finished(stream);
    if (begun !== undefined) throw new Error("the response has no prelude");
  };
  return { stream, ended: run() };
}
