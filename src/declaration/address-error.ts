// The error of an address that cannot be built: an id is missing, or a URL cannot
// carry it.

/** Thrown by `.path`, `hrefOf` and `urlOf` where no URL carries what was given. */
export class AddressError extends Error {
  override readonly name = "AddressError";
  readonly code = "address";
  /** The path template. */
  readonly template: string;
  /** The parameter that is wrong. */
  readonly parameter: string;
  /** Where the parameter stands. */
  readonly in: "path" | "query";
  /** What is wrong with it. */
  readonly issue: string;

  constructor(template: string, place: "path" | "query", parameter: string, issue: string) {
    super(`${template}: the ${place} parameter "${parameter}" ${issue}`);
    this.template = template;
    this.in = place;
    this.parameter = parameter;
    this.issue = issue;
  }
}
