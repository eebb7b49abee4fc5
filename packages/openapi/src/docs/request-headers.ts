// The two request headers that a file depends on.

/** Whether a client accepts gzip (RFC 9110 12.5.3). Without the header, it gets the content as it is. */
export function acceptsGzip(header: string | undefined): boolean {
  let quality = 0;
  for (const member of (header ?? "").toLowerCase().split(",")) {
    const [name, ...parameters] = member.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    const given = weight === undefined ? 1 : Number(weight.slice(2));
    if (name === "gzip") {
      return given > 0;
    }
    if (name === "*") {
      quality = given;
    }
  }
  return quality > 0;
}

/**
 * Whether a client has the content with this tag already: the weak comparison of `If-None-Match` (RFC 9110 13.1.2),
 * because a proxy that compresses makes a tag weak. `tag` has no comma.
 */
export function hasTag(header: string | undefined, tag: string): boolean {
  const given = (header ?? "").split(",").map((one) => one.trim());
  return given.some((one) => one === "*" || one.replace(/^W\//, "") === tag);
}
