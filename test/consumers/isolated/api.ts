// A declaration whose types are written out, as `isolatedDeclarations` asks for, resolved as bundlers do.

import { failure, get, rootResource } from "bough";
import type { Root } from "bough";
import type { Bare, NoDetail, Returns, EndpointDeclaration, Failure } from "bough/types";

export const Gone: Failure<"gone", 410, NoDetail> = failure("gone", 410);
export const ping: EndpointDeclaration<Bare<"GET", "ping">> = get("ping");
export const find: EndpointDeclaration<Returns<never, typeof Gone, Bare<"GET", "find">>> =
  get("find").failure(Gone);
export const api: Root<"v1", { ping: typeof ping; find: typeof find }> = rootResource("v1", {
  ping,
  find,
});
