// Whether a number is a multiple of another one by the decimal text of both. Doubles say that 0.07 is not a multiple
// of 0.01, because neither is exact.

/** Whether a value is a multiple of a step. Exponents of doubles differ by at most 632, which bounds the time. */
export function isMultiple(value: number, step: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) {
    return value % step === 0;
  }
  if (!Number.isFinite(value)) {
    return false;
  }
  const [one, other] = [decimalOf(value), decimalOf(step)];
  const shift = one.exponent - other.exponent;
  return (
    (one.digits * 10n ** BigInt(Math.max(shift, 0))) %
      (other.digits * 10n ** BigInt(Math.max(-shift, 0))) ===
    0n
  );
}

/** A number as `digits` · 10^`exponent`. */
function decimalOf(value: number): { readonly digits: bigint; readonly exponent: number } {
  const [text = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = text.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
