// The API of every application in this folder: what frameworks handle in different ways is in it, and nothing else.
import {
  dynamicResource,
  events,
  failure,
  file,
  get,
  multipart,
  post,
  rootResource,
  staticResource,
  string,
  uuid,
} from "bough";

export interface User {
  readonly id: string;
  readonly name: string;
}
export interface Picture {
  readonly title: string;
  readonly bytes: number;
}
export const UserNotFound = failure("user-not-found", 404);

export const api = rootResource("v1", {
  users: staticResource("users", {
    list: get().response<readonly User[]>(),
    user: dynamicResource("user", uuid(), { find: get().response<User>().failure(UserNotFound) }),
  }),
  pictures: staticResource("pictures", {
    add: post()
      .request(
        multipart({ title: string({ min: 1, max: 100 }), picture: file({ maxBytes: 2_000_000 }) }),
      )
      .response<Picture>(),
  }),
  ticks: staticResource("ticks", {
    /** Sends one event, then stays open until the client disconnects. */
    live: get().response(events<number>()),
    /** Counts the streams that are open. */
    open: get("open").response<number>(),
  }),
});
