/** A text whose control characters are escaped: it forges no lines of a log, and a terminal does not obey it. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, encodeURIComponent);
}
