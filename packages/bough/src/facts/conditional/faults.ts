// Finds faults of `.conditional()`.
import { shown } from "../../shared/internal/wrong-argument.ts";
import type { BodyKind } from "../../declare/body/body-format.ts";
import { MATCH_HEADERS, TAG_HEADER, type ConditionalOptions } from "./declared.ts";
import type { AnyEndpoint } from "../../declare/tree/placement.ts";
import type { FactFaults, Faults } from "../../declare/verify/declaration-error.ts";
import { kindName, kindsOf } from "../../declare/verify/kinds-of.ts";

const METHODS: ReadonlySet<string> = new Set(["GET", "PUT", "PATCH", "DELETE"]);

/** The faults of `.conditional()`. */
export const conditionalFaults: FactFaults<ConditionalOptions> = {
  headers: () => ({ reads: MATCH_HEADERS, writes: [TAG_HEADER] }),
  find: findConditionalFaults,
};

function findConditionalFaults(
  { method, responses }: AnyEndpoint,
  conditional: ConditionalOptions,
  found: Faults,
): void {
  const { version, changed } = conditional;
  if (!METHODS.has(method)) {
    found.add(
      `is declared, but ${method} has no version of its own`,
      "remove it, or use get(), put(), patch() or del()",
    );
  }
  if (version !== undefined && !/^[^.]+(?:\.[^.]+)?$/.test(version)) {
    found.add(`has the version ${shown(version)}`, 'name a property, or two: "article.version"');
  }
  if (changed !== undefined && changed.status !== 412) {
    found.add(
      `has the failure "${changed.name}" of status ${changed.status}`,
      "pass a failure of status 412",
    );
  }
  if (method === "GET") {
    findContentFaults(responses, found);
  }
}

// Only whole content that a codec writes has a version; the others have tags of their own.
function findContentFaults(responses: AnyEndpoint["responses"], found: Faults): void {
  const kinds = responses.flatMap(({ body }): readonly BodyKind[] =>
    "~body" in body ? kindsOf(body) : ["negotiated"],
  );
  const other = kinds.find((kind) => !CODED.has(kind));
  if (other !== undefined) {
    found.add(
      `is declared, but the response is ${kindName(other)}, and only content that a codec writes, such as JSON, has a version`,
      "use JSON or text",
    );
  } else if (kinds.every((kind) => kind === "none")) {
    found.add("is declared, but no response has a body", "declare .response<T>()");
  }
}

const CODED: ReadonlySet<BodyKind> = new Set<BodyKind>(["negotiated", "codec", "none"]);
