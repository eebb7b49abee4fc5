// Wrong code, and what the compiler has to say of it.

/** One mistake: the error sits at `«`, and this is its first line. */
export interface Mistake {
  readonly title: string;
  readonly code: string;
  readonly says: string;
  /** What one of the lines below it has, where the first is not the sentence. */
  readonly explains?: string;
}

/** What stands before the mistakes, and is right. */
export const prelude = `
import { bearer, bind, del, dynamicResource, events, failure, get, hrefOf, integer, json, list, multipart, noBody, parameter, part, patch, plainText, post, put, query, rootResource, segments, slash, staticResource, string, type, uuid } from "bough";
import { head, namedEvents, oneOfBodies } from "bough/existing";
import { authenticate, createServer, memoryStore } from "bough/server";
import { createClient, isRejection } from "bough/client";
import { createQueries } from "bough-query";
import { toLambda } from "bough/lambda";
import { listen, toListener } from "bough/node";
import type { BoundEndpoint, InferYield } from "bough";
import type { RequestArguments } from "bough/types";
import { z } from "zod";

interface User { id: string; name: string }
interface NewUser { name: string; email: string }
const UserNotFound = failure("user-not-found", 404);
const EmailTaken = failure("email-taken", 409).body<{ email: string }>();
const Unauthorized = failure("unauthorized", 401);
const Limited = failure("limited", 429).headers({ "retry-after": integer() });
const api = rootResource("v1", { failures: [Unauthorized] }, {
  users: staticResource("users", {
    list: get().parameters({ limit: integer().default(20), q: string().optional() }).response<User[]>(),
    search: get("search").parameters({ q: string() }).response<User[]>(),
    create: post().request<NewUser>().response(type<User>(), { status: 201 }).failure(EmailTaken, Limited),
    user: dynamicResource("user", uuid(), {
      find: get().response<User>().failure(UserNotFound),
      remove: del().failure(UserNotFound),
      friends: staticResource("friends", { friend: dynamicResource("friend", integer(), { remove: del() }) }),
    }),
    group: dynamicResource("group", integer(), { find: get().response<User>() }),
    import: post("import").request<User>().response<User>().response(noBody, { status: 202 }),
    located: get("located").response(type<User>(), { headers: { location: string() } }),
  }),
});
const user = api.users.user("42");
const small = rootResource("v2", { list: get() });
const refusing = rootResource("v3", { rejections: type<string>() }, { list: get() });
const files = staticResource("files", { rest: dynamicResource("rest", segments(), { list: get() }) });
const server = createServer();
const client = createClient();
const queries = createQueries(client);
const ticks = rootResource("v4", { ticks: get().response(events<number>()) });
const versioned = rootResource("v5", { book: dynamicResource("book", integer(), {
  replace: put().request<User>().response<User>().conditional({ version: "name" }),
  remove: del(":remove").conditional({ version: "name" }),
}) });
const live = rootResource("v6", { live: get().response(namedEvents({ created: type<User>(), removed: type<{ id: string }>() })) });
const Token = bearer("user-token");
const secret = rootResource("v7", { find: get().security(Token).response<User>() });
const authed = server.guard([EmailTaken], () => ({ me: "42" }));
declare const found: User;
async function call<E extends BoundEndpoint>(endpoint: E, ...rest: RequestArguments<E>) {
  return client.request(endpoint, ...rest).bodyOrThrow();
}
void [call, versioned, live, secret, memoryStore, listen, toLambda, toListener, bearer, authenticate, queries, ticks, bind, files, del, dynamicResource, events, get, head, hrefOf, integer, json, list, multipart, noBody, oneOfBodies, parameter, part, plainText, patch, query, segments, slash, staticResource, z, user, server, client, authed, found, Unauthorized];
`;

export const mistakes: readonly Mistake[] = [
  {
    title: "a plain object as a child",
    code: 'rootResource("v1", { «users: { list: get() } });',
    says: 'Type \'{ list: EndpointDeclaration<Bare<"GET", "">>; }\' is not assignable to type \'"a plain object is not a resource: use staticResource(segment, { … })"\'.',
  },
  {
    title: "an endpoint whose verb is not called",
    code: 'rootResource("v1", { «list: get });',
    says: "Type 'Verb<\"GET\">' is not assignable to type '\"this function is not called: get(), post() …\"'.",
  },
  {
    title: "a number as a child",
    code: 'rootResource("v1", { list: get(), «other: 3 });',
    says: "Type 'number' is not assignable to type '\"a plain object is not a resource: use staticResource(segment, { … })\"'.",
  },
  {
    title: "an endpoint of another tree as a child",
    code: 'rootResource("v1", { «list: small.list });',
    says: 'Type \'Endpoint<"GET /v2", Bare<"GET", "">, Top<RootShape<"v2", Plain>>>\' is not assignable to type \'"this endpoint is in another tree: declare it separately, const list = get()"\'.',
  },
  {
    title: "a mistake deep in a tree",
    code: 'rootResource("v1", { a: staticResource("a", { b: dynamicResource("b", { «c: { list: get() } }) }) });',
    says: 'Type \'{ list: EndpointDeclaration<Bare<"GET", "">>; }\' is not assignable to type \'"a plain object is not a resource: use staticResource(segment, { … })"\'.',
  },
  {
    title: "the parent given last",
    code: 'staticResource("friends", { list: get() }, «small);',
    says: 'Argument of type \'Root<"v2", { list: EndpointDeclaration<Bare<"GET", "">>; }>\' is not assignable to parameter of type \'Children & "pass the parent before the children"\'.',
  },
  {
    title: "a child called path",
    code: 'rootResource("v1", { «path: get() });',
    says: 'Type \'EndpointDeclaration<Bare<"GET", "">>\' is not assignable to type \'"rename this child: every resource has its own \\"path\\""\'.',
  },
  {
    title: "a child called then",
    code: 'staticResource("v1", { «then: get() });',
    says: 'Type \'EndpointDeclaration<Bare<"GET", "">>\' is not assignable to type \'"rename this child: with \\"then\\", an await on the resource would hang"\'.',
  },
  {
    title: "a child whose name starts with a tilde",
    code: 'dynamicResource("id", { «"~names": get() });',
    says: 'Type \'EndpointDeclaration<Bare<"GET", "">>\' is not assignable to type \'"rename this child: names cannot start with ~"\'.',
  },
  {
    title: "a segment with a slash",
    code: 'staticResource(«"a/b", { list: get() });',
    says: 'Argument of type \'"a/b"\' is not assignable to parameter of type \'"a segment cannot contain \\"/\\": nest resources"\'.',
  },
  {
    title: "an empty segment",
    code: 'rootResource(«"", { list: get() });',
    says: "Argument of type '\"\"' is not assignable to parameter of type '\"a segment cannot be empty\"'.",
  },
  {
    title: "a dot segment",
    code: 'staticResource(«"..", { list: get() });',
    says: 'Argument of type \'".."\' is not assignable to parameter of type \'"\\".\\" and \\"..\\" are not segments: URLs remove them"\'.',
  },
  {
    title: "braces in a segment",
    code: 'staticResource(«"{id}", { list: get() });',
    says: "Argument of type '\"{id}\"' is not assignable to parameter of type '\"a segment cannot have braces: use dynamicResource\"'.",
  },
  {
    title: "a wrong subpath",
    code: 'get(«"a//b");',
    says: 'Argument of type \'"a//b"\' is not assignable to parameter of type \'"no \\"/\\" at the start or end, or twice: get(\\"a/b\\")"\'.',
  },
  {
    title: "a subpath as a path",
    code: 'get(«"/me");',
    says: 'Argument of type \'"/me"\' is not assignable to parameter of type \'"no \\"/\\" at the start or end, or twice: get(\\"a/b\\")"\'.',
  },
  {
    title: "two wildcards of one name, nested",
    code: 'dynamicResource(«"id", { a: staticResource("a", { b: dynamicResource("id", { list: get() }) }) });',
    says: "Argument of type '\"id\"' is not assignable to parameter of type '\"{id} is already in this path: rename one\"'.",
  },
  {
    title: "two wildcards of one name, by parent",
    code: 'dynamicResource(«"user", api.users.user, { list: get() });',
    says: "Argument of type '\"user\"' is not assignable to parameter of type '\"{user} is already in this path: rename one\"'.",
  },
  {
    title: "two wildcards of one name, by type and parent",
    code: 'dynamicResource(«"user", integer(), api.users.user, { list: get() });',
    says: "Argument of type '\"user\"' is not assignable to parameter of type '\"{user} is already in this path: rename one\"'.",
  },
  {
    title: "a parent that is not imported",
    code: 'dynamicResource("member", «groups, { list: get() });',
    says: "Cannot find name 'groups'.",
  },
  {
    title: "a parent that is not imported, after a type",
    code: 'dynamicResource("member", uuid(), «groups, { list: get() });',
    says: "Cannot find name 'groups'.",
  },
  {
    title: "a parent that is not imported, before options",
    code: 'dynamicResource("member", «groups, { type: uuid() }, { list: get() });',
    says: "Cannot find name 'groups'.",
  },
  {
    title: "a type that is not imported",
    code: 'dynamicResource("member", «ulid(), { list: get(), group: dynamicResource("group", { find: get() }) });',
    says: "Cannot find name 'ulid'.",
  },
  {
    title: "a parent of a fixed segment that is not imported",
    code: 'staticResource("members", «groups, { member: dynamicResource("member", { find: get() }) });',
    says: "Cannot find name 'groups'.",
  },
  {
    title: "a parent of a fixed segment that is not imported, before options",
    code: 'staticResource("members", «groups, { failures: [UserNotFound] }, { list: get() });',
    says: "Cannot find name 'groups'.",
  },
  {
    title: "options that are not imported",
    code: 'dynamicResource("member", api.users, «limits, { list: get() });',
    says: "Cannot find name 'limits'.",
  },
  {
    title: "meta that is not an object",
    code: 'staticResource("users", { «meta: "public" }, { list: get() });',
    says: "Type '\"public\"' is not assignable to type '\"pass an object: { meta: { public: true } }\"'.",
  },
  {
    title: "an option that does not exist",
    code: 'staticResource("users", { «failurez: [] }, { list: get() });',
    says: "Type 'never[]' is not assignable to type '\"unknown option: see ResourceOptions for all of them\"'.",
  },
  {
    title: "a type on a static segment",
    code: 'staticResource("users", «integer(), { list: get() });',
    says: "Argument of type 'Parameter<number, number, \"required\">' is not assignable to parameter of type '\"a static segment has no type: use dynamicResource\"'.",
  },
  {
    title: "a function as the options of a static segment",
    code: 'staticResource("users", «get, { list: get() });',
    says: "Argument of type 'Verb<\"GET\">' is not assignable to parameter of type '\"pass an object: { failures: [NotFound] }\"'.",
  },
  {
    title: "a one-way schema as an id",
    code: 'dynamicResource("id", «z.string(), { list: get() });',
    says: "Argument of type 'ZodString' is not assignable to parameter of type '\"a schema only decodes: use integer(), parameter({ … })\"'.",
  },
  {
    title: "a type of an id that is not called",
    code: 'dynamicResource("id", «uuid, { list: get() });',
    says: "Argument of type '() => Parameter<string, string, \"required\">' is not assignable to parameter of type '\"this function is not called: uuid(), integer() …\"'.",
  },
  {
    title: "a type of an id that is not called, among options",
    code: 'dynamicResource("id", { «type: uuid }, { list: get() });',
    says: "Type '() => Parameter<string, string, \"required\">' is not assignable to type '\"this function is not called: uuid(), integer() …\"'.",
  },
  {
    title: "an optional id",
    code: 'dynamicResource("id", «integer().optional(), { list: get() });',
    says: "Argument of type 'Parameter<number | undefined, number | undefined, \"optional\">' is not assignable to parameter of type '\"an id can't have .optional(), .default() or list()\"'.",
  },
  {
    title: "a list as an id",
    code: 'dynamicResource("id", «list(integer()), { list: get() });',
    says: "Argument of type 'Parameter<readonly number[] | undefined, readonly number[], \"list\">' is not assignable to parameter of type '\"an id can't have .optional(), .default() or list()\"'.",
  },
  {
    title: "a subpath below segments()",
    code: 'dynamicResource("rest", «segments(), { list: get("list") });',
    says: "Argument of type 'Parameter<readonly string[], readonly string[], \"segments\">' is not assignable to parameter of type '\"below segments(), a subpath is a verb, such as :copy\"'.",
  },
  {
    title: "a suffix with a slash",
    code: 'dynamicResource("sid", { «suffix: "/x" }, { find: get() });',
    says: "Type '\"/x\"' is not assignable to type '\"use a string without / ? # % { } and backslashes, or remove it\"'.",
  },
  {
    title: "an empty prefix",
    code: 'dynamicResource("sid", { type: integer(), «prefix: "" }, { find: get() });',
    says: "Type '\"\"' is not assignable to type '\"use a string without / ? # % { } and backslashes, or remove it\"'.",
  },
  {
    title: "a suffix that is not text",
    code: 'dynamicResource("sid", api.users, { «suffix: 7 }, { find: get() });',
    says: "Type 'number' is not assignable to type '\"use a string without / ? # % { } and backslashes, or remove it\"'.",
  },
  {
    title: "a suffix of a static segment",
    code: 'staticResource("users", { «suffix: ".json" }, { list: get() });',
    says: "Type '\".json\"' is not assignable to type '\"write this text in the segment: only ids have prefix and suffix\"'.",
  },
  {
    title: "trailingSlash that is not a flag",
    code: 'rootResource("v1", { «trailingSlash: "always" }, { list: get() });',
    says: "Type '\"always\"' is not assignable to type '\"use true or false\"'.",
  },
  {
    title: "a verb without a name",
    code: 'post(«":");',
    says: "Argument of type '\":\"' is not assignable to parameter of type '\"write the verb after the colon: :publish\"'.",
  },
  {
    title: "a resource below segments()",
    code: 'dynamicResource("rest", «segments(), { a: staticResource("a", { list: get() }) });',
    says: "Argument of type 'Parameter<readonly string[], readonly string[], \"segments\">' is not assignable to parameter of type '\"only endpoints can be below segments()\"'.",
  },
  {
    title: "a request body on get()",
    code: "«get().request<User>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"GET and HEAD have no body: use query()\">'.",
  },
  {
    title: "a schema as the request body of head()",
    code: "head().request(«z.object({ id: z.string() }));",
    says: "Argument of type '[ZodObject<{ id: ZodString; }, $strip>]' is not assignable to parameter of type 'Refused<\"GET and HEAD have no body: use query()\">'.",
  },
  {
    title: "two request bodies",
    code: "«post().request<User>().request<User>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"the request body is declared twice\">'.",
  },
  {
    title: "a request without a type",
    code: "«post().request();",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"write the type of the body: <User>()\">'.",
  },
  {
    title: "a response without a type",
    code: "«get().response();",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"write the type of the body: <User>()\">'.",
  },
  {
    title: "a value in place of a body",
    code: 'get().response(«{ id: "1" });',
    says: "Argument of type '{ id: string; }' is not assignable to parameter of type '\"pass a schema, type<T>() or another body, without <T>\"'.",
  },
  {
    title: "a schema beside a written type",
    code: "post().request<NewUser>(«z.object({ name: z.string(), email: z.string() }));",
    says: "Argument of type 'ZodObject<{ name: ZodString; email: ZodString; }, $strip>' is not assignable to parameter of type '\"pass a schema, type<T>() or another body, without <T>\"'.",
  },
  {
    title: "a body beside a written type",
    code: "get().response<User>(«type<User>(), { status: 201 });",
    says: "Argument of type 'Body<User, User, string>' is not assignable to parameter of type '\"pass a schema, type<T>() or another body, without <T>\"'.",
  },
  {
    title: "a body with 204",
    code: "get().response(type<User>(), { «status: 204 });",
    says: "Type 'number' is not assignable to type '\"statuses 204, 205 and 304 have no body: use noBody\"'.",
  },
  {
    title: "a failure's status on a response",
    code: "get().response(type<User>(), { «status: 404 });",
    says: "Type 'number' is not assignable to type '\"use a status from 200 to 399, and .failure(…) for failures\"'.",
  },
  {
    title: "events in a request",
    code: "post().request(«events<User>());",
    says: "Argument of type 'EventsBody<User, User>' is not assignable to parameter of type '\"only servers send events: use jsonLines() or stream()\"'.",
  },
  {
    title: "a bare value where the representations differ",
    code: 'server.route(rootResource({ a: post().response(oneOfBodies(json<User>(), events<User>())) }).a, ({ respond }) => respond(«"a"));',
    says: `Argument of type 'string' is not assignable to parameter of type 'Undecided<"bodies differ: respond(value, { mediaType })">'.`,
  },
  {
    title: "events as a part of multipart",
    code: "multipart({ «meta: events<User>() });",
    says: `Type 'EventsBody<User, User>' is not assignable to type '"a part is read whole: use json(…), plainText() or bytes(), or file()"'.`,
  },
  {
    title: "a field as a typed part",
    code: "part(«string()).optional();",
    says: "Argument of type 'Parameter<string, string, \"required\">' is not assignable to parameter of type '\"pass a body: json(…). Fields have .optional()\"'.",
  },
  {
    title: "a list of parts that is optional",
    code: "«part(json<User>()).list().optional();",
    says: "The 'this' context of type 'BodyPart<CodecBody<User, User, \"application/json\">, \"list\">' is not assignable to method's 'this' of type '\"an absent list is []: remove .optional()\"'.",
  },
  {
    title: "a typed part as a body",
    code: "post().request(«part(json<User>()));",
    says: 'Argument of type \'BodyPart<CodecBody<User, User, "application/json">, "required">\' is not assignable to parameter of type \'"pass a schema, type<T>() or another body, without <T>"\'.',
  },
  {
    title: "multipart in a response",
    code: "get().response(«multipart({}));",
    says: "Argument of type 'MultipartBody<{}>' is not assignable to parameter of type '\"only clients send multipart: use stream() or bytes()\"'.",
  },
  {
    title: "events among the bodies of a request",
    code: "post().request(«oneOfBodies(json(), events()));",
    says: "Argument of type 'OneOfBodies<CodecBody<unknown, unknown, \"application/json\"> | EventsBody<unknown, unknown>>' is not assignable to parameter of type '\"only servers send events: use jsonLines() or stream()\"'.",
  },
  {
    title: "multipart among the bodies of a response",
    code: "get().response(«oneOfBodies(json(), oneOfBodies(plainText(), multipart({}))), { status: 201 });",
    says: 'Argument of type \'OneOfBodies<CodecBody<unknown, unknown, "application/json"> | CodecBody<string, string, "text/plain"> | MultipartBody<{}>>\' is not assignable to parameter of type \'"only clients send multipart: use stream() or bytes()"\'.',
  },
  {
    title: "one status twice",
    code: "«get().response<User>().response<string>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"this status is declared twice\">'.",
  },
  {
    title: "one declared status twice",
    code: "«get().response(type<User>(), { status: 201 }).response(noBody, { status: 201 });",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"this status is declared twice\">'.",
  },
  {
    title: "a response option that does not exist",
    code: "get().response(type<User>(), { «stat: 201 });",
    says: "Object literal may only specify known properties, and 'stat' does not exist in type 'ResponseFaults<{ readonly stat: 201; }>'.",
  },
  {
    title: "a response header that is no parameter type",
    code: "get().response(type<User>(), { headers: { «location: z.string() } });",
    says: "Type 'ZodString' is not assignable to type '\"a schema only decodes: use integer(), parameter({ … })\"'.",
  },
  {
    title: "one failure twice in a call",
    code: "get().failure(«UserNotFound, UserNotFound);",
    says: "Argument of type 'Failure<\"user-not-found\", 404, NoDetail>' is not assignable to parameter of type 'AnyFailure & DeclaredTwice<\"user-not-found\">'.",
    explains: 'the failure \\"user-not-found\\" is declared twice',
  },
  {
    title: "one failure in two calls",
    code: "get().failure(UserNotFound).failure(«UserNotFound);",
    says: "Argument of type 'Failure<\"user-not-found\", 404, NoDetail>' is not assignable to parameter of type 'AnyFailure & DeclaredTwice<\"user-not-found\">'.",
    explains: 'the failure \\"user-not-found\\" is declared twice',
  },
  {
    title: "a bare failure beside a named one of its status",
    code: "get().failure(«failure(404), UserNotFound);",
    says: 'Argument of type \'Failure<"404", 404, NoDetail>\' is not assignable to parameter of type \'AnyFailure & OneBare<"404", "user-not-found", 404>\'.',
    explains:
      'the failures \\"404\\" and \\"user-not-found\\" have the status 404, but a bare failure must be the only one of its status',
  },
  {
    title: "a bare failure after a named one of its status",
    code: "get().failure(UserNotFound).failure(«failure(404));",
    says: 'Argument of type \'Failure<"404", 404, NoDetail>\' is not assignable to parameter of type \'AnyFailure & OneBare<"user-not-found", "404", 404>\'.',
    explains:
      'the failures \\"user-not-found\\" and \\"404\\" have the status 404, but a bare failure must be the only one of its status',
  },
  {
    title: "one parameter twice",
    code: "get().parameters({ a: integer() }).parameters({ «a: integer() });",
    says: "Type 'Parameter<number, number, \"required\">' is not assignable to type '\"this name is declared twice\"'.",
  },
  {
    title: "one header twice",
    code: "get().headers({ a: integer() }).headers({ b: integer(), «a: integer() });",
    says: "Type 'Parameter<number, number, \"required\">' is not assignable to type '\"this name is declared twice\"'.",
  },
  {
    title: "z.coerce.number() as a parameter",
    code: "get().parameters({ «limit: z.coerce.number() });",
    says: "Type 'ZodCoercedNumber<unknown>' is not assignable to type '\"a schema only decodes: use integer(), parameter({ … })\"'.",
  },
  {
    title: "a type of a parameter that is not called",
    code: "get().parameters({ «limit: integer });",
    says: "Type '(bounds?: Bounds) => Parameter<number, number, \"required\">' is not assignable to type '\"this function is not called: uuid(), integer() …\"'.",
  },
  {
    title: "a one-way schema that can be called as a parameter",
    code: "const schema = Object.assign(() => 1, z.string());\nget().parameters({ «limit: schema });",
    says: "Type '(() => 1) & ZodString' is not assignable to type '\"a schema only decodes: use integer(), parameter({ … })\"'.",
  },
  {
    title: "a type of an element that is not called",
    code: "get().parameters({ tag: list(«integer) });",
    says: "Argument of type '(bounds?: Bounds) => Parameter<number, number, \"required\">' is not assignable to parameter of type '\"this function is not called: uuid(), integer() …\"'.",
  },
  {
    title: "a one-way schema as the element of a list",
    code: "get().parameters({ tag: list(«z.string()) });",
    says: "Argument of type 'ZodString' is not assignable to parameter of type '\"a schema only decodes: use integer(), parameter({ … })\"'.",
  },
  {
    title: "a list of what may be left out",
    code: "list(«integer().optional());",
    says: "Argument of type 'Parameter<number | undefined, number | undefined, \"optional\">' is not assignable to parameter of type '\"an element can't have .optional(), .default() or list()\"'.",
  },
  {
    title: "a resource in the place of an endpoint",
    code: "client.request(«small);",
    says: 'Argument of type \'Root<"v2", { list: EndpointDeclaration<Bare<"GET", "">>; }>\' is not assignable to parameter of type \'TypedEndpoint\'.',
    explains: "this is a resource: use an endpoint, api.users.find",
  },
  {
    title: "a one-way schema as a header",
    code: "get().headers({ «accept: z.string() });",
    says: "Type 'ZodString' is not assignable to type '\"a schema only decodes: use integer(), parameter({ … })\"'.",
  },
  {
    title: "a whole z.object as parameters",
    code: "get().parameters(«z.object({ limit: z.string() }));",
    says: "Argument of type 'ZodObject<{ limit: ZodString; }, $strip>' is not assignable to parameter of type 'Named & \"name each parameter: { limit: integer() }\"'.",
  },
  {
    title: "an optional list",
    code: "«list(integer()).optional();",
    says: "The 'this' context of type 'Parameter<readonly number[] | undefined, readonly number[], \"list\">' is not assignable to method's 'this' of type '\"an absent list is []: remove .optional()\"'.",
  },
  {
    title: "a default of another type",
    code: 'integer().default(«"3");',
    says: "Argument of type 'string' is not assignable to parameter of type 'number'.",
  },
  {
    title: "a check that changes the value",
    code: "string().check(«z.string().transform(Number));",
    says: "Argument of type 'ZodPipe<ZodString, ZodTransform<number, string>>' is not assignable to parameter of type '\"a check must have equal input and output types\"'.",
  },
  {
    title: "a Date in a response",
    code: "«get().response<{ at: Date }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"at\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a bigint in a request",
    code: "«post().request<{ id: bigint }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"id\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a Map",
    code: "«get().response<{ all: Map<string, string> }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"all\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a method",
    code: "«get().response<{ run(): void }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"run\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a body that may be undefined",
    code: "«get().response<User | undefined>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChangeThisType'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "undefined in an array",
    code: "«get().response<{ all: (string | undefined)[] }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"all[]\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "bytes",
    code: "«get().response<Uint8Array>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChangeThisType'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a schema whose output JSON changes",
    code: "get().response(«z.object({ at: z.date() }));",
    says: "Argument of type 'ZodObject<{ at: ZodDate; }, $strip>' is not assignable to parameter of type 'JsonWouldChange<\"at\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a Date in a member",
    code: "«get().response<{ id: string; author: { id: string; born?: Date | null } }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"author.born\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "Dates in several members",
    code: "«get().response<{ at: Date; id: string; until: Date | null }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"at\" | \"until\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a Date in a list",
    code: "«get().response<{ items: readonly { at: Date }[] }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"items[].at\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a list of Dates",
    code: "«get().response<Date[]>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"[]\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a Date in a tuple, beside a tuple that JSON keeps",
    code: "«get().response<{ kept: [string, number?]; pair: [string, Date] }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"pair[]\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a Date in a record",
    code: "«get().response<{ days: Record<string, { at: Date }> }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"days.*.at\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a Date in one type of a union",
    code: "«get().response<User | { author: { born: Date } }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"author.born\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "bytes and a File as members",
    code: "«get().response<{ bytes: Uint8Array; file: File }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"bytes\" | \"file\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a bigint below four members",
    code: "«get().response<{ a: { b: { c: { d: { e: bigint } } } } }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"a.b.c.d\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a Date in a recursive type",
    code: "interface Tree { left?: Tree; all: Tree[]; leaf: { at: Date } }\n«get().response<Tree>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"leaf.at\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a type that gets deeper in itself",
    code: "interface Box<T> { next?: Box<Box<T>>; held: { at: T } }\n«get().response<Box<Date>>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"held.at\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a type that JSON changes, in type()",
    code: "get().response(«type<{ items: { at: Date }[] }>());",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"items[].at\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "an unresolved type parameter",
    code: "(<T,>() => «type<T>());",
    says: "Argument of type '[]' is not assignable to parameter of type 'Unresolved<T, \"write type<T>({ unchecked: true })\">'.",
  },
  {
    title: "a failure called ok",
    code: 'failure(«"ok", 404);',
    says: 'Argument of type \'"ok"\' is not assignable to parameter of type \'"\\"ok\\" is the success case of match"\'.',
  },
  {
    title: "a failure called by digits",
    code: 'failure(«"404", 404);',
    says: "Argument of type '\"404\"' is not assignable to parameter of type '\"for a bare failure, use a number: failure(404)\"'.",
  },
  {
    title: "a success as a failure",
    code: 'failure("fine", «204);',
    says: "Argument of type '204' is not assignable to parameter of type '\"use a status from 400 to 599\"'.",
  },
  {
    title: "a reserved member in a failure's data",
    code: '«failure("full", 409).body<{ status: string }>();',
    says: "Argument of type '[]' is not assignable to parameter of type 'ProblemMember'.",
    explains:
      'problem details own \\"type\\", \\"title\\", \\"status\\", \\"detail\\" and \\"instance\\": rename it; put a record into one: { errors: … }',
  },
  {
    title: "a record as a failure's data",
    code: '«failure("x", 400).body<Record<string, string[]>>();',
    says: "Argument of type '[]' is not assignable to parameter of type 'ProblemMember'.",
    explains:
      'problem details own \\"type\\", \\"title\\", \\"status\\", \\"detail\\" and \\"instance\\": rename it; put a record into one: { errors: … }',
  },
  {
    title: "a failure's data that is no object",
    code: '«failure("full", 409).body<string>();',
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"declare the data of a failure as an object\">'.",
  },
  {
    title: "a failure's data with a media type of its own",
    code: 'failure("full", 409).body(«json<{ at: string }>());',
    says: "Argument of type 'CodecBody<{ at: string; }, { at: string; }, \"application/json\">' is not assignable to parameter of type '\"a failure's body is JSON: pass its type or a schema\"'.",
  },
  {
    title: "noBody as a failure's data",
    code: 'failure("full", 409).body(«noBody);',
    says: "Argument of type 'NoBody' is not assignable to parameter of type '\"a failure's body is JSON: pass its type or a schema\"'.",
  },
  {
    title: "a named failure without a status",
    code: 'failure(«"user-not-found");',
    says: "Argument of type '\"user-not-found\"' is not assignable to parameter of type '\"add the status: failure(name, 404)\"'.",
  },
  {
    title: "a status outside the range of a failure",
    code: 'server.guard([failure("4XX")], ({ fail }) => fail(failure("4XX"), undefined, { «status: 500 }));',
    says: "Type 'number' is not assignable to type '\"pass a status from 400 to 499\"'.",
  },
  {
    title: "a failure for a range without its status",
    code: 'server.guard([failure("other")], ({ fail }) => fail(«failure("other"), undefined));',
    says: 'Argument of type \'Failure<"other", "other", NoDetail>\' is not assignable to parameter of type \'NoStatusFor<"other">\'.',
    explains: 'the failure \\"other\\" is for several statuses: fail(failure, data, { status })',
  },
  {
    title: "failure data that JSON changes",
    code: '«failure("full", 409).body<{ at: Date }>();',
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"at\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "hrefOf with an open id",
    code: "«hrefOf(api.users.user.find);",
    says: "Argument of type '[]' is not assignable to parameter of type 'NoValueFor<\"user\">'.",
  },
  {
    title: "hrefOf of an endpoint in no tree",
    code: "«hrefOf(get());",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"endpoint not in a tree: use api.users.find\">'.",
  },
  {
    title: "an id of the wrong type",
    code: 'api.users.group(«"7");',
    says: "Argument of type 'string' is not assignable to parameter of type 'number'.",
  },
  {
    title: "slash of parts in the wrong order",
    code: "slash(api.users.user, «small);",
    says: 'Argument of type \'Root<"v2", { list: EndpointDeclaration<Bare<"GET", "">>; }>\' is not assignable to parameter of type \'"this is not below the part before it"\'.',
  },
  {
    title: "a wrong field of a handler's value",
    code: 'server.route(api.users.user.find, () => ({ «id: 1, name: "Ada" }));',
    says: "Type 'number' is not assignable to type 'string'.",
  },
  {
    title: "a wrong field in a handler that reads its call",
    code: "server.route(api.users.user.find, ({ ids }) => ({ id: ids.user, «name: 1 }));",
    says: "Type 'number' is not assignable to type 'string'.",
  },
  {
    title: "a wrong field in an object of handlers",
    code: `server.route(api.users.user.friends, { friend: { remove: () => {} } });
server.route(api.users.user, { find: () => ({ «id: 1, name: "Ada" }), remove: () => {}, friends: { friend: { remove: () => {} } } });`,
    says: "Type 'number' is not assignable to type 'string'.",
  },
  {
    title: "a wrong field in an object of handlers that read their calls",
    code: `server.route(api.users.user, {
  find: ({ ids }) => ({ id: ids.user, «name: 1 }),
  remove: ({ ids }) => void ids,
  friends: { friend: { remove: ({ ids }) => void ids } },
});`,
    says: "Type 'number' is not assignable to type 'string'.",
  },
  {
    title: "a wrong field of an async handler's value",
    code: 'server.route(api.users.user.find, async () => «({ id: 1, name: "Ada" }));',
    says: "Type 'Promise<{ id: number; name: string; }>' is not assignable to type 'HandlerReturn<User>'.",
  },
  {
    title: "a field that is missing in a handler's value",
    code: 'server.route(api.users.user.find, () => «({ id: "1" }));',
    says: "Type '{ id: string; }' is not assignable to type 'HandlerReturn<User>'.",
  },
  {
    title: "a value where there is none",
    code: 'server.route(api.users.user.remove, () => «"gone");',
    says: "Type 'string' is not assignable to type 'HandlerReturn<void>'.",
  },
  {
    title: "an undeclared failure",
    code: 'server.route(api.users.user.find, ({ fail }) => fail(EmailTaken, «{ email: "" }));',
    says: "Argument of type '[{ email: string; }]' is not assignable to parameter of type 'NotDeclaredHere<\"email-taken\">'.",
    explains:
      '\\"email-taken\\" is not declared by this endpoint: add .failure(…); a guard lists it: guard([…], …)',
  },
  {
    title: "a failure that a guard does not list",
    code: "server.guard([Unauthorized], ({ fail }) => «fail(UserNotFound));",
    says: "Argument of type '[]' is not assignable to parameter of type 'NotDeclaredHere<\"user-not-found\">'.",
    explains:
      '\\"user-not-found\\" is not declared by this endpoint: add .failure(…); a guard lists it: guard([…], …)',
  },
  {
    title: "a failure without its data",
    code: "server.route(api.users.create, ({ fail }) => fail(«EmailTaken));",
    says: "Argument of type 'Failure<\"email-taken\", 409, DetailWithBody<{ email: string; }, None>>' is not assignable to parameter of type 'NoDataFor<\"email-taken\">'.",
    explains: 'the failure \\"email-taken\\" has data or headers: fail(failure, data, { headers })',
  },
  {
    title: "wrong data of a failure",
    code: "server.route(api.users.create, ({ fail }) => fail(EmailTaken, { «email: 1 }));",
    says: "Type 'number' is not assignable to type 'string'.",
  },
  {
    title: "a failure's header left out",
    code: "server.route(api.users.create, ({ fail }) => fail(«Limited));",
    says: 'Argument of type \'Failure<"limited", 429, DetailWithHeaders<NoRequest, { readonly "retry-after": Parameter<number, number, "required">; }>>\' is not assignable to parameter of type \'NoDataFor<"limited">\'.',
    explains: 'the failure \\"limited\\" has data or headers: fail(failure, data, { headers })',
  },
  {
    title: "a missing handler",
    code: "«server.route(api.users.user, { find: () => found, friends: { friend: { remove: () => {} } } });",
    says: "Argument of type '[]' is not assignable to parameter of type 'NoHandlerFor<\"remove\">'.",
  },
  {
    title: "a missing handler where all others read their calls",
    code: "«server.route(api.users.user, { find: ({ fail }) => fail(UserNotFound), friends: { friend: { remove: ({ ids }) => void ids } } });",
    says: "Argument of type '[]' is not assignable to parameter of type 'NoHandlerFor<\"remove\">'.",
  },
  {
    title: "a missing handler further down",
    code: "«server.route(api.users.user, { find: () => found, remove: () => {}, friends: { friend: {} } });",
    says: "Argument of type '[]' is not assignable to parameter of type 'NoHandlerFor<\"remove\">'.",
  },
  {
    title: "a handler for no endpoint",
    code: "server.route(api.users.group, { find: () => found, «remove: () => {} });",
    says: "Type '() => void' is not assignable to type '\"there is no endpoint or resource of this name: use find\"'.",
  },
  {
    title: "a bound endpoint given to route",
    code: "server.route(user.find, «() => found);",
    says: "Argument of type '() => User' is not assignable to parameter of type '\"route the endpoint without an id: api.users.user.find\"'.",
  },
  {
    title: "an endpoint in no tree given to route",
    code: "server.route(get(), «() => {});",
    says: "Argument of type '() => void' is not assignable to parameter of type '\"endpoint not in a tree: use api.users.find\"'.",
  },
  {
    title: "a path given to route",
    code: 'server.route("/users", «() => {});',
    says: "Argument of type '() => void' is not assignable to parameter of type '\"route takes an endpoint or a resource: api.users.find\"'.",
  },
  {
    title: "a handler with a request and a response",
    code: "server.route(api.users.list, (req, res) => { res.«json([]); return []; });",
    says: "Property 'json' does not exist on type '\"a handler takes one argument, the call: return the response\"'.",
  },
  {
    title: "a handler of a resource with a request and a response",
    code: "server.at(api.users.user.friends).route(api.users.user.friends, { friend: { remove: (req, res) => { res.«end(); } } });",
    says: "Property 'end' does not exist on type '\"a handler takes one argument, the call: return the response\"'.",
  },
  {
    title: "a declaration served on Lambda",
    code: "toLambda(«small);",
    says: `Argument of type 'Root<"v2", { list: EndpointDeclaration<Bare<"GET", "">>; }>' is not assignable to parameter of type '"this is a declaration: pass a server, createServer()"'.`,
  },
  {
    title: "a declaration that listens",
    code: "void listen(«small, { port: 3000 });",
    says: `Argument of type 'Root<"v2", { list: EndpointDeclaration<Bare<"GET", "">>; }>' is not assignable to parameter of type '"this is a declaration: pass a server, createServer()"'.`,
  },
  {
    title: "a declaration as a listener",
    code: "toListener(«small);",
    says: `Argument of type 'Root<"v2", { list: EndpointDeclaration<Bare<"GET", "">>; }>' is not assignable to parameter of type '"this is a declaration: pass a server, createServer()"'.`,
  },
  {
    title: "two success statuses and a plain return",
    code: "server.route(api.users.import, () => «found);",
    says: "Type 'User' is not assignable to type 'MustRespond<\"several statuses are declared: return respond(value, { status })\">'.",
  },
  {
    title: "a status and a value that do not belong together",
    code: "server.route(api.users.import, ({ respond }) => respond(«found, { status: 202 }));",
    says: "Argument of type 'User' is not assignable to parameter of type 'void'.",
  },
  {
    title: "a declared header left out",
    code: "server.route(api.users.located, () => «found);",
    says: "Type 'User' is not assignable to type 'MustRespond<\"a response header is declared: return respond(value, { headers })\">'.",
  },
  {
    title: "a declared header left out of respond",
    code: "server.route(api.users.located, ({ respond }) => respond(found, { «headers: {} }));",
    says: "Type '{}' is not assignable to type '{ readonly location?: string; } & { readonly location: Present; } & { readonly [name: string]: unknown; }'.",
  },
  {
    title: "a guard whose failure the endpoint does not declare",
    code: "authed.route(api.users.user.find, «() => found);",
    says: "Argument of type '() => User' is not assignable to parameter of type 'GuardFailureMissing<\"email-taken\">'.",
    explains:
      'a guard or around may fail with \\"email-taken\\": add it by .failure(…), or by the failures option of a resource',
  },
  {
    title: "a guard that gives a name the call has",
    code: "server.guard(() => ({ «body: 1 }));",
    says: "Type 'number' is not assignable to type '\"the call already has this name: choose another\"'.",
  },
  {
    title: "an endpoint that is not below the resource of a view",
    code: "server.at(api.users.group).route(api.users.user.find, «() => found);",
    says: "Argument of type '() => User' is not assignable to parameter of type '\"this is not below the resource of the view\"'.",
  },
  {
    title: "a view at an endpoint",
    code: "«server.at(api.users.list);",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"at takes a resource: api.users.user\">'.",
  },
  {
    title: "a view at a resource whose id is given",
    code: "«server.at(user);",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"at takes the resource without an id\">'.",
  },
  {
    title: "an id that the resource of a view does not have",
    code: "server.at(api.users.user).guard(({ ids }) => ({ a: ids.«group }));",
    says: "Property 'group' does not exist on type '{ readonly user: string; }'.",
  },
  {
    title: "idOf of a foreign resource",
    code: 'server.route(api.users.user.find, ({ idOf }) => ({ id: String(«idOf(api.users.group)), name: "" }));',
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"this resource is not on the endpoint's path\">'.",
  },
  {
    title: "a server schema that does not fit the declared body",
    code: 'server.route(api.users.create, ({ fail }) => fail(EmailTaken, { email: "" }), { «request: z.object({ age: z.number() }) });',
    says: "Type 'ZodObject<{ age: ZodNumber; }, $strip>' is not assignable to type '\"the declared body does not fit this schema's input\"'.",
  },
  {
    title: "a server schema that lacks a member of the declared body",
    code: 'const tree = rootResource("v3", { create: post().request<{ article: { title: string; tagList?: string[] } }>() });\nserver.route(tree.create, () => {}, { «request: z.object({ article: z.object({ title: z.string() }) }) });',
    says: "Type 'ZodObject<{ article: ZodObject<{ title: ZodString; }, $strip>; }, $strip>' is not assignable to type '\"this schema lacks \\\"article.tagList\\\" of the declared body\"'.",
  },
  {
    title: "a server schema that differs in one member of a list",
    code: 'const tree = rootResource("v3", { add: post().request<{ lines: { id: string }[] }>() });\nserver.route(tree.add, () => {}, { «request: z.object({ lines: z.array(z.object({ id: z.number() })) }) });',
    says: "Type 'ZodObject<{ lines: ZodArray<ZodObject<{ id: ZodNumber; }, $strip>>; }, $strip>' is not assignable to type '\"the declared body does not fit this schema's input at \\\"lines[].id\\\"\"'.",
  },
  {
    title: "a response schema that drops a member of the declared body",
    code: 'const tree = rootResource("v3", { find: get().response<{ id: string; note?: string }>() });\nserver.route(tree.find, () => ({ id: "1" }), { «response: z.object({ id: z.string() }) });',
    says: "Type 'ZodObject<{ id: ZodString; }, $strip>' is not assignable to type '\"this schema lacks \\\"note\\\" of the declared body\"'.",
  },
  {
    title: "a route option that does not exist",
    code: "server.route(api.users.user.find, () => found, { «limit: {} });",
    says: "Type '{}' is not assignable to type '\"unknown option: use request, response, limits\"'.",
  },
  {
    title: "a missing handler of a resource with options",
    code: "«server.route(api.users.user, { find: ({ fail }) => fail(UserNotFound), friends: { friend: { remove: ({ ids }) => void ids } } }, { limits: { body: 1 } });",
    says: "Argument of type '[]' is not assignable to parameter of type 'NoHandlerFor<\"remove\">'.",
  },
  {
    title: "a wrong field of a handler of a resource with options",
    code: "server.route(api.users.group, { find: ({ ids }) => ({ «id: 1, name: String(ids) }) }, { limits: { body: 1 } });",
    says: "Type 'number' is not assignable to type 'string'.",
  },
  {
    title: "a handler for no endpoint of a resource with options",
    code: "server.route(api.users.group, { find: ({ ids }) => (void ids, found), «remove: () => {} }, { limits: { body: 1 } });",
    says: "Type '() => void' is not assignable to type '\"there is no endpoint or resource of this name: use find\"'.",
  },
  {
    title: "a schema beside a whole resource",
    code: "server.route(api.users.group, { find: () => found }, { «response: z.string() });",
    says: "Type 'ZodString' is not assignable to type '\"schemas belong to one endpoint: route it alone, or use view.handler\"'.",
  },
  {
    title: "an id without a value",
    code: "await «client.request(api.users.user.find);",
    says: "Argument of type '[]' is not assignable to parameter of type 'NoValueFor<\"user\">'.",
  },
  {
    title: "an outer id without a value",
    code: "await «client.request(api.users.user.friends.friend(7).remove);",
    says: "Argument of type '[]' is not assignable to parameter of type 'NoValueFor<\"user\">'.",
  },
  {
    title: "an endpoint that is called",
    code: "await client.request(user.«find());",
    says: "This expression is not callable.",
  },
  {
    title: "an endpoint in no tree",
    code: "await «client.request(get());",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"endpoint not in a tree: use api.users.find\">'.",
  },
  {
    title: "no body where one is declared",
    code: "await client.request(«api.users.create);",
    says: 'Argument of type \'Endpoint<"POST /v1/users", Returns<DeclaredResponse<201, Body<User, User, string>, { readonly status: 201; }>, Failure<"email-taken", 409, DetailWithBody<{ email: string; }, None>> | Failure<...>, WithRequest<...>>, Place<...>>\' is not assignable to parameter of type \'"POST /v1/users has a request body: pass it second"\'.',
  },
  {
    title: "a wrong field of a body",
    code: 'await client.request(api.users.create, { «name: 1, email: "" });',
    says: "Type 'number' is not assignable to type 'string'.",
  },
  {
    title: "a key for an endpoint that is not idempotent",
    code: 'await client.request(api.users.create, { name: "", email: "" }, { «idempotencyKey: "k" });',
    says: "Object literal may only specify known properties, and 'idempotencyKey' does not exist in type 'PlainOptions'.",
  },
  {
    title: "a wrong parameter",
    code: 'await client.request(api.users.list, { parameters: { «limit: "3" } });',
    says: "Type 'string' is not assignable to type 'number'.",
  },
  {
    title: "a parameter left out",
    code: "await client.request(api.users.search, { «parameters: {} });",
    says: "Type '{}' is not assignable to type 'ParametersInput<{ readonly q: Parameter<string, string, \"required\">; }>'.",
  },
  {
    title: "a parameter that is not declared",
    code: 'await client.request(api.users.user("1").find, { parameters: { «limit: 3 } });',
    says: "Type 'number' is not assignable to type 'never'.",
  },
  {
    title: "match without a declared failure",
    code: 'await «client.request(user.find).match({ ok: () => 1, "user-not-found": () => 2 });',
    says: "Argument of type '[]' is not assignable to parameter of type 'NoCaseFor<\"unauthorized\">'.",
  },
  {
    title: "match without a declared failure, where all others take what was answered",
    code: 'await «client.request(user.find).match({ ok: ({ name }) => name, "user-not-found": (_, { status }) => status });',
    says: "Argument of type '[]' is not assignable to parameter of type 'NoCaseFor<\"unauthorized\">'.",
  },
  {
    title: "match with a case that may be undefined",
    code: 'await client.request(user.find).match({ ok: () => 1, "user-not-found": () => 2, «unauthorized: undefined });',
    says: "Type 'undefined' is not assignable to type '(body: undefined, result: ReceivedFailureResponse<Failure<\"unauthorized\", 401, NoDetail>>) => unknown'.",
  },
  {
    title: "match with a failure that is not declared",
    code: 'await client.request(user.find).match({ ok: () => 1, "user-not-found": () => 2, unauthorized: () => 3, «nope: () => 4 });',
    says: "Type '() => 4' is not assignable to type '(() => 4) & \"no such failure is declared\"'.",
  },
  {
    title: "failedWith of a failure that is not declared",
    code: "«(await client.request(user.find)).failedWith(EmailTaken);",
    says: "Argument of type '[]' is not assignable to parameter of type 'NotDeclaredHere<\"email-taken\">'.",
    explains:
      '\\"email-taken\\" is not declared by this endpoint: add .failure(…); a guard lists it: guard([…], …)',
  },
  {
    title: "a missing handler: none at all",
    code: "«server.route(api.users.group, {});",
    says: "Argument of type '[]' is not assignable to parameter of type 'NoHandlerFor<\"find\">'.",
  },
  {
    title: "a missing handler: none at all of a resource below",
    code: "«server.route(api.users.user, { find: () => found, remove: () => {}, friends: {} });",
    says: "Argument of type '[]' is not assignable to parameter of type 'NoHandlerFor<\"friend\">'.",
  },
  {
    title: "a missing handler below, where all others read their calls",
    code: "«server.route(api.users.user, { find: ({ fail }) => fail(UserNotFound), remove: ({ ids }) => void ids, friends: { friend: {} } });",
    says: "Argument of type '[]' is not assignable to parameter of type 'NoHandlerFor<\"remove\">'.",
  },
  {
    title: "a missing handler where another is wrapped",
    code: "«server.route(api.users.user, { find: server.handler(() => found), friends: { friend: { remove: () => {} } } });",
    says: "Argument of type '[]' is not assignable to parameter of type 'NoHandlerFor<\"remove\">'.",
  },
  {
    title: "a wrapped handler whose guard fails undeclared",
    code: "server.route(api.users.group, { find: «authed.handler(() => found) });",
    says: "Argument of type '[]' is not assignable to parameter of type 'GuardFailureMissing<\"email-taken\">'.",
    explains:
      'a guard or around may fail with \\"email-taken\\": add it by .failure(…), or by the failures option of a resource',
  },
  {
    title: "a wrong field of a wrapped handler's value",
    code: 'server.route(api.users.group, { find: server.handler(() => ({ «id: 1, name: "Ada" })) });',
    says: "Type 'number' is not assignable to type 'string'.",
  },
  {
    title: "a wrong schema of a wrapped handler",
    code: 'server.route(api.users.group, { find: server.handler(() => ({ id: "1" }), { «response: z.object({ id: z.string() }) }) });',
    says: "Type 'ZodObject<{ id: ZodString; }, $strip>' is not assignable to type '\"this schema's output is not the declared body at \\\"name\\\"\"'.",
  },
  {
    title: "an option of a wrapped handler that does not exist",
    code: "server.route(api.users.group, { find: server.handler(() => found, { «limit: {} }) });",
    says: "Type '{}' is not assignable to type '\"unknown option: use request, response, limits\"'.",
  },
  {
    title: "a wrapped handler in no place",
    code: "«server.handler(() => found);",
    says: "Argument of type '[]' is not assignable to parameter of type 'UnknownEndpoint'.",
    explains:
      "its endpoint is not known here: write it in route(resource, { … }), or handler<typeof api.users.list>(…)",
  },
  {
    title: "failures that are no list",
    code: 'staticResource("users", { «failures: UserNotFound }, { list: get() });',
    says: "Type 'Failure<\"user-not-found\", 404, NoDetail>' is not assignable to type '\"pass an array: { failures: [NotFound] }\"'.",
  },
  {
    title: "a parent that is no resource",
    code: 'staticResource("users", «get(), { failures: [UserNotFound] }, { list: get() });',
    says: 'Argument of type \'EndpointDeclaration<Bare<"GET", "">>\' is not assignable to parameter of type \'"the parent must be a resource: api.users"\'.',
  },
  {
    title: "options before the parent",
    code: 'dynamicResource("user", «{ type: uuid() }, small, { list: get() });',
    says: "Argument of type '{ type: Parameter<string, string, \"required\">; }' is not assignable to parameter of type '\"the parent must be a resource: api.users\"'.",
  },
  {
    title: "a parent among the options",
    code: 'staticResource("users", { «parent: small }, { list: get() });',
    says: 'Type \'Root<"v2", { list: EndpointDeclaration<Bare<"GET", "">>; }>\' is not assignable to type \'"unknown option: see ResourceOptions for all of them"\'.',
  },
  {
    title: "options after a type",
    code: 'dynamicResource("user", uuid(), «{ failures: [UserNotFound] }, { list: get() });',
    says: "Argument of type '{ failures: Failure<\"user-not-found\", 404, NoDetail>[]; }' is not assignable to parameter of type '\"put the type in the options: { type: uuid(), … }\"'.",
  },
  {
    title: "a description that is none",
    code: 'dynamicResource("user", { «describe: 3 }, { list: get() });',
    says: "Type 'number' is not assignable to type '\"pass an object: { describe: { summary: \\\"…\\\" } }\"'.",
  },
  {
    title: "a one-way schema as a resource's header",
    code: 'rootResource("v1", { headers: { «etag: z.string() } }, { list: get() });',
    says: "Type 'ZodString' is not assignable to type '\"a schema only decodes: use integer(), parameter({ … })\"'.",
  },
  {
    title: "one header in the place of headers",
    code: 'rootResource("v1", { «headers: string() }, { list: get() });',
    says: "Type 'Parameter<string, string, \"required\">' is not assignable to type '\"pass an object of types: { headers: { etag: string() } }\"'.",
  },
  {
    title: "a one-way schema as a resource's parameter",
    code: 'rootResource("v1", { parameters: { «limit: z.string() } }, { list: get() });',
    says: "Type 'ZodString' is not assignable to type '\"a schema only decodes: use integer(), parameter({ … })\"'.",
  },
  {
    title: "one parameter in the place of parameters",
    code: 'rootResource("v1", { «parameters: integer() }, { list: get() });',
    says: "Type 'Parameter<number, number, \"required\">' is not assignable to type '\"pass an object of types: { parameters: { limit: integer() } }\"'.",
  },
  {
    title: "headers that are none",
    code: 'rootResource("v1", { «headers: "etag" }, { list: get() });',
    says: "Type '\"etag\"' is not assignable to type '\"pass an object of types: { headers: { etag: string() } }\"'.",
  },
  {
    title: "a type among the options of a static segment",
    code: 'staticResource("users", { «type: integer() }, { list: get() });',
    says: "Type 'Parameter<number, number, \"required\">' is not assignable to type '\"a static segment has no type: use dynamicResource\"'.",
  },
  {
    title: "a type among the options of a root",
    code: 'rootResource("v1", { «type: integer() }, { list: get() });',
    says: "Type 'Parameter<number, number, \"required\">' is not assignable to type '\"a static segment has no type: use dynamicResource\"'.",
  },
  {
    title: "a parent of a root",
    code: 'rootResource("v1", «small, { list: get() });',
    says: 'Argument of type \'Root<"v2", { list: EndpointDeclaration<Bare<"GET", "">>; }>\' is not assignable to parameter of type \'"a root has no parent: use staticResource"\'.',
  },
  {
    title: "an unknown option of a root without a segment",
    code: "rootResource({ «failure: [] }, { list: get() });",
    says: "Type 'never[]' is not assignable to type '\"unknown option: see ResourceOptions for all of them\"'.",
  },
  {
    title: "rejections that no server writes at once",
    code: 'rootResource("v1", { «rejections: noBody }, { list: get() });',
    says: "Type 'NoBody' is not assignable to type '\"pass a type, a schema or a body such as json()\"'.",
  },
  {
    title: "rejections of a resource that is no root",
    code: 'staticResource("users", { «rejections: type<string>() }, { list: get() });',
    says: "Type 'Body<string, string, string>' is not assignable to type '\"only a root can have rejections: use rootResource\"'.",
  },
  {
    title: "a function for rejections that are not declared",
    code: "server.rejections(«small, () => 1);",
    says: 'Argument of type \'Root<"v2", { list: EndpointDeclaration<Bare<"GET", "">>; }>\' is not assignable to parameter of type \'"this declares no rejections: pass a root that does"\'.',
  },
  {
    title: "a rejection in another format",
    code: "server.rejections(refusing, () => «1);",
    says: "Type 'number' is not assignable to type 'string | RespondResult<unknown>'.",
  },
  {
    title: "a rejection with the status of a success",
    code: 'server.rejections(refusing, (_, { respond }) => respond("", { «status: 200 }));',
    says: "Type 'number' is not assignable to type '\"use a status from 400 to 599\"'.",
  },
  {
    title: "a client that looks for rejections that are not declared",
    code: "isRejection(undefined, «small);",
    says: 'Argument of type \'Root<"v2", { list: EndpointDeclaration<Bare<"GET", "">>; }>\' is not assignable to parameter of type \'"this declares no rejections: pass a root that does"\'.',
  },
  {
    title: "an endpoint as the children",
    code: 'rootResource("v1", «get());',
    says: 'Argument of type \'EndpointDeclaration<Bare<"GET", "">>\' is not assignable to parameter of type \'Children & "pass an object: { list: get() }"\'.',
  },
  {
    title: "an endpoint as a parent",
    code: 'staticResource("users", «get(), { list: get() });',
    says: 'Argument of type \'EndpointDeclaration<Bare<"GET", "">>\' is not assignable to parameter of type \'"the parent must be a resource: api.users"\'.',
  },
  {
    title: "the parent given last, after a type",
    code: 'dynamicResource("user", uuid(), { list: get() }, «small);',
    says: 'Argument of type \'Root<"v2", { list: EndpointDeclaration<Bare<"GET", "">>; }>\' is not assignable to parameter of type \'Children & "pass the parent before the children"\'.',
  },
  {
    title: "two wildcards of one name, below a parent",
    code: 'staticResource("posts", «api.users.user, { user: dynamicResource("user", { list: get() }) });',
    says: 'Argument of type \'Resource<Callable<Place<"/v1/users/{user}", { readonly user: string; }, InheritedBy<Plain, Inheriting<{ readonly failures: readonly [Failure<"unauthorized", 401, NoDetail>]; }>>>, DynamicShape<...>, { ...; }>>\' is not assignable to parameter of type \'"{user} is already in this path: rename one"\'.',
  },
  {
    title: "a child below a parent that takes all segments",
    code: 'staticResource("more", «files.rest, { list: get() });',
    says: 'Argument of type \'Resource<Callable<Place<"/files/{rest*}", { readonly rest: readonly string[]; }, Plain>, DynamicShape<"rest", readonly string[], Plain>, { list: EndpointDeclaration<Bare<"GET", "">>; }>>\' is not assignable to parameter of type \'"only endpoints can be below segments()"\'.',
  },
  {
    title: "an endpoint that is not last in slash",
    code: "slash(api, api.users.list, «user.find);",
    says: 'Argument of type \'Endpoint<"GET /v1/users/{user}", Returns<DeclaredResponse<200, User, None>, Failure<"user-not-found", 404, NoDetail>, Bare<"GET", "">>, WithIds<...>>\' is not assignable to parameter of type \'"the part before it is an endpoint: nothing is below one"\'.',
  },
  {
    title: "an id that is given already",
    code: 'bind(user.find, { «user: "1" });',
    says: "Type '\"1\"' is not assignable to type '\"this id already has a value\"'.",
  },
  {
    title: "an id that the endpoint does not have",
    code: 'bind(api.users.list, { «user: "1" });',
    says: "Type '\"1\"' is not assignable to type '\"the endpoint has no id of this name\"'.",
  },
  {
    title: "an id of another name beside the right one",
    code: 'bind(api.users.user.find, { user: "1", «friend: 1 });',
    says: "Type 'number' is not assignable to type '\"the endpoint has no id of this name\"'.",
  },
  {
    title: "a resource that is called",
    code: "await client.request(«api.users.group);",
    says: "Argument of type 'Resource<Callable<Place<\"/v1/users/{group}\", { readonly group: number; }, InheritedBy<Plain, Inheriting<{ readonly failures: readonly [Failure<\"unauthorized\", 401, NoDetail>]; }>>>, DynamicShape<...>, { ...; }>>' is not assignable to parameter of type 'TypedEndpoint'.",
  },
  {
    title: "a wrapper that is called with an open id",
    code: "await call(«api.users.user.find);",
    says: 'Argument of type \'Endpoint<"GET /v1/users/{user}", Returns<DeclaredResponse<200, User, None>, Failure<"user-not-found", 404, NoDetail>, Bare<"GET", "">>, Place<...>>\' is not assignable to parameter of type \'BoundEndpoint\'.',
  },
  {
    title: "a default of a list that is one element",
    code: "list(integer()).default(«1);",
    says: "Argument of type 'number' is not assignable to parameter of type 'readonly number[]'.",
  },
  {
    title: "a check by a schema that coerces",
    code: "string().check(«z.coerce.number());",
    says: "Argument of type 'ZodCoercedNumber<unknown>' is not assignable to parameter of type '\"a check must have equal input and output types\"'.",
  },
  {
    title: "a failure's body without a type",
    code: '«failure("full", 409).body();',
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"write the type: .body<Taken>()\">'.",
  },
  {
    title: "a second response without a type",
    code: "«get().response<User>().response();",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"write the type of the body: <User>()\">'.",
  },
  {
    title: "an unresolved type parameter of a response",
    code: "(<T,>() => «get().response<T>());",
    says: "Argument of type '[]' is not assignable to parameter of type 'Distorted<T> extends never ? [] : Fault<T, \"use type()\">'.",
  },
  {
    title: "an unresolved type parameter of a further response",
    code: "(<T,>() => «get().response(noBody, { status: 202 }).response<T>());",
    says: "Argument of type '[]' is not assignable to parameter of type 'FurtherCheck<T, None, 202, \"use type()\">'.",
  },
  {
    title: "a named failure without a status",
    code: 'failure(«"user-not-found");',
    says: "Argument of type '\"user-not-found\"' is not assignable to parameter of type '\"add the status: failure(name, 404)\"'.",
  },
  {
    title: "an unresolved schema",
    code: "(<S extends z.ZodType>(schema: S) => post().request(«schema));",
    says: "Argument of type 'S' is not assignable to parameter of type 'RequestBody<S, \"write type(schema, { … })\"> | undefined'.",
  },
  {
    title: "a Date beside unknown",
    code: "«get().response<{ any: unknown; at: Date }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"at\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: "a class",
    code: "«get().response<{ made: typeof URL }>();",
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"made\">'.",
    explains:
      "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property",
  },
  {
    title: 'a failure called "else"',
    code: 'failure(«"else", 404);',
    says: 'Argument of type \'"else"\' is not assignable to parameter of type \'"\\"else\\" is the match case for all others"\'.',
  },
  {
    title: 'a failure called "default"',
    code: 'failure(«"default", 404);',
    says: 'Argument of type \'"default"\' is not assignable to parameter of type \'"\\"default\\" is reserved: match has \\"else\\""\'.',
  },
  {
    title: 'a failure called "other"',
    code: 'failure(«"other", 404);',
    says: 'Argument of type \'"other"\' is not assignable to parameter of type \'"\\"other\\" is reserved for all statuses"\'.',
  },
  {
    title: 'a failure called "4XX"',
    code: 'failure(«"4XX", 404);',
    says: 'Argument of type \'"4XX"\' is not assignable to parameter of type \'"\\"4XX\\" is reserved for all statuses 400 to 499"\'.',
  },
  {
    title: 'a failure called "5XX"',
    code: 'failure(«"5XX", 404);',
    says: 'Argument of type \'"5XX"\' is not assignable to parameter of type \'"\\"5XX\\" is reserved for all statuses 500 to 599"\'.',
  },
  {
    title: "a bare failure's body without a type",
    code: '«failure("full", 409).bare();',
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"write the type: .bare<T>() or .bare(noBody)\">'.",
  },
  {
    title: "a bare failure's body that JSON changes",
    code: '«failure("full", 409).bare<{ at: Date }>();',
    says: "Argument of type '[]' is not assignable to parameter of type 'JsonWouldChange<\"at\">'.",
    explains: "JSON would change this type",
  },
  {
    title: "two bare failures of one status",
    code: 'get().failure(«failure("gone", 404).bare<string[]>(), failure("missing", 404).bare<string[]>());',
    says: 'Argument of type \'Failure<"gone", 404, BareDetail<string[], None>>\' is not assignable to parameter of type \'AnyFailure & OneBare<"gone", "missing", 404>\'.',
    explains:
      'the failures \\"gone\\" and \\"missing\\" have the status 404, but a bare failure must be the only one of its status',
  },
  {
    title: "two bare failures without a name of one status",
    code: "get().failure(«failure(404), failure(404));",
    says: 'Argument of type \'Failure<"404", 404, NoDetail>\' is not assignable to parameter of type \'AnyFailure & OneBare<"404", "404", 404>\'.',
    explains:
      'the failures \\"404\\" and \\"404\\" have the status 404, but a bare failure must be the only one of its status',
  },
  {
    title: "an undeclared failure without data",
    code: 'server.route(api.users.user.find, ({ fail }) => «fail(failure("gone", 410)));',
    says: "Argument of type '[]' is not assignable to parameter of type 'NotDeclaredHere<\"gone\">'.",
    explains: '\\"gone\\" is not declared by this endpoint',
  },
  {
    title: "an undeclared failure of match and else",
    code: "await client.request(user.find).match({ ok: () => 1, «nope: () => 2, else: () => 3 });",
    says: "Type '() => 2' is not assignable to type '(() => 2) & \"no such failure is declared\"'.",
  },
  {
    title: "match with else and without ok",
    code: "await «client.request(user.find).match({ else: () => 3 });",
    says: "Argument of type '[]' is not assignable to parameter of type 'NoCaseFor<\"ok\">'.",
    explains: 'add a case for \\"ok\\", or else',
  },
  {
    title: "a wrong field of a failure's data",
    code: "server.route(api.users.create, ({ fail }) => fail(EmailTaken, { «email: 1 }));",
    says: "Type 'number' is not assignable to type 'string'.",
  },
  {
    title: "a check that says yes or no",
    code: 'server.secured([«authenticate(bearer("token"), (token) => token === "secret")]);',
    says: "Type 'Refusing<\"return the principal, or undefined\">' is not assignable to type 'AnyAuthenticator<AuthenticateCall>'.",
  },
  {
    title: "a query of an endpoint that streams",
    code: "«queries.queryOptions(ticks.ticks);",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"it streams: use queries.streamOptions\">'.",
  },
  {
    title: "a query of an endpoint that changes data",
    code: "«queries.queryOptions(user.remove);",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"it changes data: use queries.mutationOptions\">'.",
  },
  {
    title: "a stream of an endpoint that does not stream",
    code: "«queries.streamOptions(api.users.list);",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"it has no items: use queries.queryOptions\">'.",
  },
  {
    title: "a mutation of a GET",
    code: "«queries.mutationOptions(api.users.list);",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"it changes nothing: use queries.queryOptions\">'.",
  },
  {
    title: "a query of an id without a value",
    code: "«queries.queryOptions(api.users.user.find);",
    says: "Argument of type '[]' is not assignable to parameter of type 'NoValueFor<\"user\">'.",
  },
  {
    title: "a scheme as a credential",
    code: 'createClient({ credentials: [«bearer("token")] });',
    says: "Type 'Scheme<\"token\", Taking<string, {}, string>>' is not assignable to type '\"write credential(scheme, token)\" | Credential'.",
  },
  {
    title: "a store as the options of idempotent",
    code: "«server.idempotent(memoryStore());",
    says: "Argument of type '[]' is not assignable to parameter of type 'Refused<\"pass { store: memoryStore(), scope }\">'.",
  },
  {
    title: "infinite queries of an endpoint without pages",
    code: "queries.infiniteQueryOptions(«api.users.list);",
    says: 'Argument of type \'Endpoint<"GET /v1/users", Returns<DeclaredResponse<200, User[], None>, never, WithParameters<Bare<"GET", "">, { readonly limit: Parameter<number | undefined, number, "optional">; readonly q: Parameter<...>; }>>, Place<...>>\' is not assignable to parameter of type \'"it has no pages: pass { next }, or declare .paged(…)"\'.',
  },
  {
    title: "a conditional call without its version",
    code: "await client.request(«versioned.book(1).remove);",
    says: 'Argument of type \'Endpoint<"DELETE /v5/{book}:remove", WithConditional<Bare<"DELETE", ":remove">, WriteFact<"name", never, never>>, WithIds<Place<"/v5/{book}", { readonly book: number; }, Plain>, "book">>\' is not assignable to parameter of type \'"pass { ifMatch } second to DELETE /v5/{book}:remove"\'.',
  },
  {
    title: "a conditional call with a body and without its version",
    code: "await client.request(«versioned.book(1).replace, found);",
    says: 'Argument of type \'Endpoint<"PUT /v5/{book}", WithConditional<Returns<DeclaredResponse<200, User, None>, never, WithRequest<Bare<"PUT", "">, User>>, WriteFact<...>>, WithIds<...>>\' is not assignable to parameter of type \'"pass { ifMatch } third to PUT /v5/{book}"\'.',
  },
  {
    title: "a call without its parameters",
    code: "await client.request(«api.users.search);",
    says: 'Argument of type \'Endpoint<"GET /v1/users/search", Returns<DeclaredResponse<200, User[], None>, never, WithParameters<Bare<"GET", "search">, { readonly q: Parameter<string, string, "required">; }>>, Place<...>>\' is not assignable to parameter of type \'"pass { parameters } second to GET /v1/users/search"\'.',
  },
  {
    title: "a parameter in the place of an option",
    code: "await client.request(api.users.list, { «limit: 5 });",
    says: "Object literal may only specify known properties, but 'limit' does not exist in type 'Options<\"pass { parameters }\", { readonly limit: Parameter<number | undefined, number, \"optional\">; readonly q: Parameter<string | undefined, string | undefined, \"optional\">; }>'. Did you mean to write 'limits'?",
  },
  {
    title: "a body that is read before ok",
    code: "console.log((await client.request(api.users.group(1).find)).«body.name);",
    says: "Property 'body' does not exist on type 'CallResult<DeclaredResponse<200, User, None>, Failure<\"unauthorized\", 401, NoDetail>>'.",
    explains: "'ReceivedFailureResponse<Failure<",
  },
  {
    title: "an event of a name that is not declared",
    code: 'server.route(live.live, async function* (): AsyncGenerator<InferYield<typeof live.live>> { yield { «event: "changed", data: found }; });',
    says: 'Type \'"changed"\' is not assignable to type \'"created" | "removed"\'.',
  },
  {
    title: "wrong data of a named event",
    code: 'server.route(live.live, async function* (): AsyncGenerator<InferYield<typeof live.live>> { yield { event: "created", data: { «id: 1, name: "" } }; });',
    says: "Type 'number' is not assignable to type 'string'.",
  },
  {
    title: "a view that does not check a scheme",
    code: "server.route(secret.find, «() => found);",
    says: "Argument of type '() => User' is not assignable to parameter of type 'NotChecked<\"user-token\">'.",
    explains: 'this view doesn\'t check \\"user-token\\": add secured([authenticate(…)])',
  },
  {
    title: "dates that are written as a string",
    code: 'rootResource("v1", { «deprecated: "2027-05-01" }, { list: get() });',
    says: 'Type \'"2027-05-01"\' is not assignable to type \'"write the dates as { deprecated: { sunset: \\"2027-05-01\\" } }"\'.',
  },
];
