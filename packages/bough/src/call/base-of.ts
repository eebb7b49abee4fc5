// The base URL of a client.
import type { AddressSource } from "../declare/tree/address.ts";
import type { Client } from "./create-client.ts";

/** The base URL of a client: the URL of an endpoint without a path. */
export function baseOf({ urlOf }: Client): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an address without ids and parameters is enough for it
  return (urlOf as (endpoint: object) => string)({ parameters: {}, "~endpoint": NOWHERE });
}
const NOWHERE: AddressSource = { data: {}, parent: undefined, template: "" };
