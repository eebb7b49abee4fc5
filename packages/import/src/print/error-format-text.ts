// The error format of a root as code.
import type { ContractEndpoint } from "bough/contract";
import { quoted } from "../source-text.ts";
import { bodyText, type BodyContext } from "./body-text.ts";
import { call, object, type Doc } from "./layout.ts";

/** The format of an endpoint: `errorFormat(type<ApiError>(), { code: "error.code" })`; `undefined` if it has none. */
export function errorFormatText(
  { errors, rejections = [] }: ContractEndpoint,
  context: BodyContext,
): Doc | undefined {
  if (errors === undefined) {
    return undefined;
  }
  const { typed, argument } = bodyText(rejections, context);
  if (typed !== undefined) {
    context.uses.value("type");
  }
  const paths = Object.entries(errors).map(([name, path]) => `${name}: ${quoted(path)}`);
  return call(context.uses.value("errorFormat"), argument, object(paths));
}
