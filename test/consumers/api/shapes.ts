// One of each shape of a declaration, exported: its emitted type may only name what the package exports.

import {
  bind,
  body,
  bytes,
  dynamicResource,
  events,
  failure,
  file,
  get,
  integer,
  json,
  jsonLines,
  list,
  multipart,
  noBody,
  oneOf,
  parameter,
  plainText,
  post,
  put,
  rootResource,
  segments,
  slash,
  staticResource,
  stream,
  string,
  twoWay,
  type,
  uuid,
  type Codec,
} from "bough";
import { oneOfBodies, form } from "bough/existing";
import type { Segment } from "bough/types";
import { z } from "zod";

export const Slow = failure("slow", 429).headers({ "retry-after": integer() });
export const Full = failure("full", 409).body<{ size: number }>().headers({ "x-size": integer() });
export const Held = failure("held", 409).body(z.object({ holder: z.string() }));
export const Locked = failure(423).body<{ code: string }>();

export const even = integer().check(z.number().brand("Even"));
export const own = parameter<number>({ decode: Number, encode: String });
export const order = oneOf("up", "down").default("up");

export const csv: Codec<"text/csv"> = {
  mediaType: "text/csv",
  encode: () => "",
  decode: () => [],
};
const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
export const Visit = z.object({ at: instant });
export const stay = twoWay({ decode: Number, encode: String });
export const picture = file({ maxBytes: 5e6 });
export const contact = form({ name: string(), tag: list(string()), seats: integer().optional() });
export const album = multipart({
  title: string(),
  picture,
  more: file().list(),
  note: file().optional(),
});
export const rows = oneOfBodies(json<string[]>(), plainText(), body(csv, z.array(z.string())));
export const sequences = [jsonLines(Visit), events(Visit), events<{ a: 1 }>(), json(Visit)];
export const whole = [bytes(), bytes("image/png"), stream(), stream("video/mp4"), noBody];

export const shapes = rootResource(
  "v2",
  { failures: [Slow], headers: { "x-tenant": string() } },
  {
    contact: post("contact").request(contact).response(rows).failure(Full, Held, Locked),
    album: post("album").request(album).response(stay),
    files: dynamicResource("file", segments(), {
      replace: put()
        .parameters({ order, own })
        .headers({ "if-match": string() })
        .request(stream())
        .response(type<string>(), { headers: { etag: string() } })
        .response(noBody, { status: 202 })
        .meta({ cached: true }),
    }),
  },
);
export const Users = staticResource("users", shapes, { visits: get().response(jsonLines(Visit)) });
export const User = dynamicResource(
  "user",
  Users,
  { type: uuid(), failures: [Full] },
  {
    find: get().response(events(Visit)),
  },
);

export const user = User("0b9e7e3c-58a5-4c1c-9d6f-2f4c8f0f8a11");
export const find = slash(Users, user, User.find);
export const bound = bind(User.find, { user: "0b9e7e3c-58a5-4c1c-9d6f-2f4c8f0f8a11" });

export function crud<Name extends string, S extends z.ZodType>(name: Segment<Name>, schema: S) {
  return staticResource(name, {
    list: get().response(type(z.array(schema), { unchecked: true })),
    add: post()
      .request(type(schema, { unchecked: true }))
      .failure(Slow),
  });
}
export const pages = crud("pages", z.object({ title: z.string() }));
