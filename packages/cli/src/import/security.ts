// Security schemes and requirements.
import type { ContractSecurity, ContractSecurityScheme } from "bough/contract";
import { elementsOf, entriesOf, isMembers, member, step, textsOf } from "./json.ts";
import { Unresolved } from "./open-document.ts";
import type { Reading } from "./parameter-type.ts";
import type { Place } from "./report.ts";

const TYPES = new Set(["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"]);

/** The schemes of the document by name. */
export function readSchemes({
  document,
  report,
}: Reading): ReadonlyMap<string, ContractSecurityScheme> {
  const schemes = new Map<string, ContractSecurityScheme>();
  const declared = member(member(document.root, "components"), "securitySchemes");
  for (const [name, value] of entriesOf(declared)) {
    const pointer = `/components/securitySchemes${step(name)}`;
    const found = document.follow({ value, pointer });
    if (found instanceof Unresolved) {
      report.changed({ pointer }, "document", found.reason);
      continue;
    }
    const type = member(found.value, "type");
    if (typeof type === "string" && TYPES.has(type) && isMembers(found.value)) {
      schemes.set(name, { ...found.value, type });
    } else {
      report.changed({ pointer }, "document", `the security scheme "${name}" has an unknown type`);
    }
  }
  return schemes;
}

/** The alternatives of an operation, else of the document; `undefined` if there are none. */
export function readSecurity(
  { document, report }: Reading,
  {
    operation,
    schemes,
  }: { readonly operation: unknown; readonly schemes: ReadonlyMap<string, unknown> },
  place: Place,
): readonly ContractSecurity[] | undefined {
  const own = member(operation, "security");
  const declared = own ?? member(document.root, "security");
  if (!Array.isArray(declared)) return undefined;
  if (declared.length === 0) return [{}];
  const read = elementsOf(declared).map((one) =>
    Object.fromEntries(entriesOf(one).map(([name, scopes]) => [name, textsOf(scopes)])),
  );
  const known = read.filter((one) =>
    Object.keys(one).every((name) => {
      if (!schemes.has(name)) {
        report.changed(place, "document", `the security scheme "${name}" is not declared`);
      }
      return schemes.has(name);
    }),
  );
  return known.length === 0 ? undefined : known;
}
