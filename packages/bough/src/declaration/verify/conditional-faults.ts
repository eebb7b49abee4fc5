// Finds faults of `.conditional()`.
import { shown } from "../../internal/shown.ts";
import type { BodyKind } from "../body/body-format.ts";
import type { ConditionalOptions } from "../endpoint/conditional.ts";
import type { AnyEndpoint } from "../tree/placed-endpoint.ts";
import type { FaultPair } from "./declaration-error.ts";
import { kindsOf } from "./kinds-of.ts";

const METHODS: ReadonlySet<string> = new Set(["GET", "PUT", "PATCH", "DELETE"]);

/** Finds the faults of the versions of an endpoint. */
export function findConditionalFaults(
  { method, responses }: AnyEndpoint,
  conditional: ConditionalOptions,
  found: FaultPair[],
): void {
  const { version, changed } = conditional;
  if (!METHODS.has(method)) {
    found.push([
      `.conditional() is declared, but ${method} has no version of its own`,
      "remove it, or use get(), put(), patch() or del()",
    ]);
  }
  if (version !== undefined && !/^[^.]+(?:\.[^.]+)?$/.test(version)) {
    found.push([
      `.conditional() has the version ${shown(version)}`,
      'name a property, or two: "article.version"',
    ]);
  }
  if (changed !== undefined && changed.status !== 412) {
    found.push([
      `.conditional() has the failure "${changed.name}" of status ${changed.status}`,
      "pass a failure of status 412",
    ]);
  }
  if (method === "GET") {
    findContentFaults(responses, found);
  }
}

// Only whole content that a codec writes has a version; the others have tags of their own.
function findContentFaults(responses: AnyEndpoint["responses"], found: FaultPair[]): void {
  const kinds = responses.flatMap(({ body }): readonly BodyKind[] =>
    "~body" in body ? kindsOf(body) : ["negotiated"],
  );
  const other = kinds.find((kind) => !CODED.has(kind));
  if (other !== undefined) {
    found.push([
      `.conditional() is declared, but the response is ${OTHERS.get(other)}, whose content has no version`,
      "use JSON or text",
    ]);
  } else if (kinds.every((kind) => kind === "none")) {
    found.push([
      ".conditional() is declared, but no response has a body",
      "declare .response<T>()",
    ]);
  }
}

const CODED: ReadonlySet<BodyKind> = new Set<BodyKind>(["negotiated", "codec", "none"]);
const OTHERS: ReadonlyMap<BodyKind, string> = new Map<BodyKind, string>([
  ["bytes", "bytes"],
  ["stream", "a stream"],
  ["multipart", "multipart"],
  ["events", "events"],
  ["json-lines", "JSON Lines"],
]);
