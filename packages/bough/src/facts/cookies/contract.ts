// The cookies that a response sets, in a contract.
import type { ContractParameter } from "../../contract/contract-parameter.ts";
import { describeParameter } from "../../contract/describe-parameter.ts";
import { jsonMembers } from "../../contract/json-members.ts";
import { filled, put, type Mutable } from "../../contract/mutable.ts";
import type { SchemaComponents } from "../../contract/schema-components.ts";
import type { CookieParts } from "./declared.ts";

/** A cookie that a response sets. */
export interface ContractCookie extends ContractParameter {
  /** The attributes of `Set-Cookie`, as the declaration names them. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** The cookies that a response may set; `undefined` if there are none. */
export function describeCookies(
  cookies: CookieParts = {},
  components: SchemaComponents,
): readonly ContractCookie[] | undefined {
  return filled(
    Object.entries(cookies).map(([name, { "~cookie": cookie }]) => {
      const { expires, ...options } = cookie.options;
      const made: Mutable<ContractCookie> = {
        ...describeParameter(name, cookie.type, components),
        // A response sets the cookie, removes it, or leaves it out.
        required: false,
      };
      const attributes = jsonMembers({ ...options, expires: expires?.toISOString() });
      put(made, "attributes", Object.keys(attributes).length === 0 ? undefined : attributes);
      return made;
    }),
  );
}
