// Serving on AWS Lambda.
export { toLambda } from "./hosts/lambda/to-lambda.ts";
export type { LambdaHandler, LambdaOptions, StreamingHandler } from "./hosts/lambda/to-lambda.ts";
export type { LambdaContext } from "./hosts/lambda/deadline.ts";
export type { LambdaHost } from "./hosts/lambda/lambda-exchange.ts";
export type { LambdaEvent, LambdaRequestContext } from "./hosts/lambda/event.ts";
export type { LambdaResult } from "./hosts/lambda/result.ts";
export type { ResponseStream } from "./hosts/lambda/response-stream.ts";
