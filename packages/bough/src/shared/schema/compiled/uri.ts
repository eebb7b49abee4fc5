// The grammar of URIs (RFC 3986). It has ASCII only: other characters, controls and half surrogates are escaped in a
// URI. No two repetitions match the same characters, and each is of single characters: V8 needs no stack for them.

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
const IPV4 = /^(?:(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/;

/** Whether a text is a URI with a scheme (RFC 3986 3). */
export function isUri(text: string): boolean {
  const found = URI.exec(text);
  if (!found || BROKEN_ESCAPE.test(text)) {
    return false;
  }
  const [, address] = found;
  return address === undefined || isIpv6(address);
}

/** Whether a text is an address of IP version 6 (RFC 3986 3.2.2). */
function isIpv6(text: string): boolean {
  const [before = "", after, more] = text.split("::");
  const count = groupsIn(before, after === undefined) + groupsIn(after ?? "", true);
  return more === undefined && (after === undefined ? count === 8 : count < 8);
}

/** How many groups of 16 bits a text has; `NaN` if one of them is wrong. The last two may be an IPv4 address. */
function groupsIn(text: string, isEnd: boolean): number {
  const groups = text === "" ? [] : text.split(":");
  return groups.reduce((count, group, index) => {
    const isLast = isEnd && index === groups.length - 1;
    return (
      count + (/^[\da-f]{1,4}$/i.test(group) ? 1 : isLast && IPV4.test(group) ? 2 : Number.NaN)
    );
  }, 0);
}
