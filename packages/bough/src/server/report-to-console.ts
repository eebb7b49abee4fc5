// Where errors go that no `onError` hears.
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";

/** Writes an error, and the endpoint it is of, to the console; never throws. */
export function reportToConsole(
  error: unknown,
  call: { readonly endpoint: AnyEndpoint } | undefined,
): void {
  try {
    // oxlint-disable-next-line no-console -- a server that nobody gave `onError` must not swallow its errors
    console.error(
      call === undefined ? "bough:" : `bough: ${call.endpoint.method} ${call.endpoint.template}:`,
      error,
    );
  } catch {}
}
