// An error format of one's own, as the compiler sees it.
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import {
  dynamicResource,
  failure,
  get,
  json,
  noBody,
  plainText,
  rootResource,
  staticResource,
  type,
} from "bough";
import { errorFormat, head, oneOfBodies } from "bough/existing";
import type { InferFailure } from "bough";
import { createClient, isRejection, FailureError } from "bough/client";
import { createServer } from "bough/server";

interface ApiError {
  error: { code: string; message: string; details?: unknown };
}
const NotFound = failure("booking-not-found", 404);
const Overlap = failure("overlap", 409, { code: 40901 }).body<{ with: string }>();
const Gone = failure("gone", 410).bare<{ since: string }>();
const Locked = failure("locked", 423).bare(noBody);
const Other = failure("4XX").body<{ reason: string }>();
const booking = dynamicResource(
  "booking",
  { failures: [Locked] },
  {
    find: get().response<{ id: string }>().failure(NotFound, Overlap, Gone),
    look: head().failure(NotFound),
    other: get("other").response<string>().failure(Other),
  },
);
const v1 = rootResource(
  "v1",
  { errors: errorFormat(type<ApiError>(), { code: "error.code", data: "error.details" }) },
  { booking, bare: staticResource("bare", { none: get().response<string>() }) },
);
const Fault = z.object({ fault: z.object({ id: z.string() }) });
const v2 = rootResource("v2", { errors: errorFormat(Fault, { code: "fault.id" }) }, { booking });
const plain = rootResource("v3", { booking });
const client = createClient({ baseUrl: "http://localhost" });

test("the whole body has the type of the nearest root", async () => {
  const result = await client.request(v1.booking("1").find);
  if (result.failedWith(NotFound)) {
    expectTypeOf(result.failure.errorBody).toEqualTypeOf<ApiError>();
    expectTypeOf(result.failure.body).toEqualTypeOf<undefined>();
    expectTypeOf(result.status).toEqualTypeOf<404>();
  } else if (result.failedWith(Overlap)) {
    expectTypeOf(result.failure.errorBody).toEqualTypeOf<ApiError>();
    expectTypeOf(result.failure.body).toEqualTypeOf<{ with: string }>();
  } else if (!result.ok) {
    expectTypeOf(result.failure.name).toEqualTypeOf<"gone" | "locked">();
    expectTypeOf(result.failure.errorBody).toEqualTypeOf<undefined>();
  }
  if (!result.ok && result.failure.name === "overlap") {
    expectTypeOf(result.failure.errorBody.error.code).toEqualTypeOf<string>();
  }
  await client.request(v1.booking("1").find).match({
    ok: ({ id }) => id,
    "booking-not-found": (body, { failure: failed }) => {
      expectTypeOf(body).toEqualTypeOf<undefined>();
      expectTypeOf(failed.errorBody).toEqualTypeOf<ApiError>();
      return "";
    },
    overlap: (body, { failure: failed }) => {
      expectTypeOf(body).toEqualTypeOf<{ with: string }>();
      expectTypeOf(failed.errorBody).toEqualTypeOf<ApiError>();
      return "";
    },
    else: (_body, { failure: failed }) => {
      expectTypeOf(failed.errorBody).toEqualTypeOf<undefined>();
      return "";
    },
  });
  const other = await client.request(v2.booking("1").find);
  if (other.failedWith(NotFound)) {
    expectTypeOf(other.failure.errorBody).toEqualTypeOf<{ fault: { id: string } }>();
  }
  const third = await client.request(plain.booking("1").find);
  if (third.failedWith(NotFound)) {
    expectTypeOf(third.failure.errorBody).toBeUnknown();
  }
});

test("a failure of a range and HEAD", async () => {
  const result = await client.request(v1.booking("1").other);
  if (!result.ok && result.failure.name === "4XX") {
    expectTypeOf(result.failure.errorBody).toEqualTypeOf<undefined>();
    expectTypeOf(result.failure.body).toEqualTypeOf<{ reason: string }>();
  }
  const look = await client.request(v1.booking("1").look);
  if (look.failedWith(NotFound)) {
    expectTypeOf(look.failure.errorBody).toEqualTypeOf<ApiError>();
  }
});

test("a failure error does not know its root", () => {
  const error: unknown = undefined;
  if (error instanceof FailureError) {
    expectTypeOf(error.failure.errorBody).toBeUnknown();
    if (error.failedWith(Overlap)) {
      expectTypeOf(error.failure.errorBody).toBeUnknown();
      expectTypeOf(error.failure.body).toEqualTypeOf<{ with: string }>();
    }
  }
  type Failed = InferFailure<typeof v1.booking.find>;
  expectTypeOf<Extract<Failed, { name: "overlap" }>["errorBody"]>().toEqualTypeOf<ApiError>();
});

test("a rejection has the body of the root", () => {
  const error: unknown = undefined;
  if (isRejection(error, v1)) {
    expectTypeOf(error.body).toEqualTypeOf<ApiError>();
  }
});

test("the writer gets the code and the data as the format has them", () => {
  const server = createServer();
  server.errors(
    v1,
    ({ kind, name, code, type: uri, status, title, detail, instance, data, errors }) => {
      expectTypeOf(kind).toEqualTypeOf<"failure" | "rejection">();
      expectTypeOf(name).toEqualTypeOf<string>();
      expectTypeOf(code).toEqualTypeOf<string>();
      expectTypeOf([uri, title]).toEqualTypeOf<string[]>();
      expectTypeOf(status).toEqualTypeOf<number>();
      expectTypeOf(detail).toEqualTypeOf<string | undefined>();
      expectTypeOf(instance).toEqualTypeOf<string | undefined>();
      expectTypeOf(data).toBeUnknown();
      return { error: { code, message: detail ?? title, details: data ?? errors } };
    },
  );
  server.errors(v2, ({ code, data }, { respond, endpoint, header, request }) => {
    expectTypeOf(data).toEqualTypeOf<undefined>();
    void [endpoint, header("x"), request];
    return respond({ fault: { id: code } }, { headers: { "x-trace": "1" } });
  });
  const numbers = rootResource(
    "n",
    { errors: errorFormat(type<{ code: number }>(), { code: "code" }) },
    {},
  );
  server.errors(numbers, ({ code }) => {
    expectTypeOf(code).toEqualTypeOf<string | number>();
    return { code: Number(code) };
  });
  // @ts-expect-error - the body is not that of the root
  server.errors(v1, ({ code }) => ({ code }));
  // @ts-expect-error - the function is synchronous
  server.errors(v2, async ({ code }) => ({ fault: { id: code } }));
  // @ts-expect-error - this root declares no errors
  server.errors(plain, () => ({}));
  // @ts-expect-error - this root declares errors, not rejections
  server.rejections(v1, () => ({ error: { code: "", message: "" } }));
  const rejecting = rootResource("r", { rejections: type<ApiError>() }, {});
  // @ts-expect-error - this root declares rejections, not errors
  server.errors(rejecting, () => ({ error: { code: "", message: "" } }));
});

test("an inner root decides", async () => {
  const inner = rootResource(
    "inner",
    { rejections: type<ApiError>() },
    { find: get().failure(NotFound) },
  );
  const outer = rootResource(
    "outer",
    { errors: errorFormat(Fault, { code: "fault.id" }) },
    { inner },
  );
  const result = await client.request(outer.inner.find);
  if (result.failedWith(NotFound)) {
    expectTypeOf(result.failure.errorBody).toBeUnknown();
  }
  const nearest = rootResource(
    "nearest",
    { errors: errorFormat(type<ApiError>(), { code: "error.code" }) },
    { find: get().failure(NotFound) },
  );
  const both = rootResource(
    "both",
    { errors: errorFormat(Fault, { code: "fault.id" }) },
    { nearest },
  );
  const other = await client.request(both.nearest.find);
  if (other.failedWith(NotFound)) {
    expectTypeOf(other.failure.errorBody).toEqualTypeOf<ApiError>();
  }
});

test("paths lead to declared members", () => {
  interface Deep {
    a: { b: { c: { d: string; e: { f: string } } } };
    list: { code: string }[];
    pair: [{ code: number }, { text: string }];
    errors?: { "0": { code: string } } | undefined;
    open: Record<string, string>;
    half: { known: string; [name: `x-${string}`]: string };
    anything: any;
    nothing: never;
    "dotted.name": string;
    truth: boolean;
    unknown: unknown;
    either: { code: string; one: string } | { code: number; other: string } | null;
    mixed: string | { code: string };
  }
  const deep = type<Deep>({ unchecked: true });
  errorFormat(deep, { code: "a.b.c.d" });
  errorFormat(deep, { code: "list.0.code", data: "list.10" });
  errorFormat(deep, { code: "pair.0.code" });
  errorFormat(deep, { code: "errors.0.code" });
  errorFormat(deep, { code: "half.known" });
  errorFormat(deep, { code: "either.code" });
  errorFormat(deep, { code: "unknown", data: "anything" });
  // @ts-expect-error - five steps
  errorFormat(deep, { code: "a.b.c.e.f" });
  // @ts-expect-error - an index is a number
  errorFormat(deep, { code: "list.first.code" });
  // @ts-expect-error - an index is not negative
  errorFormat(deep, { code: "list.-1.code" });
  // @ts-expect-error - a list has no other members
  errorFormat(deep, { code: "list.length" });
  // @ts-expect-error - the second element has no code
  errorFormat(deep, { code: "pair.1.code" });
  // @ts-expect-error - the list has two elements
  errorFormat(deep, { code: "pair.2.code" });
  // @ts-expect-error - an index signature
  errorFormat(deep, { code: "open.code" });
  // @ts-expect-error - an index signature of a pattern
  errorFormat(deep, { code: "half.x-code" });
  // @ts-expect-error - any
  errorFormat(deep, { code: "anything.code" });
  // @ts-expect-error - any
  errorFormat(deep, { data: "anything.details" });
  // @ts-expect-error - never
  errorFormat(deep, { code: "nothing.code" });
  // @ts-expect-error - never
  errorFormat(deep, { code: "nothing" });
  // @ts-expect-error - a name with a dot
  errorFormat(deep, { code: "dotted.name" });
  // @ts-expect-error - neither text nor a number
  errorFormat(deep, { code: "truth" });
  // @ts-expect-error - an object
  errorFormat(deep, { code: "a.b" });
  // @ts-expect-error - only one of the union has it
  errorFormat(deep, { code: "either.one" });
  // @ts-expect-error - only one of the union has it
  errorFormat(deep, { code: "mixed.code" });
  // @ts-expect-error - data are an object
  errorFormat(deep, { data: "a.b.c.d" });
  // @ts-expect-error - no path
  errorFormat(deep, { code: "" });
  // @ts-expect-error - no member
  errorFormat(deep, { code: "a." });
  // @ts-expect-error - a computed path
  errorFormat(deep, { code: String(1) });
  // @ts-expect-error - unknown has no members
  errorFormat(deep, { code: "unknown.code" });
  // @ts-expect-error - an unknown option
  errorFormat(deep, { title: "a.b.c.d" });
  // @ts-expect-error - any has no members
  errorFormat(type<any>(), { code: "code" });
  errorFormat(type<any>());
});

test("an error format is JSON, on a root", () => {
  errorFormat(json<ApiError>(), { code: "error.code" });
  errorFormat(json(type<ApiError>(), { mediaType: "application/vnd.api+json" }), {
    code: "error.code",
  });
  errorFormat(json(Fault), { code: "fault.id" });
  // @ts-expect-error - text
  errorFormat(plainText());
  // @ts-expect-error - several bodies
  errorFormat(oneOfBodies(json(Fault), plainText()));
  // @ts-expect-error - no body
  errorFormat(noBody);
  // @ts-expect-error - not a body
  errorFormat({});
  // @ts-expect-error - a Date
  errorFormat(type<{ at: Date }>());
  const errors = errorFormat(Fault, { code: "fault.id" });
  // @ts-expect-error - not a root
  staticResource("x", { errors }, {});
  // @ts-expect-error - not a root
  dynamicResource("x", { errors }, {});
  // @ts-expect-error - no error format
  rootResource("x", { errors: type<ApiError>() }, {});
  // @ts-expect-error - one of the two
  rootResource("x", { errors, rejections: type<ApiError>() }, {});
  // @ts-expect-error - an error format is no body
  rootResource("x", { rejections: errors }, {});
  // @ts-expect-error - an error format is no body
  get().response(errors);
  // @ts-expect-error - a code is text or a number
  failure("x", 404, { code: true });
  expectTypeOf(Overlap.code).toEqualTypeOf<string | number>();
});

test("handlers fail as before", () => {
  const server = createServer();
  server.route(v1.booking.find, ({ fail, ids }) => {
    if (ids.booking === "0") {
      return fail(NotFound, undefined, { detail: "none" });
    }
    // @ts-expect-error - the data is missing
    fail(Overlap);
    return fail(Overlap, { with: "1" });
  });
  const view = server.guard([NotFound], () => ({ user: "ada" }));
  view.route(v1.booking.find, () => ({ id: "1" }));
  // @ts-expect-error - the guard may fail with what the endpoint does not declare
  view.route(v1.bare.none, () => "");
});
