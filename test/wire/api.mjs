// An API with each kind of exchange, in JavaScript, so that every version of `bough` can load it. It stays as it is: a
// released client has this declaration.
import {
  bearer,
  bytes,
  cookie,
  del,
  dynamicResource,
  events,
  failure,
  file,
  get,
  integer,
  jsonLines,
  list,
  multipart,
  oneOf,
  plainText,
  post,
  put,
  rootResource,
  staticResource,
  stream,
  string,
  type,
} from "bough";
import { form } from "bough/existing";

export const NotFound = failure("not-found", 404);
export const Taken = failure("taken", 409).body(type());
export const Bare = failure("bare", 422).bare(type());
export const Token = bearer("token");

export const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .parameters({
        limit: integer({ min: 1 }).default(20),
        tags: list(string()),
        order: oneOf("up", "down").optional(),
      })
      .headers({ "x-tenant": string().optional() })
      .response(type()),
    create: post()
      .request(type())
      .response(type(), { status: 201, headers: { location: string() } })
      .failure(Taken, Bare)
      .idempotent(),
    user: dynamicResource("user", integer(), {
      find: get().response(type()).failure(NotFound).conditional({ version: "version" }),
      replace: put().request(type()).response(type()).conditional({ version: "version" }),
      remove: del().failure(NotFound),
    }),
  }),
  bodies: staticResource("bodies", {
    text: put("text").request(plainText()).response(plainText()),
    form: post("form")
      .request(form({ name: string(), tags: list(string()) }))
      .response(type()),
    parts: post("parts")
      .request(multipart({ name: string(), file: file() }))
      .response(type()),
    bytes: put("bytes").request(bytes()).response(bytes()),
    stream: put("stream").request(stream()).response(stream()),
    lines: post("lines").request(jsonLines()).response(jsonLines()),
    events: get("events").response(events()),
  }),
  me: get("me").security(Token).response(type()),
  sign: post("sign").response(type(), { cookies: { session: cookie(string()) } }),
});
