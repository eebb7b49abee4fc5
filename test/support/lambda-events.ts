// Events as AWS documents them, written by hand: API Gateway with payload formats 1.0 and 2.0, a function URL, an
// Application Load Balancer.
import type { LambdaContext, LambdaEvent } from "bough/lambda";

// Properties that Bough does not read.
const ACCOUNT = { accountId: "123456789012", apiId: "70ixmpl4fl" };
const REST = { resource: "/{proxy+}", pathParameters: { proxy: "v1/notes" }, stageVariables: null };
const FORMAT = { version: "2.0", routeKey: "$default" };

/** The context of an invocation with this much time left. */
export function contextOf(remaining = 30_000): LambdaContext & { readonly functionName: string } {
  const started = Date.now();
  return {
    functionName: "notes",
    awsRequestId: "8f507cfc-xmpl-4697-b07a-ac58fc914c95",
    getRemainingTimeInMillis: () => remaining - (Date.now() - started),
  };
}

/** A REST API of API Gateway: payload format 1.0. */
export function restEvent(changes: Partial<LambdaEvent> = {}): LambdaEvent {
  return {
    ...REST,
    path: "/v1/notes",
    httpMethod: "GET",
    headers: { Accept: "application/json", Host: "70ixmpl4fl.execute-api.us-east-2.amazonaws.com" },
    multiValueHeaders: {
      Accept: ["application/json"],
      Host: ["70ixmpl4fl.execute-api.us-east-2.amazonaws.com"],
      "X-Forwarded-Proto": ["https"],
    },
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    requestContext: {
      ...ACCOUNT,
      protocol: "HTTP/1.1",
      stage: "prod",
      path: `/prod${changes.path ?? "/v1/notes"}`,
      requestId: "66da07c1-xmpl-4ed5-b1dc-bb4d0a1b9c0f",
      domainName: "70ixmpl4fl.execute-api.us-east-2.amazonaws.com",
      identity: { sourceIp: "52.255.255.12" },
    },
    body: null,
    isBase64Encoded: false,
    ...changes,
  };
}

/** A function URL: payload format 2.0. */
export function urlEvent(changes: Partial<LambdaEvent> = {}, method = "GET"): LambdaEvent {
  const domainName = "abcd1234.lambda-url.us-east-1.on.aws";
  return {
    ...FORMAT,
    rawPath: "/v1/notes",
    rawQueryString: "",
    headers: { accept: "application/json", host: domainName, "x-forwarded-proto": "https" },
    requestContext: {
      ...ACCOUNT,
      stage: "$default",
      domainName,
      requestId: "e1506fd5-9e7b-434f-bd42-4f8fa224b599",
      http: { method, protocol: "HTTP/1.1", sourceIp: "192.0.2.1" },
    },
    isBase64Encoded: false,
    ...changes,
  };
}

/** An HTTP API of API Gateway with a named stage: payload format 2.0. */
export function httpEvent(
  changes: Partial<LambdaEvent> = {},
  { stage = "prod", domainName = "id.execute-api.us-east-1.amazonaws.com" } = {},
): LambdaEvent {
  const event = urlEvent({ rawPath: `/${stage}/v1/notes`, ...changes });
  return {
    ...event,
    headers: { accept: "application/json", host: domainName },
    requestContext: { ...event.requestContext, stage, domainName },
  };
}

/** An event from an Application Load Balancer whose target group doesn't use multi-value headers. */
export function albEvent(changes: Partial<LambdaEvent> = {}): LambdaEvent {
  return {
    requestContext: {
      elb: {
        targetGroupArn:
          "arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/lambda/49e9d65c45c6791a",
      },
    },
    httpMethod: "GET",
    path: "/v1/notes",
    queryStringParameters: {},
    headers: {
      accept: "application/json",
      host: "lambda-846800462.us-east-2.elb.amazonaws.com",
      "x-forwarded-for": "72.12.164.125",
      "x-forwarded-port": "80",
      "x-forwarded-proto": "http",
    },
    body: "",
    isBase64Encoded: false,
    ...changes,
  };
}
