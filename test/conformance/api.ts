// The API of the servers that are tested.
import {
  bearer,
  del,
  dynamicResource,
  failure,
  get,
  integer,
  oneOf,
  plainText,
  post,
  put,
  rootResource,
  staticResource,
  string,
  uuid,
} from "bough";
import { z } from "zod";

export const NewUserSchema = z.object({
  name: z.string().min(1).max(50),
  email: z.email().max(100),
  age: z.int().min(0).max(150).optional(),
  role: z.enum(["member", "admin"]),
  tags: z.array(z.string().max(20)).max(5),
  nick: z.string().nullable().optional(),
  address: z.object({ city: z.string(), zip: z.string().regex(/^\d{5}$/) }).optional(),
});
export const UserSchema = NewUserSchema.extend({ id: z.uuid() });
export type NewUser = z.infer<typeof NewUserSchema>;
export type User = z.infer<typeof UserSchema>;

export const EventSchema = z.object({
  text: z.string(),
  when: z.iso.datetime(),
  ratio: z.number(),
  kind: z.union([z.literal("a"), z.int()]),
});

export const UserNotFound = failure("user-not-found", 404);
export const EmailTaken = failure("email-taken", 409).body(z.object({ email: z.string() }));
export const Token = bearer("token");
export const TOKEN = "s3cret-token";

export const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .parameters({
        limit: integer({ min: 1, max: 100 }).default(20),
        role: oneOf("member", "admin").optional(),
      })
      .response(z.array(UserSchema)),
    create: post()
      .request(NewUserSchema)
      .response(UserSchema, { status: 201, headers: { location: string() } })
      .failure(EmailTaken),
    user: dynamicResource("user", uuid(), {
      find: get().response(UserSchema).failure(UserNotFound),
      replace: put().request(NewUserSchema).response(UserSchema).failure(UserNotFound),
      remove: del().failure(UserNotFound),
    }),
  }),
  echo: staticResource("echo", { send: post().request(EventSchema).response(EventSchema) }),
  about: staticResource("about", { read: get().response(plainText()) }),
  notes: staticResource("notes", {
    count: get()
      .security(Token)
      .response(z.object({ count: z.int().min(0) })),
  }),
});
