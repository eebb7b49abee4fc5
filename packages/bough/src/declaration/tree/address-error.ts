// The error of a URL that cannot be built, because an id or a query parameter is missing or invalid.

/** `.path`, `hrefOf` and `urlOf` throw it if a URL cannot be built from the given values. */
export class AddressError extends Error {
  override readonly name = "AddressError";
  readonly code = "address";
  /** The path template. */
  declare readonly template: string;
  /** The part of the URL that has the parameter. */
  declare readonly in: "path" | "query";
  /** The name of the parameter. */
  declare readonly parameter: string;
  /** The reason why its value is invalid. */
  declare readonly issue: string;

  constructor(template: string, place: "path" | "query", parameter: string, issue: string) {
    super(`${template}: the ${place} parameter "${parameter}" ${issue}`);
    Object.assign(this, { template, parameter, in: place, issue });
  }
}
