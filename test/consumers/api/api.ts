// One project declares the API; its emitted declaration file is all that the other project sees.

import {
  del,
  dynamicResource,
  failure,
  get,
  integer,
  post,
  rootResource,
  staticResource,
  type,
  uuid,
} from "bough";
import { z } from "zod";

export interface User {
  id: string;
  name: string;
  email: string;
}

export interface NewUser {
  name: string;
  email: string;
}

export const UserNotFound = failure("user-not-found", 404);
export const EmailTaken = failure("email-taken", 409).body<{ email: string }>();

export const api = rootResource("v1", {
  users: staticResource("users", {
    /** Lists users, newest first. */
    list: get()
      .parameters({ limit: integer({ min: 1 }).default(20) })
      .response<User[]>(),
    create: post().request<NewUser>().response(type<User>(), { status: 201 }).failure(EmailTaken),
    invite: post("invite").request(z.object({ email: z.string(), days: z.number().default(7) })),
    user: dynamicResource("user", uuid(), {
      find: get().response<User>().failure(UserNotFound),
      remove: del().failure(UserNotFound),
    }),
  }),
});
