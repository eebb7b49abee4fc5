// Why a credential does not authenticate; `forbid` throws it as well.
import type { AnyScheme } from "../../declaration/security/scheme.ts";

/** A credential that `authenticate` refused, or that `forbid()` refused with 403. */
export class RefusedCredential {
  readonly scheme: AnyScheme;
  readonly forbidden: boolean;

  constructor(scheme: AnyScheme, forbidden: boolean) {
    this.scheme = scheme;
    this.forbidden = forbidden;
  }
}
