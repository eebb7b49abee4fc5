import { describe, expect, test } from "vitest";
import { hrefOf } from "./href.ts";
import { idsOf } from "./address.ts";
import { integer, uuid } from "../parameter/parameter-types.ts";
import { dynamicResource, rootResource, staticResource } from "./resource.ts";
import { bind, slash } from "./slash.ts";
import { del, get } from "../endpoint/verbs.ts";

const Api = rootResource("v1", {});
const Users = staticResource("users", Api, { list: get() });
const User = dynamicResource("user", Users, { find: get() });
const Friends = staticResource("friends", User, {});
const Friend = dynamicResource("friend", integer(), Friends, {
  remove: del(),
  note: staticResource("note", { read: get() }),
});
const Teams = staticResource("teams", Api, { list: get() });

/** slash as plain JavaScript calls it. */
const untyped = slash as unknown as (...parts: unknown[]) => { path: string };

describe("slash", () => {
  test("joins resources as a path is written", () => {
    const remove = slash(Api, Users, User("42"), Friends, Friend(7), Friend.remove);
    expect(remove.path).toBe("/v1/users/42/friends/7");
    expect(remove.template).toBe("/v1/users/{user}/friends/{friend}");
    expect(remove.method).toBe("DELETE");
    expect(Object.isFrozen(remove)).toBe(true);
  });

  test("lets static parts be left out", () => {
    expect(slash(User("42"), Friend(7), Friend.remove).path).toBe("/v1/users/42/friends/7");
    expect(slash(User("42"), Friend(7)).note.read.path).toBe("/v1/users/42/friends/7/note");
    expect(slash(Api, Users).list).toBe(Users.list);
  });

  test("gives the last part itself where no id is given", () => {
    expect(slash(Api, Users, User)).toBe(User);
    expect(slash(Users)).toBe(Users);
    expect(slash(Api, Users.list)).toBe(Users.list);
  });

  test("leaves what has no id yet callable", () => {
    const friend = slash(User("42"), Friend);
    expect(friend(7).remove.path).toBe("/v1/users/42/friends/7");
    expect(() => friend.path).toThrow('the path parameter "friend" is missing');
    expect(hrefOf(slash(User("42"), Friend)(7).remove)).toBe("/v1/users/42/friends/7");
  });

  test("takes bound endpoints and the ids of all parts, the last word counting", () => {
    expect(untyped(User("1"), Friend(2).remove, Friend(3).remove).path).toBe(
      "/v1/users/1/friends/3",
    );
    expect(untyped(User("1"), User("2").find).path).toBe("/v1/users/2");
  });

  test("refuses what is not below the part before it, and names both", () => {
    expect(() => untyped(Users, Teams)).toThrow(
      new TypeError("slash: /v1/teams is not below /v1/users"),
    );
    expect(() => untyped(Users, Api, User)).toThrow(
      new TypeError("slash: /v1 is not below /v1/users"),
    );
    expect(() => untyped(Api, Teams, Friend(7), Friend.remove)).toThrow(
      new TypeError("slash: /v1/users/{user}/friends/{friend} is not below /v1/teams"),
    );
    expect(() => untyped(Users, rootResource({}))).toThrow(
      new TypeError("slash: / is not below /v1/users"),
    );
  });

  test("refuses to join nothing", () => {
    expect(() => untyped()).toThrow(new TypeError("slash: pass at least one resource"));
  });
});

describe("bind", () => {
  test("gives an endpoint its ids by name", () => {
    const remove = bind(Friend.remove, { user: "42", friend: 7 });
    expect(remove.path).toBe("/v1/users/42/friends/7");
    expect(Object.isFrozen(remove)).toBe(true);
    expect(idsOf(Friend.remove)).toBeUndefined();
  });

  test("keeps ids that are given already, and takes new ones for them", () => {
    const open = slash(User("42"), Friend).remove;
    expect(bind(open, { friend: 7 }).path).toBe("/v1/users/42/friends/7");
    const full = bind(Friend.remove, { user: "1", friend: 2 });
    const again: never = { user: "9" } as never;
    expect(bind(full, again).path).toBe("/v1/users/9/friends/2");
    expect(Object.getPrototypeOf(bind(full, {}))).toBe(Friend.remove);
  });

  test("B5: takes own ids only, and leaves others aside", () => {
    type IdsOfFriend = Readonly<{ user: string; friend: number }>;
    const inherited = Object.create({ user: "x", friend: 1 }) as never;
    expect(() => bind(Friend.remove, inherited).path).toThrow("is missing");
    const extra = { user: "1", friend: 2, admin: true, ["__proto__"]: "x" } as IdsOfFriend;
    expect(bind(Friend.remove, extra).path).toBe("/v1/users/1/friends/2");
    expect(Object.getPrototypeOf(idsOf(bind(Friend.remove, extra)))).toBeNull();
  });

  test("does not follow the object it was given", () => {
    const ids = { user: "1", friend: 2 };
    const bound = bind(Friend.remove, ids);
    ids.user = "9";
    expect(bound.path).toBe("/v1/users/1/friends/2");
  });

  test("works on an endpoint without ids, in every style", () => {
    expect(bind(Users.list, {}).path).toBe("/v1/users");
    const nested = rootResource("v1", { user: dynamicResource("user", uuid(), { find: get() }) });
    const id = "01234567-89ab-cdef-0123-456789abcdef";
    expect(bind(nested.user.find, { user: id }).path).toBe(`/v1/${id}`);
  });
});
