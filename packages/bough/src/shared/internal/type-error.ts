// The error messages of the compiler. A message is a string literal type instead of the type of the wrong
// argument, so the compiler reports the error at that argument and prints the message.
// The first line of an error has at most 120 characters, without the type of the argument. So a message has
// at most 55 characters for an argument, 45 in `Refused`, and 81 for a field. A longer message has its own
// type, whose name is in the first line and whose text is in the second.

/** A message as the type of a rest parameter, for missing or forbidden arguments. */
export type Refused<Sentence extends string> = Sentence & readonly never[];

/** An id is missing: `client.request(api.users.user.find)`. */
export type NoValueFor<Name extends string> =
  Refused<`the path parameter "${Name}" has no value: call its resource with the id`>;

/** `client.request(find())`, `route(get(), …)`: an endpoint outside a tree. */
export type NotInATree = "endpoint not in a tree: use api.users.find";

/** `route("/users", …)`: not a declaration. */
export type NotDeclared = "route takes an endpoint or a resource: api.users.find";

/** `client.request(api.users)`: a resource instead of an endpoint. */
export type NotAnEndpoint = "this is a resource: use an endpoint, api.users.find";

/** A missing handler in `route(resource, handlers)`. */
export type NoHandlerFor<Name extends string> =
  Refused<`no handler for "${Name}": every endpoint below the resource needs one`>;

/** An endpoint with bound ids in `route`. */
export type BoundInRoute = "route the endpoint without an id: api.users.user.find";

/** A guard or around of a view has a failure that the endpoint does not declare. */
export type GuardFailureMissing<Name extends string> =
  Refused<`a guard or around may fail with "${Name}": add it by .failure(…), or by the failures option of a resource`>;

/** The children of a resource. */
export interface ChildSentences {
  readonly plainObject: "a plain object is not a resource: use staticResource(segment, { … })";
  readonly notCalled: "this function is not called: get(), post() …";
  readonly placed: "this endpoint is in another tree: declare it separately, const list = get()";
  readonly parentLast: "pass the parent before the children";
  readonly inObject: "pass an object: { list: get() }";
  readonly path: 'rename this child: every resource has its own "path"';
  readonly then: 'rename this child: with "then", an await on the resource would hang';
  readonly tilde: "rename this child: names cannot start with ~";
  readonly subresource: "only endpoints can be below segments()";
  readonly subpath: "below segments(), a subpath is a verb, such as :copy";
}

/** The options of a resource. */
export interface ResourceSentences {
  readonly option: "unknown option: see ResourceOptions for all of them";
  readonly options: "pass an object: { failures: [NotFound] }";
  readonly failures: "pass an array: { failures: [NotFound] }";
  readonly security: "pass an array: [UserToken], [anonymous]";
  readonly headers: "pass an object of types: { headers: { etag: string() } }";
  readonly parameters: "pass an object of types: { parameters: { limit: integer() } }";
  readonly cookies: "pass an object of types: { cookies: { session: string() } }";
  readonly rejections: "pass a type, a schema or a body such as json()";
  readonly rootRejections: "only a root can have rejections: use rootResource";
  readonly parent: "the parent must be a resource: api.users";
  readonly typeInOptions: "put the type in the options: { type: uuid(), … }";
  readonly rootParent: "a root has no parent: use staticResource";
  readonly meta: "pass an object: { meta: { public: true } }";
  readonly deprecated: 'write the dates as { deprecated: { sunset: "2027-05-01" } }';
  readonly describe: 'pass an object: { describe: { summary: "…" } }';
  readonly trailingSlash: "use true or false";
  readonly stability: 'use "experimental", or remove stability';
  readonly affix: "use a string without / ? # % { } and backslashes, or remove it";
  readonly staticAffix: "write this text in the segment: only ids have prefix and suffix";
  readonly staticType: "a static segment has no type: use dynamicResource";
}

/** Security schemes. */
export interface SecuritySentences {
  readonly anonymous: '"anonymous" is reserved: choose another name';
  readonly empty: "add the name of the scheme";
  readonly ownScheme: "use bearer(name) or basic(name)";
  readonly none: "name a scheme, or anonymous";
  readonly principal: "return the principal, or undefined";
}

// A misspelled endpoint is `any`, and has an error of its own.
export type NotAuthenticated<Name extends string> = unknown extends Name
  ? unknown
  : NotChecked<Name>;
/** `route` on a view that does not check a scheme of the endpoint. */
type NotChecked<Name extends string> =
  Refused<`this view doesn't check "${Name}": add secured([authenticate(…)])`>;

/** The options of a client. */
export interface ClientSentences {
  readonly scheme: "write credential(scheme, token)";
  readonly credentials: "use an array of credential(…), and init for fetch's own option";
}

/** Segments and names. */
export interface SegmentSentences {
  readonly empty: "a segment cannot be empty";
  readonly verb: "write the verb after the colon: :publish";
  readonly subpath: 'no "/" at the start or end, or twice: get("a/b")';
  readonly slash: 'a segment cannot contain "/": nest resources';
  readonly dot: '"." and ".." are not segments: URLs remove them';
  readonly brace: "a segment cannot have braces: use dynamicResource";
}

/** A repeated name in one chain of dynamic resources. */
export type NameTwice<Name extends string> = `{${Name}} is already in this path: rename one`;

/** Bodies. */
export interface BodySentences {
  readonly noType: "write the type of the body: <User>()";
  // Without strictNullChecks every element may be undefined, so every list would be refused.
  readonly notJson: undefined extends string
    ? "bodies cannot be checked without strictNullChecks: set strict in tsconfig.json"
    : "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property";
  readonly unresolvedType: "use type()";
  readonly unresolved: "write type<T>({ unchecked: true })";
  readonly unresolvedSchema: "write type(schema, { … })";
  readonly noRequestBody: "GET and HEAD have no body: use query()";
  readonly optionalQuery: "QUERY always has a body (RFC 10008): remove optional";
  readonly requestTwice: "the request body is declared twice";
  readonly statusTwice: "this status is declared twice";
  readonly nullBody: "statuses 204, 205 and 304 have no body: use noBody";
  readonly notSuccess: "use a status from 200 to 399, and .failure(…) for failures";
  readonly eventData: "events are JSON or text: events<T>(), events(plainText())";
  readonly namedEvent: "an event has JSON or text: type<Booking>(), plainText(), or a schema";
  readonly eventsRequest: "only servers send events: use jsonLines() or stream()";
  readonly multipartResponse: "only clients send multipart: use stream() or bytes()";
  readonly streamedPart: "a part is read whole: use json(…), plainText() or bytes(), or file()";
  readonly partSchema: "write json(schema)";
  readonly notPart: "pass a body: json(…). Fields have .optional()";
  readonly mediaType: 'a media type is a type and a subtype: "image/png"';
  readonly undecided: "bodies differ: respond(value, { mediaType })";
  readonly undecidedRequest: "bodies differ: pass { mediaType } after the body";
  readonly namedJson: "write json(type<T>(), { mediaType })";
  readonly jsonContent: "JSON has a type or a schema: json(type<T>(), { … })";
  readonly notABody: "pass a schema, type<T>() or another body, without <T>";
}

/** A type changes as a whole when it is written as JSON: a `Date`, bytes, `undefined`. */
export type JsonWouldChangeThisType = Refused<BodySentences["notJson"]>;

/** These members of a type change when it is written as JSON: `"author.born"`, `"items[].at"`. */
export type JsonWouldChange<Members> = JsonWouldChangeThisType & Naming<Members>;
// The compiler prints the arguments of an alias only if its type has them.
interface Naming<Members> {
  readonly "~members"?: Members;
}

/** Parameters and headers. */
export interface ParameterSentences {
  readonly oneWay: "a schema only decodes: use integer(), parameter({ … })";
  readonly notCalled: "this function is not called: uuid(), integer() …";
  readonly wholeSchema: "name each parameter: { limit: integer() }";
  readonly twice: "this name is declared twice";
  readonly element: "an element can't have .optional(), .default() or list()";
  readonly optionalList: "an absent list is []: remove .optional()";
  readonly optionalRecord: "an absent object is {}: remove .optional()";
  readonly defaultRecord: "an absent object is {}: remove .default()";
  readonly alternative: "a type of either() can't have .optional(), .default() or list()";
  readonly optionalId: "an id can't have .optional(), .default() or list()";
  readonly changes: "a check must have equal input and output types";
  readonly cookieList: "a cookie has one value: remove list()";
  readonly notCookie: "wrap the type: cookie(string(), { maxAge: 3600 })";
  readonly noCookies: "no cookies are declared: .response(body, { cookies: { … } })";
}

/** `server.rejections` and `isRejection`. */
export interface RejectionSentences {
  readonly undeclared: "this declares no rejections: pass a root that does";
  readonly errors: "this declares errors: use server.errors";
  readonly status: "use a status from 400 to 599";
}

/** `errorFormat`, the option `errors`, and `server.errors`. */
export interface ErrorFormatSentences {
  readonly body: "an error format is a type, a schema or JSON";
  readonly errors: "use errors: errorFormat(type<ApiError>(), { code, data })";
  readonly both: "a root declares errors or rejections: remove one";
  readonly root: "only a root declares errors: use rootResource";
  readonly undeclared: "this root declares no errors: errors: errorFormat(…)";
  readonly path: 'the format has no such property: "error.code", "errors.0.code"';
  readonly open: "any and index signatures have no properties: declare this one";
  readonly steps: "a path has at most four steps";
  readonly code: "the code is a string or a number";
  readonly data: "declare the data as an object";
}

/** Failures. */
export interface FailureSentences {
  readonly noType: "write the type: .body<Taken>()";
  readonly noBareType: "write the type: .bare<T>() or .bare(noBody)";
  readonly status: "use a status from 400 to 599";
  readonly outside4XX: "pass a status from 400 to 499";
  readonly outside5XX: "pass a status from 500 to 599";
  readonly noStatus: "add the status: failure(name, 404)";
  readonly digits: "for a bare failure, use a number: failure(404)";
  readonly data: "a failure's body is JSON: pass its type or a schema";
  readonly notObject: "declare the data of a failure as an object";
}

/** Names that a failure cannot have. */
export interface ReservedFailureNames {
  readonly ok: '"ok" is the success case of match';
  readonly else: '"else" is the match case for all others';
  readonly default: '"default" is reserved: match has "else"';
  readonly other: '"other" is reserved for all statuses';
  readonly "4XX": '"4XX" is reserved for all statuses 400 to 499';
  readonly "5XX": '"5XX" is reserved for all statuses 500 to 599';
}

/** A member of a failure's data has a name that is reserved by RFC 9457. */
export type ProblemMember =
  Refused<'problem details own "type", "title", "status", "detail" and "instance": rename it; put a record into one: { errors: … }'>;

/** A failure is declared twice on an endpoint. */
export interface DeclaredTwice<Name extends string> {
  readonly name: `the failure "${Name}" is declared twice`;
}

/** Two failures have the same status, and at least one of them is bare. */
export interface OneBare<A extends string, B extends string, Status extends number | string> {
  readonly name: `the failures "${A}" and "${B}" have the status ${Status}, but a bare failure must be the only one of its status`;
}

/** `fail` or `failedWith` with a failure that neither the endpoint nor the guard's list declares. */
export type NotDeclaredHere<Name extends string> =
  Refused<`"${Name}" is not declared by this endpoint: add .failure(…); a guard lists it: guard([…], …)`>;

/** `fail(EmailTaken)` without its data. */
export type NoDataFor<Name extends string> =
  Refused<`the failure "${Name}" has data or headers: fail(failure, data, { headers })`>;

/** `fail(ApiProblem, data)` without the status. */
export type NoStatusFor<Name extends string> =
  Refused<`the failure "${Name}" is for several statuses: fail(failure, data, { status })`>;

/** A handler whose name no child of the resource has. */
export type NoSuchChild<Names> =
  `there is no endpoint or resource of this name: use ${Names & string}`;

/** The options of `route`, and the results of its handlers. */
export interface RouteSentences {
  readonly request: "the declared body does not fit this schema's input";
  readonly response: "this schema's output is not the declared body";
  readonly oneEndpoint: "schemas belong to one endpoint: route it alone, or use view.handler";
  readonly schema: "pass a Standard Schema";
  readonly option: "unknown option: use request, response, limits";
  readonly statuses: "several statuses are declared: return respond(value, { status })";
  readonly not2XX: "pass a status from 200 to 299";
  readonly range: "2XX is declared: return respond(value, { status })";
  readonly headers: "a response header is declared: return respond(value, { headers })";
}

/** The arguments of `at` and of its view. */
export interface AtSentences {
  readonly resource: "at takes a resource: api.users.user";
  readonly given: "at takes the resource without an id";
  readonly notBelow: "this is not below the resource of the view";
  readonly security: "the view's resource doesn't contain an endpoint with this security: use at(…) of a resource that does";
}

/** A handler whose endpoint the compiler cannot infer. */
export type UnknownEndpoint =
  Refused<"its endpoint is not known here: write it in route(resource, { … }), or handler<typeof api.users.list>(…)">;

/** A schema of `route` that differs from the declared body, first at `Path`; "" is the body itself. */
export type SchemaUnfit<Sentence extends string, Path> = Path extends ""
  ? Sentence
  : `${Sentence} at "${Path & string}"`;

/** A schema of `route` that lacks a member of the declared body, and would remove it. */
export type SchemaLacks<Path> = `this schema lacks "${Path & string}" of the declared body`;

/** A declared failure has no case in `match`. */
export type NoCaseFor<Name extends string> = Refused<`add a case for "${Name}", or else`>;

/** A case of `match` for a failure that is not declared. */
export type NoSuchFailure = "no such failure is declared";

/** The parts of `slash`. */
export interface SlashSentences {
  readonly notBelow: "this is not below the part before it";
  readonly endpoint: "the part before it is an endpoint: nothing is below one";
}

/** The ids of `bind`. */
export interface BindSentences {
  readonly given: "this id already has a value";
  readonly none: "the endpoint has no id of this name";
}

/** `idOf` with a resource that is not above the endpoint. */
export type NotAnAncestor = "this resource is not on the endpoint's path";

/** `guard` adds a name that the call already has. */
export type NameTaken = "the call already has this name: choose another";

/** A call without its body: `client.request(api.users.create)`. */
export type NoBodyGiven<Endpoint extends string> = `${Endpoint} has a request body: pass it second`;

/** A call without its options: `client.request(api.user("1").replace, body)`. */
export type NoOptionsGiven<
  Endpoint extends string,
  Name,
  Place extends string,
> = `pass { ${Name & string} } ${Place} to ${Endpoint}`;

/** A parameter among the options: `client.request(api.users.list, { limit: 5 })`. */
export interface CallSentences {
  readonly options: "pass { parameters }";
}

/** A second argument of a handler, as in `(req, res) => res.json(…)`. */
export type OneArgument = "a handler takes one argument, the call: return the response";

/** `listen(api)`, `toLambda(api)`: a declaration instead of a server. */
export type NotAServer = "this is a declaration: pass a server, createServer()";
