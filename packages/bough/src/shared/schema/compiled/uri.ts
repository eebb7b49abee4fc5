// The grammar of URIs (RFC 3986). It has ASCII only: other characters, controls and half surrogates are escaped in a
// URI. No two repetitions match the same characters, and each is of single characters: V8 needs no stack for them.
import { isIpv6 } from "../../internal/encodings.ts";

const NAME = "\\w.~!$&'()*+,;=%\\-";
const SEGMENT = `${NAME}:@`;
const LITERAL = "\\[(?:v[\\da-f]+\\.[\\w.~!$&'()*+,;=:\\-]+|([\\da-f:.]+))\\]";
const AUTHORITY = `(?:[${NAME}:]*@)?(?:${LITERAL}|[${NAME}]*)(?::\\d*)?`;
const URI: RegExp = /* @__PURE__ */ new RegExp(
  `^[a-z][a-z\\d+.-]*:(?://${AUTHORITY}(?:/[${SEGMENT}/]*)?|(?!//)[${SEGMENT}/]*)` +
    `(?:\\?[${SEGMENT}/?]*)?(?:#[${SEGMENT}/?]*)?$`,
  "i",
);
const BROKEN_ESCAPE = /%(?![\da-f]{2})/i;

/** Whether a text is a URI with a scheme (RFC 3986 3). */
export function isUri(text: string): boolean {
  const found = URI.exec(text);
  if (!found || BROKEN_ESCAPE.test(text)) {
    return false;
  }
  const [, address] = found;
  return address === undefined || isIpv6(address);
}
