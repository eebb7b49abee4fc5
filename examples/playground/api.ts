// The declaration: server and client import it. Rename `find`, and both have an error.
import { dynamicResource, failure, get, integer, post, rootResource, type } from "bough";

export interface User {
  id: number;
  name: string;
}

export const UserNotFound = failure("user-not-found", 404);

export const users = rootResource("users", {
  list: get().response<User[]>(), // GET /users
  create: post().request<{ name: string }>().response(type<User>(), { status: 201 }),
  user: dynamicResource("user", integer(), {
    find: get().response<User>().failure(UserNotFound), // GET /users/{user}
  }),
});
