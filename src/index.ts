// Everything a declaration is written with.
export { type, noBody } from "./declaration/body.ts";
export { failure } from "./declaration/failure.ts";
export { rootResource, staticResource, dynamicResource } from "./declaration/resource.ts";
export { get, query, post, put, patch, del, head } from "./declaration/verbs.ts";
export { string, integer, number, boolean, bigint, uuid, date, oneOf, list, segments } from "./declaration/parameter-types.ts";
export { parameter } from "./declaration/parameter-make.ts";
export { issue } from "./declaration/parameter.ts";
