// Every sentence that the compiler shows for a wrong declaration or call. A sentence is a string literal
// type in the place of the argument's type, so the error is on that argument and shows the sentence.

/** A sentence for a rest parameter: TypeScript prints its text if it refuses the arguments. */
export type Refused<Sentence extends string> = Sentence & readonly never[];

/** An id is missing: `client.request(api.users.user.find)`. */
export type NoValueFor<Name extends string> =
  Refused<`the path parameter "${Name}" has no value: call its resource with one`>;

/** `client.request(find())`, `route(get(), …)`: an endpoint outside a tree. */
export type NotInATree =
  "this endpoint stands in no tree: take it from the resource it was declared in, api.users.find";

/** `route("/users", …)`: not a declaration. */
export type NotDeclared = "route takes an endpoint or a resource of a declaration: api.users.find";

/** `client.request(api.users)`: a resource instead of an endpoint. */
export type NotAnEndpoint = "this is a resource: take one of its endpoints, api.users.find";

/** A missing handler in `route(resource, handlers)`. */
export type NoHandlerFor<Name extends string> =
  Refused<`no handler for "${Name}": every endpoint below the resource needs one`>;

/** An endpoint with bound ids in `route`. */
export type BoundInRoute =
  "this endpoint has an id given: route takes the endpoint itself, api.users.user.find";

/** A guard or around of a view may fail with a failure that the endpoint does not declare. */
export type GuardFailureMissing<Name extends string> =
  `a guard or around may fail with "${Name}": add it by .failure(…), or by the failures option of a resource`;

/** The children of a resource. */
export interface ChildSentences {
  readonly plainObject: "a plain object is no resource: wrap it in staticResource(segment, { … })";
  readonly notCalled: "call it: get(), post() …";
  readonly placed: "this endpoint stands in another tree: declare it apart, const list = get(), and put it into both";
  readonly parentLast: "the parent comes before the children: staticResource(segment, parent, { … })";
  readonly inObject: "children stand in an object: { list: get() }";
  readonly path: 'a child cannot be called "path": every resource has its own';
  readonly then: 'a child cannot be called "then": an await on the resource would hang';
  readonly tilde: "a child's name cannot start with ~";
  readonly subresource: "only endpoints stand below segments(), which takes all remaining segments";
  readonly subpath: "an endpoint below segments() has no subpath: all remaining segments are taken";
}

/** The options of a resource. */
export interface ResourceSentences {
  readonly option: "no such option: type, parent, failures, headers, describe";
  readonly failures: "failures are a list: { failures: [NotFound] }";
  readonly headers: "headers are named one by one: { headers: { etag: string() } }";
  readonly parent: "a parent is a resource";
  readonly typeInOptions: "a parent is a resource; options name the type as well: { type: uuid(), failures: [NotFound] }";
  readonly rootParent: "a root has no parent: use staticResource(segment, parent, { … })";
  readonly describe: 'a description is an object: { describe: { summary: "…" } }';
  readonly staticType: "a static segment has no type: use dynamicResource(name, type, { … })";
}

/** Segments and names. */
export interface SegmentSentences {
  readonly empty: "a segment cannot be empty";
  readonly subpath: 'a subpath has no "/" at its start, at its end, or twice: get("me"), get("a/b")';
  readonly slash: 'one segment has no "/": nest resources, or use a subpath';
  readonly dot: '"." and ".." are not segments: URLs remove them';
  readonly brace: "a segment has no braces: use dynamicResource(name, { … })";
}

/** A repeated name in one chain of dynamic resources. */
export type NameTwice<Name extends string> = `{${Name}} stands twice in this chain`;

/** Bodies. */
export interface BodySentences {
  readonly noType: "write the type, .response<User>(), or leave the call out for no body";
  readonly noRequestType: "write the type, .request<User>(), or leave the call out for no body";
  // Without strictNullChecks every element may be undefined, so every list would be refused.
  readonly notJson: undefined extends string
    ? "bodies cannot be checked without strictNullChecks: set strict in tsconfig.json"
    : "JSON would change this type: no Date, bigint, Map, bytes, method, or undefined outside a property";
  readonly unresolved: "an unresolved type parameter cannot be checked: type<T>({ unchecked: true })";
  readonly unresolvedSchema: "an unresolved schema cannot be checked: type(schema, { unchecked: true })";
  readonly noRequestBody: "GET and HEAD have no request body: use query()";
  readonly requestTwice: "the request body is declared twice";
  readonly statusTwice: "this status is declared twice";
  readonly nullBody: "statuses 204, 205 and 304 have no body: use noBody";
  readonly notSuccess: "a response has a registered status from 200 to 399: declare failures by .failure(…)";
  readonly eventData: "events carry JSON or text: events<T>(), events(schema) or events(plainText())";
  readonly eventsRequest: "events go from the server to the client: send jsonLines() or stream()";
  readonly multipartResponse: "multipart bodies are sent by clients only: answer stream(), bytes() or jsonLines()";
  readonly mediaType: 'a media type is a type and a subtype: "image/png"';
  readonly notABody: "give a Standard Schema, type<T>(), noBody or a body such as json(), and write no <T> beside it";
}

/** Parameters and headers. */
export interface ParameterSentences {
  readonly oneWay: "a parameter goes both ways: use integer(), boolean(), date() … or parameter({ decode, encode })";
  readonly notCalled: "a function is no type: call it, uuid(), integer() …";
  readonly wholeSchema: "parameters are named one by one: { limit: integer() }, not one schema";
  readonly twice: "this name is declared twice";
  readonly element: "an element is always there: no .optional(), .default() or list()";
  readonly optionalList: "an absent list is []: leave .optional() out";
  readonly defaultList: "an absent list is []: it takes no .default()";
  readonly optionalId: "an id is always there: no .optional(), .default() or list()";
  readonly changes: "check refines a value: a schema whose output differs from its input does not fit";
}

/** Failures. */
export interface FailureSentences {
  readonly noType: "write the type, .body<Taken>(), or leave the call out for no data";
  readonly twice: "this failure is declared twice";
  readonly alone: "a bare failure is alone on its status: give both a name, or leave one out";
  readonly status: "a failure has a status from 400 to 599";
  readonly ok: '"ok" is the name of success in match';
  readonly digits: "a name of digits is a bare failure: failure(404)";
  readonly reserved: 'problem details own "type", "title", "status", "detail" and "instance": rename the member; a record goes into one: { errors: … }';
  readonly data: "problem details and codecs write a failure's data: give its type or a schema";
  readonly notObject: "the data of a named failure is an object: its members stand in the problem details";
}

/** A failure that the endpoint does not declare. */
export type FailureUndeclared<Name extends string> =
  `"${Name}" is not declared by this endpoint: add .failure(…)`;

/** A failure that neither the endpoint of a handler nor the list of a guard names. */
export type FailureNotListed<Name extends string> =
  `"${Name}" is not declared by this endpoint: add .failure(…); a guard lists it: with([…], …)`;

/** The options of `route`, and what its handlers return. */
export interface RouteSentences {
  readonly noSuchChild: "no endpoint or resource of this name stands here";
  readonly request: "the declared body does not fit this schema's input";
  readonly response: "this schema's output is not the declared body";
  readonly noPlace: "its endpoint is not known here: write it in route(resource, { … }), or handler<typeof api.users.list>(…)";
  readonly oneEndpoint: "schemas stand beside one endpoint: route it alone, or give them to view.handler";
  readonly schema: "give a Standard Schema";
  readonly option: "no such option: request, response, limits";
  readonly statuses: "several statuses are declared: return respond(value, { status })";
  readonly headers: "a response header is declared: return respond(value, { headers })";
}

/** The resource of `at`, and what its view takes. */
export interface AtSentences {
  readonly resource: "at takes a resource of a declaration: api.users.user";
  readonly given: "this resource has an id given: at takes the resource itself, api.users.user";
  readonly notBelow: "this is not below the resource of the view: route it on another view";
}

/** A declared failure has no case in `match`. */
export type NoCaseFor<Name extends string> =
  Refused<`no case for "${Name}": match handles every declared failure, and ok`>;

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
