// Rewrites integers beyond ±(2^53−1) in the output of JSON.stringify with an exponent: 1e+20. Strict readers reject
// their digits, since the integer may have been rounded.

/** The text with an exponent in each such integer. Digits of `JSON.rawJSON` that a double cannot represent are kept. */
export function withExponents(text: string): string {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|[\d.]{16,}/g, (token) => {
    const value = +token;
    return value >= 2 ** 53 && String(value) === token ? value.toExponential() : token;
  });
}

/** Whether text may contain such an integer; reads only a few of its characters. */
export function mayHaveLargeInteger(text: string): boolean {
  // The integer has at least 16 digits: one is at a multiple of 16, and another 8 characters before or after.
  for (let at = 15; at < text.length; at += 16) {
    if (
      isDigit(text.charCodeAt(at)) &&
      (isDigit(text.charCodeAt(at - 8)) || isDigit(text.charCodeAt(at + 8))) &&
      isLargeAt(text, at)
    ) {
      return true;
    }
  }
  return false;
}

// JSON.stringify writes an exponent if there would be 22 digits or more.
const MOST_DIGITS = 21;

function isLargeAt(text: string, at: number): boolean {
  let start = at;
  while (at - start < MOST_DIGITS && isDigit(text.charCodeAt(start - 1))) {
    start--;
  }
  const before = text.charCodeAt(start - 1);
  // Most long runs of digits are fractions or strings.
  if (before === POINT || before === QUOTE) {
    return false;
  }
  let end = at + 1;
  while (end - start < MOST_DIGITS && isDigit(text.charCodeAt(end))) {
    end++;
  }
  return end - start > 15 && Number(text.slice(start, end)) > Number.MAX_SAFE_INTEGER;
}

const POINT = 0x2e;
const QUOTE = 0x22;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
