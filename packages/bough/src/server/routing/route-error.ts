// The error of `route` for a wrong registration.

/** `route` throws it if a handler cannot be registered. */
export class RouteError extends Error {
  override readonly name = "RouteError";
  readonly code = "route";
  /** The endpoint or resource: `GET /v1/users/{user}`. */
  readonly target: string;

  constructor(target: string, fault: string, remedy: string) {
    super(`${target}\n  ${fault}\n  ${remedy}`);
    this.target = target;
  }
}
