// Whether an endpoint reads or sets cookies, which a browser sends to another origin only if the call says so.
import type { AnyEndpoint } from "../../declare/tree/placement.ts";

export const hasCookies = ({ cookies, responses, security = [] }: AnyEndpoint): boolean =>
  Object.keys(cookies).length > 0 ||
  responses.some((one) => one.cookies) ||
  security.some((one) => one["~cookie"]);
