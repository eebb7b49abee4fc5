/** Escapes control characters, so a text cannot forge log lines or control a terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, encodeURIComponent);
}
