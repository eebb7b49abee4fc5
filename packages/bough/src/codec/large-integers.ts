// Integers beyond ±(2^53−1) in text that JSON.stringify has written. A reader cannot tell their
// digits from an integer that was rounded, so they are written with an exponent: 1e+20.

/** The text with such integers as exponents; digits of `JSON.rawJSON` that no double has stay. */
export function withExponents(text: string): string {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|[\d.]{16,}/g, (token) => {
    const value = +token;
    return value >= 2 ** 53 && String(value) === token ? value.toExponential() : token;
  });
}

/** Whether text may have such an integer; reads few of its characters. */
export function mayHaveLargeInteger(text: string): boolean {
  // It has 16 digits at least: one of them is here, and another 8 characters before or after.
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

// JSON.stringify writes an exponent from 22 digits on.
const MOST_DIGITS = 21;

function isLargeAt(text: string, at: number): boolean {
  let start = at;
  while (at - start < MOST_DIGITS && isDigit(text.charCodeAt(start - 1))) {
    start--;
  }
  const before = text.charCodeAt(start - 1);
  // The digits of a fraction or a string are the frequent ones.
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
