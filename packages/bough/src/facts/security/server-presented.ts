// The credentials of one request, read when a scheme asks for them.
import { decodeQueryValue, splitQuery, decodePercent } from "../../shared/http/percent.ts";
import {
  decodeBasic,
  isBearerToken,
  parseAuthorization,
  type Authorization,
} from "../../shared/http/authorization.ts";
import { parseCookieField } from "../../shared/http/cookie-field.ts";
import type { Exchange } from "../../serve/exchange/exchange.ts";
import { invalidRequest, type Rejection } from "../../serve/exchange/rejection.ts";
import { headerOf, type AnyScheme, type ApiKeyKind } from "./declared.ts";
import { challengeOf, isBearer } from "./server-refusal.ts";

/** A credential: `undefined` if it is absent, `MALFORMED`, or its value. */
export type PresentedCredential = { readonly value: unknown } | typeof MALFORMED | undefined;

/** A credential that is not one of its scheme, so no `authenticate` gets it. */
export const MALFORMED = "malformed";

export class Credentials {
  readonly #exchange: Exchange;
  readonly #query: string;
  #authorization: Authorization | "several" | undefined;

  constructor(exchange: Exchange, query: string | undefined) {
    this.#exchange = exchange;
    this.#query = query ?? "";
  }

  /** The rejection of a request whose `Authorization` or query no scheme can read. */
  fault(schemes: readonly AnyScheme[]): Rejection | undefined {
    const authorization = this.#field();
    if (
      authorization === "several" &&
      schemes.some((scheme) => headerOf(scheme)?.toLowerCase() === "authorization")
    ) {
      return invalidRequest([
        { in: "header", name: "authorization", message: "is given more than once" },
      ]);
    }
    const bearer = schemes.filter(isBearer);
    if (bearer.some((scheme) => this.of(scheme) === MALFORMED)) {
      const message = "must be Bearer and a token";
      return {
        ...invalidRequest([{ in: "header", name: "authorization", message }]),
        headers: bearer.flatMap((scheme) => [
          "www-authenticate",
          challengeOf(scheme, "invalid_request"),
        ]),
      };
    }
    const repeated = schemes
      .map((scheme) => scheme["~scheme"].kind)
      .find(
        (kind): kind is ApiKeyKind =>
          kind.type === "apiKey" && kind.in === "query" && this.#texts(kind).length > 1,
      );
    return repeated === undefined
      ? undefined
      : invalidRequest([{ in: "query", name: repeated.key, message: "is given more than once" }]);
  }

  of(scheme: AnyScheme): PresentedCredential {
    const { kind } = scheme["~scheme"];
    if (kind.type === "apiKey") {
      return this.#key(kind);
    }
    if (kind.type === "mutualTls") {
      const certificate = this.#exchange.certificate?.();
      return certificate === undefined ? undefined : { value: certificate };
    }
    const field = this.#field();
    const name = kind.type === "http" ? kind.scheme.toLowerCase() : "bearer";
    if (field === "several" || field.scheme !== name) {
      return undefined;
    }
    const { credentials } = field;
    if (name === "basic") {
      const value = decodeBasic(credentials);
      return value === undefined ? MALFORMED : { value };
    }
    return (name === "bearer" ? isBearerToken(credentials) : credentials !== "")
      ? { value: credentials }
      : MALFORMED;
  }

  #field(): Authorization | "several" {
    return (this.#authorization ??= parseAuthorization(
      this.#exchange.header("authorization") ?? "",
    ));
  }

  // An empty key is not a key: a server whose own key is empty by mistake would accept it.
  #key(kind: ApiKeyKind): PresentedCredential {
    if (kind.in === "header") {
      const value = this.#exchange.header(kind.key.toLowerCase());
      return value ? { value } : undefined;
    }
    const [raw] = kind.in === "query" ? this.#texts(kind) : [this.#cookie(kind.key)];
    if (!raw) {
      return undefined;
    }
    const value = kind.in === "query" ? decodeQueryValue(raw) : decodePercent(raw);
    return value === undefined ? MALFORMED : { value };
  }

  #texts({ key }: ApiKeyKind): readonly string[] {
    const kept = { names: new Set([key]) };
    return splitQuery(this.#query, kept, Infinity).values.get(key) ?? [];
  }

  #cookie(name: string): string | undefined {
    const raw = parseCookieField(this.#exchange.header("cookie") ?? "")[name];
    return raw?.replace(/^"(.*)"$/, "$1");
  }
}
