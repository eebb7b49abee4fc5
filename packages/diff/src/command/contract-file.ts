// The contract file beside a module: read, and told from other files.
import type { Contract } from "bough/contract";
import { isRecord } from "../record.ts";
import { WrongUse } from "./wrong-use.ts";

/** `src/api.contract.json` for `src/api.ts`. */
export function besidePath(path: string, what: "contract" | "changes"): string {
  return `${path.replace(/(?:\.contract)?\.(?:[cm]?[jt]sx?|json|ya?ml)$/i, "")}.${what}.json`;
}

/** The contract in a text; throws a `WrongUse` for anything else. */
export function parseContract(text: string, label: string): Contract {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const isConflict = /^(?:<{7}|={7}|>{7})/m.test(text);
    throw new WrongUse(
      isConflict
        ? `${label} has conflict markers: take either side, and run bough contract`
        : `${label} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return contractIn(parsed, label);
}

/** The contract in a parsed file; throws a `WrongUse` for anything else. */
export function contractIn(parsed: unknown, label: string): Contract {
  const { format, endpoints, components } = isRecord(parsed) ? parsed : {};
  if (typeof format === "number" && format > 1) {
    throw new WrongUse(
      `${label} has format ${format}, and this version of bough reads format 1: update bough and bough-cli`,
    );
  }
  const { schemas, security } = isRecord(components) ? components : {};
  const isContract =
    format === 1 &&
    Array.isArray(endpoints) &&
    endpoints.every(isEndpoint) &&
    isRecord(schemas) &&
    isRecord(security);
  if (!isContract) {
    throw new WrongUse(
      `${label} is not a contract: expected a file that bough contract has written`,
    );
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its members were checked above
  return parsed as Contract;
}

const LISTS = ["path", "query", "headers", "cookies", "responses", "failures", "security"];

function isEndpoint(value: unknown): boolean {
  if (!isRecord(value)) {
    return false;
  }
  const { key, name, method, template, request, responses, failures } = value;
  return (
    [key, method, template].every((one) => typeof one === "string") &&
    Array.isArray(name) &&
    LISTS.every((list) => value[list] === undefined || Array.isArray(value[list])) &&
    [responses, failures]
      .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
      .every(hasContent) &&
    (request === undefined || hasContent(request))
  );
}

function hasContent(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value["content"]);
}
