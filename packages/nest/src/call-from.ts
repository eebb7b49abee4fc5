// The call of a request, for guards, interceptors and decorators of NestJS.
import type { ExecutionContext } from "@nestjs/common";
import { runOf, type CallOfRequest } from "./nest-run.ts";

/**
 * Returns the call of a request; `undefined` if the request isn't for a method of `Implement`.
 *
 * @example
 * const CurrentUser = createParamDecorator((_, context) => callFrom(context)?.principal);
 */
export function callFrom(context: ExecutionContext): CallOfRequest | undefined {
  return runOf(context.getArgByIndex<unknown>(0))?.call;
}
