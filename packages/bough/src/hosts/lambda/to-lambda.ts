// A server as the handler of a Lambda function.
import { fieldsOf, isRecord } from "../../shared/internal/record.ts";
import { coreOf, type GivenServer } from "../../serve/create-server.ts";
import type { Written } from "../../serve/exchange/fetch-exchange.ts";
import { flag, verifyTable } from "../../serve/options/option-table.ts";
import { deadlineOf, type LambdaContext } from "./deadline.ts";
import { kindOf, targetsOf, type LambdaEvent } from "./event.ts";
import { LambdaExchange, type Invocation } from "./lambda-exchange.ts";
import { writeResponse, type LambdaRuntime, type ResponseStream } from "./response-stream.ts";
import { resultOf, type LambdaResult } from "./result.ts";

/** The options of `toLambda`. */
export interface LambdaOptions {
  /**
   * Streams responses, for a function URL with `InvokeMode: RESPONSE_STREAM` or a REST API with response
   * streaming. `false` by default: each response is sent when it is complete.
   */
  readonly streaming?: boolean;
}

/** The handler of a function. Rejects with a `TypeError` for events without an HTTP request. */
export type LambdaHandler = (event: LambdaEvent, context: LambdaContext) => Promise<LambdaResult>;

/** The handler of a function that streams its responses. */
export type StreamingHandler = (
  event: LambdaEvent,
  stream: ResponseStream,
  context: LambdaContext,
) => Promise<void>;

/**
 * Makes a server the handler of a Lambda function behind API Gateway, a function URL or an Application
 * Load Balancer. `call.signal` aborts 500 ms before the function times out.
 *
 * @example
 * export const handler = toLambda(server);
 */
export function toLambda<S, const Streaming extends boolean = false>(
  server: GivenServer<S>,
  options?: LambdaOptions & { readonly streaming?: Streaming },
): Streaming extends true ? StreamingHandler : LambdaHandler;
export function toLambda(
  server: unknown,
  options: LambdaOptions = {},
): LambdaHandler | StreamingHandler {
  const core = coreOf("toLambda", server);
  verifyTable("toLambda", options, { streaming: flag });
  if (options.streaming !== true) {
    return async (event: LambdaEvent, context: LambdaContext) => {
      const invocation = { ...opened(event, context), core, streaming: false };
      const { kind, deadline } = invocation;
      return served(invocation, (written) => resultOf(written, event, kind)).finally(
        deadline.clear,
      );
    };
  }
  const runtime = lambdaRuntime();
  return runtime.streamifyResponse<StreamingHandler>(async (event, stream, context) => {
    const invocation = { ...opened(event, context), core, streaming: true };
    await served(invocation, (written) => written)
      .then((written) => writeResponse(runtime, stream, written))
      .finally(invocation.deadline.clear);
  });
}

function opened(
  event: LambdaEvent,
  context: LambdaContext,
): Pick<Invocation, "event" | "context" | "kind" | "deadline"> {
  const kind = kindOf(event);
  // Only AWS sets the context of a request; a test or an emulator may leave it out.
  const whole = isRecord(event.requestContext) ? event : { ...event, requestContext: {} };
  return { event: whole, context, kind, deadline: deadlineOf(context) };
}

/** Passes a request to the server. `prepare` throws if an answer cannot be sent. */
function served<Sent>(
  invocation: Omit<Invocation, "respond">,
  prepare: (written: Written) => Sent,
): Promise<Sent> {
  const { core, event, kind } = invocation;
  return new Promise((resolve) => {
    const respond = (written: Written): void => resolve(prepare(written));
    targetsOf(event, kind).reduceRight<(() => void) | undefined>(
      (otherwise, target) => () =>
        core.handle(new LambdaExchange({ ...invocation, respond }, target), otherwise),
      undefined,
    )?.();
  });
}

function lambdaRuntime(): LambdaRuntime {
  const { awslambda } = fieldsOf(globalThis);
  if (typeof fieldsOf(awslambda)["streamifyResponse"] !== "function") {
    throw new TypeError(
      "toLambda: streaming needs the global awslambda of Lambda's Node runtime, which is missing: call toLambda(server) outside Lambda",
    );
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- AWS documents what it contains
  return awslambda as LambdaRuntime;
}
