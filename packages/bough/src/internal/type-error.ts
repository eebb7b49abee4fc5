// Every sentence that the compiler shows for a wrong declaration or call. A sentence is a string literal
// type in the place of the argument's type, so the error is on that argument and shows the sentence.

// The first line of an error has at most 120 characters beside the type of the argument: a sentence
// has 55 where an argument is refused, 45 in `Refused`, 81 on a field. A longer one has a type of its
// own, whose name is shown in the first line and whose text in the second.

/** A sentence for a rest parameter: TypeScript prints its text if it refuses the arguments. */
export type Refused<Sentence extends string> = Sentence & readonly never[];

/** An id is missing: `client.request(api.users.user.find)`. */
export type NoValueFor<Name extends string> =
  Refused<`the path parameter "${Name}" has no value: call its resource with one`>;

/** `client.request(find())`, `route(get(), …)`: an endpoint outside a tree. */
export type NotInATree = "this endpoint is in no tree: api.users.find";

/** `route("/users", …)`: not a declaration. */
export type NotDeclared = "route takes an endpoint or a resource: api.users.find";

/** `client.request(api.users)`: a resource instead of an endpoint. */
export type NotAnEndpoint = "this is a resource: take one of its endpoints, api.users.find";

/** A missing handler in `route(resource, handlers)`. */
export type NoHandlerFor<Name extends string> =
  Refused<`no handler for "${Name}": every endpoint below the resource needs one`>;

/** An endpoint with bound ids in `route`. */
export type BoundInRoute = "route the endpoint without an id: api.users.user.find";

/** A guard or around of a view may fail with a failure that the endpoint does not declare. */
export type GuardFailureMissing<Name extends string> =
  Refused<`a guard or around may fail with "${Name}": add it by .failure(…), or by the failures option of a resource`>;

/** The children of a resource. */
export interface ChildSentences {
  readonly plainObject: "a plain object is no resource: wrap it in staticResource(segment, { … })";
  readonly notCalled: "call it: get(), post() …";
  readonly placed: "this endpoint is in another tree: declare it apart, const list = get()";
  readonly parentLast: "the parent comes before the children";
  readonly inObject: "children stand in an object: { list: get() }";
  readonly path: 'a child cannot be called "path": every resource has its own';
  readonly then: 'a child cannot be called "then": an await on the resource would hang';
  readonly tilde: "a child's name cannot start with ~";
  readonly subresource: "only endpoints stand below segments()";
  readonly subpath: "an endpoint below segments() has no subpath";
}

/** The options of a resource. */
export interface ResourceSentences {
  readonly option: "no such option: type, failures, headers, parameters, rejections, describe";
  readonly options: "options are an object: { failures: [NotFound] }";
  readonly failures: "failures are a list: { failures: [NotFound] }";
  readonly headers: "headers are named one by one: { headers: { etag: string() } }";
  readonly parameters: "parameters are named one by one: { parameters: { limit: integer() } }";
  readonly rejections: "rejections are a type, a schema or a body such as json()";
  readonly rootRejections: "only a root declares rejections: use rootResource";
  readonly parent: "a parent is a resource";
  readonly typeInOptions: "options name the type too: { type: uuid(), … }";
  readonly rootParent: "a root has no parent: use staticResource";
  readonly describe: 'a description is an object: { describe: { summary: "…" } }';
  readonly staticType: "a static segment has no type: use dynamicResource";
}

/** Segments and names. */
export interface SegmentSentences {
  readonly empty: "a segment cannot be empty";
  readonly subpath: 'no "/" at the start or end, or twice: get("a/b")';
  readonly slash: 'one segment has no "/": nest resources';
  readonly dot: '"." and ".." are not segments: URLs remove them';
  readonly brace: "a segment has no braces: use dynamicResource";
}

/** A repeated name in one chain of dynamic resources. */
export type NameTwice<Name extends string> = `{${Name}} stands twice in this chain`;

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
  readonly requestTwice: "the request body is declared twice";
  readonly statusTwice: "this status is declared twice";
  readonly nullBody: "statuses 204, 205 and 304 have no body: use noBody";
  readonly notSuccess: "a response has a known status from 200 to 399: .failure(…) declares failures";
  readonly eventData: "events carry JSON or text: events<T>(), events(plainText())";
  readonly eventsRequest: "only servers send events: use jsonLines() or stream()";
  readonly multipartResponse: "only clients send multipart: use stream() or bytes()";
  readonly mediaType: 'a media type is a type and a subtype: "image/png"';
  readonly notABody: "give a schema or a body, type<T>(), and no <T> beside";
}

/** A body that is not on the other side what it was on this one. */
export type JsonWouldChange = Refused<BodySentences["notJson"]>;

/** Parameters and headers. */
export interface ParameterSentences {
  readonly oneWay: "a schema goes one way: use integer(), parameter({ … })";
  readonly notCalled: "a function is no type: call it, uuid(), integer() …";
  readonly wholeSchema: "name each parameter: { limit: integer() }";
  readonly twice: "this name is declared twice";
  readonly element: "an element has no .optional(), .default() or list()";
  readonly optionalList: "an absent list is []: leave .optional() out";
  readonly defaultList: "an absent list is []: it takes no .default()";
  readonly optionalId: "an id has no .optional(), .default() or list()";
  readonly changes: "the output of a check's schema is its input";
}

/** `server.rejections` and `isRejection`. */
export interface RejectionSentences {
  readonly undeclared: "this declares no rejections: give a root that does";
  readonly status: "a rejection has a status from 400 to 599";
}

/** Failures. */
export interface FailureSentences {
  readonly noType: "write the type: .body<Taken>()";
  readonly noBareType: "write the type: .bare<T>() or .bare(noBody)";
  readonly status: "a failure has a status from 400 to 599";
  readonly noStatus: "a named failure has a status: failure(name, 404)";
  readonly digits: "a name of digits is a bare failure: failure(404)";
  readonly data: "a failure's body is JSON: give its type or a schema";
  readonly notObject: "the data of a named failure is an object";
}

/** Names that a failure cannot have. */
export interface ReservedFailureNames {
  readonly ok: '"ok" is the case of success in match';
  readonly else: '"else" is the case of all others in match';
  readonly default: '"default" is reserved: match has "else"';
  readonly other: '"other" is reserved for all statuses';
  readonly "4XX": '"4XX" is reserved for all statuses 400 to 499';
  readonly "5XX": '"5XX" is reserved for all statuses 500 to 599';
}

/** A member of a failure's data has a name that RFC 9457 gives another meaning. */
export type ProblemMember =
  Refused<'problem details own "type", "title", "status", "detail" and "instance": rename the member; a record goes into one: { errors: … }'>;

/** One failure twice on an endpoint. */
export interface DeclaredTwice<Name extends string> {
  readonly name: `the failure "${Name}" is declared twice`;
}

/** Two failures of one status, one of which is bare. */
export interface OneBare<A extends string, B extends string, Status extends number> {
  readonly name: `the failures "${A}" and "${B}" have the status ${Status}, and a bare failure is alone on its status`;
}

/** `fail` or `failedWith` of a failure that neither the endpoint nor the list of a guard has. */
export type NotDeclaredHere<Name extends string> =
  Refused<`"${Name}" is not declared by this endpoint: add .failure(…); a guard lists it: with([…], …)`>;

/** `fail(EmailTaken)` without its data. */
export type NoDataFor<Name extends string> =
  Refused<`the failure "${Name}" has data or headers: fail(failure, data, { headers })`>;

/** `client.request(api.users.create)` without the body. */
export type NoBodyFor<
  Method extends string,
  Path extends string,
> = Refused<`${Method} ${Path} has a request body: client.request(endpoint, body)`>;

/** The options of `route`, and what its handlers return. */
export interface RouteSentences {
  readonly noSuchChild: "no endpoint or resource of this name stands here";
  readonly request: "the declared body does not fit this schema's input";
  readonly response: "this schema's output is not the declared body";
  readonly oneEndpoint: "schemas belong to one endpoint: route it alone, or use view.handler";
  readonly schema: "give a Standard Schema";
  readonly option: "no such option: request, response, limits";
  readonly statuses: "several statuses are declared: return respond(value, { status })";
  readonly headers: "a response header is declared: return respond(value, { headers })";
}

/** The resource of `at`, and what its view takes. */
export interface AtSentences {
  readonly resource: "at takes a resource: api.users.user";
  readonly given: "at takes the resource without an id";
  readonly notBelow: "this is not below the resource of the view";
}

/** A handler whose endpoint the compiler cannot know. */
export type UnknownEndpoint =
  Refused<"its endpoint is not known here: write it in route(resource, { … }), or handler<typeof api.users.list>(…)">;

/** A schema of `route` that differs from the declared body, first at `Path`; "" is the body itself. */
export type SchemaUnfit<Sentence extends string, Path> = Path extends ""
  ? Sentence
  : `${Sentence} at "${Path & string}"`;

/** A schema of `route` that does not know a member of the declared body, which it would drop. */
export type SchemaLacks<Path> = `this schema lacks "${Path & string}" of the declared body`;

/** A declared failure has no case in `match`. */
export type NoCaseFor<Name extends string> =
  Refused<`no case for "${Name}": match has ok, and every declared failure or else`>;

/** A case of `match` for a failure that is not declared. */
export type NoSuchFailure = "no such failure is declared";

/** The parts of `slash`. */
export interface SlashSentences {
  readonly notBelow: "this is not below the part before it";
  readonly endpoint: "the part before it is an endpoint: nothing is below one";
}

/** The ids of `bind`. */
export interface BindSentences {
  readonly given: "this id has a value already";
  readonly none: "the endpoint has no id of this name";
}

/** `idOf` with a resource that is not above the endpoint. */
export type NotAnAncestor = "this resource is not on the endpoint's path";

/** `with` adds a name that the call already has. */
export type NameTaken = "the call has this name already";
