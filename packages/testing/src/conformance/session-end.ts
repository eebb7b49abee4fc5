// Which calls end the session of their credential. Their cases run last.
import type { Contract, ContractEndpoint } from "bough/contract";
import type { SeenResponse } from "./sender.ts";

type Schemes = Contract["components"]["security"];

const ENDS = /^DELETE .*\/(?:sessions?|login|tokens?)$|^(?:POST|GET) .*\/(?:log-?out|sign-?out)$/i;

/** Whether an endpoint may end a session: by its path, or because it sets the cookie that it asks for. */
export function mayEndSession(endpoint: ContractEndpoint, schemes: Schemes): boolean {
  const { key, security = [], responses = [] } = endpoint;
  const asked = security.flatMap((one) => Object.keys(one)).map((name) => schemes[name]);
  const names = new Set(cookiesOf(asked));
  const isSet = responses.some(({ cookies = [] }) => cookies.some(({ name }) => names.has(name)));
  return ENDS.test(key) || isSet;
}

/** Whether a successful response has ended a session. */
export function hasEnded(
  { key }: ContractEndpoint,
  { headers }: SeenResponse,
  schemes: Schemes,
): boolean {
  const names = cookiesOf(Object.values(schemes));
  const isCleared = headers.getSetCookie().some((text) => {
    const [pair = "", ...attributes] = text.split(";").map((one) => one.trim());
    const isPast = attributes.some((one) => {
      const [name = "", value = ""] = one.split("=");
      return /^max-age$/i.test(name)
        ? Number(value) <= 0
        : /^expires$/i.test(name) && Date.parse(value) < Date.now();
    });
    return isPast && names.some((name) => pair.startsWith(`${name}=`));
  });
  return ENDS.test(key) || isCleared;
}

function cookiesOf(schemes: readonly (Schemes[string] | undefined)[]): readonly string[] {
  return schemes.flatMap((one) => (one?.in === "cookie" ? [String(one["name"])] : []));
}
