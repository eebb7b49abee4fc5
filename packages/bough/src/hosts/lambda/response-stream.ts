// A response while it is made: Lambda's response streaming, for function URLs and REST APIs.
import type { Written } from "../../serve/exchange/fetch-exchange.ts";
import { headOf, type ResponseHead } from "./result.ts";

/** The stream that Lambda gives to a streaming function: a `Writable` of Node. */
export interface ResponseStream {
  write(chunk: string | Uint8Array): boolean;
  end(): unknown;
  on(event: "drain" | "close" | "error", listener: () => void): unknown;
}

/** The global `awslambda` of Lambda's Node runtime. */
export interface LambdaRuntime {
  readonly streamifyResponse: <Handler>(handler: Handler) => Handler;
  /** Missing where a program only imitates Lambda. */
  readonly HttpResponseStream?: {
    from(stream: ResponseStream, head: ResponseHead): ResponseStream;
  };
}

/** Writes a response at the pace of its reader. Rejects if it breaks: Lambda then cuts it. */
export async function writeResponse(
  runtime: LambdaRuntime,
  underlying: ResponseStream,
  { content, ...head }: Written,
): Promise<void> {
  const stream = begun(runtime, underlying, headOf(head));
  if (content instanceof ReadableStream) {
    await pump(content, stream);
  } else if (content !== null) {
    stream.write(content);
  }
  stream.end();
}

function begun(
  { HttpResponseStream }: LambdaRuntime,
  underlying: ResponseStream,
  head: ResponseHead,
): ResponseStream {
  const stream = HttpResponseStream?.from(underlying, head) ?? underlying;
  // The runtime sends the head before the first chunk, even if that is empty.
  stream.write(HttpResponseStream ? "" : `${JSON.stringify(head)}${"\0".repeat(8)}`);
  return stream;
}

async function pump(content: ReadableStream<Uint8Array>, stream: ResponseStream): Promise<void> {
  const reader = content.getReader();
  let wake: (() => void) | undefined;
  let hasLeft = false;
  const gone = (): void => {
    hasLeft = true;
    reader.cancel(new DOMException("the connection closed", "AbortError")).catch(() => undefined);
    wake?.();
  };
  stream.on("drain", () => wake?.());
  stream.on("close", gone);
  stream.on("error", gone);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      return;
    }
    // A stream that has closed drains no more.
    if (!stream.write(value) && !hasLeft) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}
