// Reports errors that a client only sees as a 500, to `onError` or to the console, and warnings to the console.
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import type { ServerCall } from "../handler/call.ts";
import { fieldsOf } from "../../shared/internal/record.ts";
import type { KernelOptions } from "./kernel-options.ts";

/** Reports an error to `onError`; never throws. */
export function report(
  error: unknown,
  call: ServerCall | undefined,
  onError: KernelOptions["onError"] = reportToConsole,
): void {
  // A logger that throws or rejects does not change an answer, and its error is reported too.
  const lost = (fault: unknown): void => {
    reportToConsole(error, call);
    reportToConsole(fault, call);
  };
  try {
    whenRejected(onError(error, call), lost);
  } catch (fault) {
    lost(fault);
  }
  // A thrown promise has been reported. If it rejects later, that must not end the process.
  try {
    whenRejected(error, () => undefined);
  } catch {}
}

const warned = new Set<string>();

/** Writes a warning to the console once, outside production. */
export function warn(text: string | undefined): void {
  if (text !== undefined && !warned.has(text) && environmentName() !== "production") {
    warned.add(text);
    // oxlint-disable-next-line no-console -- the author of a route reads it while the program starts
    console.warn(text);
  }
}

/** `NODE_ENV`. */
export function environmentName(): unknown {
  const { process } = fieldsOf(globalThis);
  const { env } = fieldsOf(process);
  return fieldsOf(env)["NODE_ENV"];
}

function whenRejected(logged: unknown, lost: (fault: unknown) => void): void {
  if (logged instanceof Promise) {
    logged.catch(lost);
  }
}

function reportToConsole(
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
