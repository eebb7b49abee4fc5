// The declaration and the handlers of Bough's contestants, for a standalone server or any host.
import { dynamicResource, get, integer, post, rootResource, staticResource, type } from "bough";
import { create, list, NewUser, report, Report, user, User, Users } from "./shared.mjs";

/** The API with responses declared by these schemas, or by types alone. */
export const declare = (answers) =>
  rootResource("v1", {
    users: staticResource("users", {
      list: get()
        .parameters({ limit: integer({ min: 1, max: 100 }).default(20) })
        .response(answers.list),
      create: post().request(NewUser).response(answers.user, { status: 201 }),
      user: dynamicResource("user", { find: get().response(answers.user) }),
    }),
    report: get("report").response(answers.report),
  });

export const byType = { user: type(), list: type(), report: type() };
export const bySchema = { user: User, list: Users, report: Report };

export function route(routes, api = declare(byType)) {
  routes.route(api.users.list, ({ parameters }) => list(parameters.limit));
  routes.route(api.users.create, ({ body }) => create(body));
  routes.route(api.users.user.find, ({ ids }) => user(ids.user));
  routes.route(api.report, () => report());
  return routes;
}
