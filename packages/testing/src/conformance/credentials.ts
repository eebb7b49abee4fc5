// Puts credentials into calls.
import type { Contract, ContractEndpoint, ContractSecurity } from "bough/contract";
import type { RawCall } from "./raw-call.ts";

type Schemes = Contract["components"]["security"];
type Credentials = Readonly<Record<string, string>>;

/** How an endpoint is called: with which alternative of its security, or why it cannot be called. */
export type Access =
  | { readonly security: ContractSecurity; readonly missing?: undefined }
  | { readonly missing: string };

/** The alternative whose credentials are all given. */
export function accessOf({ security = [] }: ContractEndpoint, credentials: Credentials): Access {
  const found = security.find((one) => namesOf(one).length > 0 && isGiven(one, credentials));
  const open = security.find((one) => namesOf(one).length === 0);
  if (found !== undefined || open !== undefined || security.length === 0) {
    return { security: found ?? open ?? {} };
  }
  const missing = security.flatMap(namesOf).filter((name) => !Object.hasOwn(credentials, name));
  return { missing: `pass its credential: credentials: { ${JSON.stringify(missing[0])}: "…" }` };
}

/** Whether an endpoint may be called by anybody. */
export function isOpen({ security = [] }: ContractEndpoint): boolean {
  return security.length === 0 || security.some((one) => namesOf(one).length === 0);
}

function namesOf(security: ContractSecurity): readonly string[] {
  return Object.keys(security);
}

function isGiven(security: ContractSecurity, credentials: Credentials): boolean {
  return namesOf(security).every((name) => Object.hasOwn(credentials, name));
}

/** A call with the credentials of an alternative. */
export function withCredentials(
  call: RawCall,
  security: ContractSecurity,
  { schemes, credentials }: { readonly schemes: Schemes; readonly credentials: Credentials },
): RawCall {
  return namesOf(security).reduce((made, name) => {
    const scheme = schemes[name];
    const credential = credentials[name];
    return scheme === undefined || credential === undefined
      ? made
      : withOne(made, scheme, credential);
  }, call);
}

function withOne(call: RawCall, scheme: Schemes[string], credential: string): RawCall {
  const headers: Record<string, string> = { ...call.headers };
  const { type, in: place, name, scheme: kind = "bearer" } = scheme;
  if (type === "apiKey" && place === "query") {
    const url = new URL(call.url);
    url.searchParams.set(String(name), credential);
    return { ...call, url };
  }
  if (type === "apiKey" && place === "cookie") {
    const cookies = headers["cookie"];
    headers["cookie"] =
      `${cookies === undefined ? "" : `${cookies}; `}${String(name)}=${credential}`;
  } else if (type === "apiKey") {
    headers[String(name).toLowerCase()] = credential;
  } else if (type !== "mutualTLS") {
    headers["authorization"] = authorization(String(kind), credential);
  }
  return { ...call, headers };
}

function authorization(kind: string, credential: string): string {
  switch (kind) {
    case "basic":
      return `Basic ${btoa(credential)}`;
    case "bearer":
      return `Bearer ${credential}`;
    default:
      return `${kind} ${credential}`;
  }
}
