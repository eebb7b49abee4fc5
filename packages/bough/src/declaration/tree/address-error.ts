// The error of an address that cannot be built: an id is missing, or a URL cannot
// carry what was given.

/** `.path`, `hrefOf` and `urlOf` throw it if a URL cannot be built from the given values. */
export class AddressError extends Error {
  override readonly name = "AddressError";
  readonly code = "address";
  /** The path template. */
  declare readonly template: string;
  /** Where the parameter stands. */
  declare readonly in: "path" | "query";
  /** The parameter that is wrong. */
  declare readonly parameter: string;
  /** What is wrong with it. */
  declare readonly issue: string;

  constructor(template: string, place: "path" | "query", parameter: string, issue: string) {
    super(`${template}: the ${place} parameter "${parameter}" ${issue}`);
    Object.assign(this, { template, parameter, in: place, issue });
  }
}
