// What tests may tell a mock, and what must not compile.
import {
  bearer,
  del,
  dynamicResource,
  failure,
  get,
  integer,
  post,
  put,
  rootResource,
  staticResource,
  string,
  type,
} from "bough";
import { basic, errorFormat, type BasicCredential } from "bough/existing";
import type { Page } from "playwright-core";
import { expectTypeOf, test } from "vitest";
import { createMock } from "./create-mock.ts";
import { mockRoute } from "../playwright.ts";

interface User {
  readonly id: string;
  readonly name: string;
}
const UserNotFound = failure("user-not-found", 404);
const EmailTaken = failure("email-taken", 409).body<{ email: string }>();
const Busy = failure("busy", 503).headers({ "retry-after": integer() });
const Any = failure("5XX").body<{ why: string }>();
const Token = bearer("user-token");
const Password = basic("password");

const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .parameters({ limit: integer().default(1) })
      .response<User[]>(),
    create: post()
      .request<{ name: string }>()
      .response(type<User>(), { status: 201 })
      .response(type<{ queued: boolean }>(), { status: 202 })
      .failure(EmailTaken, Busy, Any),
    user: dynamicResource("user", integer(), {
      find: get().security(Token).response<User>().failure(UserNotFound),
      own: get("own").security(Password).response<User>(),
      change: put().request<{ name: string }>().response<{ user: User }>(),
      remove: del(),
      article: dynamicResource("slug", string(), {
        find: get().response<{ article: { slug: string; body: string } }>(),
      }),
      bare: dynamicResource("bare", string(), { remove: del() }),
    }),
  }),
});
const mock = createMock(api);
const { users } = api;

test("replies have the type of the response", () => {
  mock.reply(users.list, [{ id: "1", name: "Ada" }], { times: 1 });
  mock.reply(users.user(1).find, { id: "1", name: "Ada" });
  mock.reply(users.user.remove);
  mock.reply(users.create, { queued: true }, { status: 202 });
  // @ts-expect-error - a member is missing
  mock.reply(users.list, [{ id: "1" }]);
  // @ts-expect-error - a value is missing
  mock.reply(users.list);
  // @ts-expect-error - the status is not declared
  mock.reply(users.create, { queued: true }, { status: 203 });
  // @ts-expect-error - a resource has no response
  mock.reply(users, []);
});

test("handlers are typed as those of a server", () => {
  mock.on(users.user.find, ({ ids, fail, principal }) => {
    expectTypeOf(ids).toEqualTypeOf<{ readonly user: number }>();
    expectTypeOf(principal).toBeUnknown();
    return ids.user === 1 ? { id: "1", name: "Ada" } : fail(UserNotFound);
  });
  mock.on(users.list, ({ parameters }) => {
    expectTypeOf(parameters.limit).toBeNumber();
    return [];
  });
  // @ts-expect-error - the response has another type
  mock.on(users.list, () => [{ id: 1 }]);
  mock.on(users.user.find, ({ fail }) => {
    // @ts-expect-error - the failure is not declared
    fail(EmailTaken, { email: "" });
    return { id: "1", name: "Ada" };
  });
});

test("failures are declared and have their data", () => {
  mock.fail(users.create, EmailTaken, { email: "ada@example.test" });
  mock.fail(users.create, EmailTaken, { email: "" }, { times: 1, detail: "twice" });
  mock.fail(users.user.find, UserNotFound);
  mock.fail(users.create, Busy, undefined, { headers: { "retry-after": 1 }, times: 2 });
  mock.fail(users.create, Any, { why: "" }, { status: 502 });
  // @ts-expect-error - its data are missing
  mock.fail(users.create, EmailTaken);
  // @ts-expect-error - its data have another type
  mock.fail(users.create, EmailTaken, { email: 1 });
  // @ts-expect-error - its headers are missing
  mock.fail(users.create, Busy);
  // @ts-expect-error - a range needs a status
  mock.fail(users.create, Any, { why: "" });
  // @ts-expect-error - the endpoint does not declare it
  mock.fail(users.list, EmailTaken, { email: "" });
});

test("rejections are those of Bough", () => {
  mock.reject(users.list, 503, { times: 1 });
  // @ts-expect-error - the server never refuses with it
  mock.reject(users.list, 418);
});

test("calls have the types of the endpoint", () => {
  const [call] = mock.calls(users.create);
  expectTypeOf(call?.body).toEqualTypeOf<{ name: string } | undefined>();
  expectTypeOf(call?.response?.body).toEqualTypeOf<User | { queued: boolean } | undefined>();
  expectTypeOf(call?.response?.failure?.name).toEqualTypeOf<
    "email-taken" | "busy" | "5XX" | undefined
  >();
  expectTypeOf(mock.calls(users.user.find)[0]?.ids).toEqualTypeOf<
    { readonly user: number } | undefined
  >();
  expectTypeOf(mock.calls(users.list)[0]?.parameters).toEqualTypeOf<
    { readonly limit: number } | undefined
  >();
});

test("entities have the type of the response, without its envelope", () => {
  const all = mock.entities(users.user);
  expectTypeOf(all.all()).toEqualTypeOf<User[]>();
  expectTypeOf(all.get).parameter(0).toBeNumber();
  expectTypeOf(mock.entities(users.user(1).article).all()).toEqualTypeOf<
    { slug: string; body: string }[]
  >();
  expectTypeOf(mock.entities(users.user(1).bare).all()).toEqualTypeOf<
    Readonly<Record<string, unknown>>[]
  >();
  // @ts-expect-error - a member is missing
  all.set([{ id: "1" }]);
});

test("credentials have the types of their schemes, and give the principal", () => {
  const secured = createMock(api, {
    credentials: {
      "user-token": (token) => {
        expectTypeOf(token).toBeString();
        return token === "" ? undefined : { name: token };
      },
      password: async (credential) => {
        expectTypeOf(credential).toEqualTypeOf<BasicCredential>();
        return credential.username;
      },
    },
  });
  secured.on(users.user.find, ({ principal }) => {
    expectTypeOf(principal).toEqualTypeOf<{ name: string }>();
    return { id: "1", name: principal.name };
  });
  secured.on(users.user.own, ({ principal }) => ({ id: "1", name: principal }));
  createMock(api, {
    // @ts-expect-error - there is no such scheme
    credentials: { token: () => undefined },
  });
});

test("errors are written by the root", () => {
  const formatted = rootResource(
    "v2",
    { errors: errorFormat(type<{ code: string; message: string }>(), { code: "code" }) },
    { find: get().response<string>() },
  );
  createMock(formatted, { errors: ({ code, title }) => ({ code, message: title }) });
  createMock({ api, formatted }, { errors: { formatted: () => ({ code: "", message: "" }) } });
  createMock(formatted, {
    // @ts-expect-error - a member is missing
    errors: () => ({ code: "" }),
  });
  createMock(api, {
    // @ts-expect-error - the root declares no format
    errors: () => ({}),
  });
});

test("mocks go to pages, whatever their principals", () => {
  const page = {} as Page;
  expectTypeOf(mockRoute(page, mock, "http://mock.test")).toEqualTypeOf<Promise<void>>();
});
