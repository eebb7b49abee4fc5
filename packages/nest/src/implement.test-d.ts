// What `Implement` takes, and what it refuses.
import { Controller } from "@nestjs/common";
import {
  bearer,
  failure,
  get,
  integer,
  post,
  rootResource,
  staticResource,
  type,
  dynamicResource,
  string,
} from "bough";
import type { Call, Handlers } from "bough/server";
import { BoughModule, Implement, implementing } from "bough-nest";
import { z } from "zod";

interface User {
  readonly id: string;
}
const NotFound = failure("not-found", 404);
const Busy = failure("busy", 503);
const UserToken = bearer("user-token");
const api = rootResource("v1", {
  users: staticResource("users", {
    list: get()
      .parameters({ limit: integer().default(20) })
      .response<User[]>(),
    create: post()
      .request<{ name: string }>()
      .response(type<User>(), { status: 201, headers: { location: string() } }),
    me: get("me").security(UserToken).response<User>(),
    user: dynamicResource("user", {
      find: get().response<User>().failure(NotFound),
      remove: post("remove"),
    }),
  }),
});
const { users } = api;
declare const database: {
  readonly all: () => Promise<User[]>;
  readonly one: (id: string) => User | undefined;
};

@Controller()
export class UsersController {
  @Implement(users.list)
  async list(
    { parameters }: Call<typeof users.list>,
    visitor: { readonly name: string },
  ): Promise<User[]> {
    const limit: number = parameters.limit;
    return (await database.all()).slice(0, limit + visitor.name.length);
  }

  // Without the call, as handlers may be.
  @Implement(users.list)
  all(): Promise<User[]> {
    return database.all();
  }

  // @ts-expect-error - the value is no list of users
  @Implement(users.list)
  wrongValue(): string {
    return "";
  }

  // @ts-expect-error - the call is that of another endpoint
  @Implement(users.list)
  wrongCall({ ids }: Call<typeof users.user.find>): User[] {
    return [{ id: ids.user }];
  }

  @Implement(users.user.find)
  find({ ids, fail }: Call<typeof users.user.find>): User {
    // @ts-expect-error - the endpoint does not declare it
    return database.one(ids.user) ?? fail(Busy);
  }

  @Implement(users.create)
  create({ body, respond }: Call<typeof users.create>) {
    return respond({ id: body.name }, { headers: { location: "/" } });
  }

  // @ts-expect-error - the response needs a header, so the method responds with `respond`
  @Implement(users.create)
  withoutHeader({ body }: Call<typeof users.create>): User {
    return { id: body.name };
  }

  @Implement(users.create, { request: z.object({ name: z.string() }), limits: { body: 100 } })
  withSchema({ body, respond }: Call<typeof users.create>) {
    return respond({ id: body.name }, { headers: { location: "/" } });
  }

  // @ts-expect-error - the schema is not of the declared body
  @Implement(users.create, { request: z.object({ name: z.number() }) })
  withWrongSchema({ respond }: Call<typeof users.create>) {
    return respond({ id: "" }, { headers: { location: "/" } });
  }

  // @ts-expect-error - an id has a value
  @Implement(users.user("1").find)
  bound(): User {
    return { id: "1" };
  }

  @Implement(users.user)
  user(visitor: User): Handlers<typeof users.user> {
    return { find: ({ ids }) => ({ ...visitor, id: ids.user }), remove: () => undefined };
  }

  // @ts-expect-error - a handler is missing
  @Implement(users.user)
  half() {
    return { find: (): User => ({ id: "" }) };
  }
}

const Secured = implementing<{ "user-token": User }>();
type Secure = { "user-token": User };

@Controller()
export class SecuredController {
  @Secured(users.me)
  me({ principal }: Call<typeof users.me, unknown, Secure>): User {
    const user: User = principal;
    return user;
  }

  // @ts-expect-error - without `implementing`, the principal has no type
  @Implement(users.me)
  untyped({ principal }: Call<typeof users.me, unknown, Secure>): User {
    return principal;
  }

  // @ts-expect-error - the principal has another type
  @Secured(users.me)
  other({ principal }: Call<typeof users.me, unknown, { "user-token": number }>): User {
    return { id: String(principal) };
  }
}

BoughModule.forRoot({ roots: [api], partial: true, strictParameters: true });
// @ts-expect-error - a misspelled option
BoughModule.forRoot({ roots: [api], partail: true });
BoughModule.forRootAsync({
  inject: ["roots"],
  useFactory: (roots: (typeof api)[]) => ({ roots }),
});
