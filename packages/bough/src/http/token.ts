// The token of RFC 9110: the characters that names, types and methods are made of.
// Positions instead of substrings, so that a grammar can be read without allocating.

/** Whether a character code may stand in a token (RFC 9110 5.6.2). */
function isTokenCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 45 && code <= 57 && code !== 47) ||
    (code >= 65 && code <= 90) ||
    "!#$%&'*+^_`|~".includes(String.fromCharCode(code))
  );
}

/** The position after the token that starts here; the start itself where there is none (RFC 9110 5.6.2). */
export function tokenEnd(text: string, start: number, end: number): number {
  let position = start;
  while (position < end && isTokenCode(text.charCodeAt(position))) position++;
  return position;
}
