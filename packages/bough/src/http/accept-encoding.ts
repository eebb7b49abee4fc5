// The `Accept-Encoding` header of a request.
import { trimmed } from "./header-value.ts";

/** Whether a client accepts a content coding (RFC 9110 12.5.3). Without the header, it gets the content as it is. */
export function acceptsCoding(header: string | undefined, coding: string): boolean {
  let quality = 0;
  for (const member of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = member.split(";").map(trimmed);
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    const given = weight === undefined ? 1 : Number(weight.slice(2));
    if (name === coding) {
      return given > 0;
    }
    if (name === "*") {
      quality = given;
    }
  }
  return quality > 0;
}
