// The token of RFC 9110, which names, types and methods consist of.
// Works with positions, so that a parser does not allocate substrings.

/** Whether a character code is allowed in a token (RFC 9110 5.6.2). */
function isTokenCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 45 && code <= 57 && code !== 47) ||
    (code >= 65 && code <= 90) ||
    "!#$%&'*+^_`|~".includes(String.fromCharCode(code))
  );
}

/** The position after the token that starts here, or the start if there is none (RFC 9110 5.6.2). */
export function tokenEnd(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && isTokenCode(text.charCodeAt(position))) {
    position++;
  }
  return position;
}
