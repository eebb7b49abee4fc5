// Compares a declaration with a document: operations by method and path, without the names of ids.
import type {
  Contract,
  ContractContent,
  ContractEndpoint,
  ContractFailure,
  ContractParameter,
  ContractResponse,
} from "bough/contract";
import { compareBodies } from "./bodies.ts";
import type { Declared, OpaqueParts } from "./declared.ts";
import { BOTH, CLIENTS, Findings, SERVERS, type Difference, type Unknown } from "./difference.ts";
import { compareParameters, type Comparing } from "./parameters.ts";
import { SchemaComparison } from "./same-schema.ts";
import { compareSecurity } from "./security.ts";

/** What a comparison found, in the order of the document. */
export interface Compared {
  readonly differences: readonly Difference[];
  readonly unknown: readonly Unknown[];
  /** Parameters that the document bounds and the declaration does not. */
  readonly narrower: readonly Unknown[];
  /** How many operations both sides have. */
  readonly compared: number;
}

/** Compares all operations. */
export function compare(declared: Declared, documented: Contract): Compared {
  return new Comparison(declared, documented).run();
}

const NOTHING: OpaqueParts = { parameters: new Set(), bodies: new Map() };

class Comparison {
  readonly #declared: Declared;
  readonly #documented: Contract;
  readonly #schemas: SchemaComparison;
  /** The endpoints with the responses that the server sends by itself, and how to compare their schemas. */
  readonly #others: readonly {
    readonly endpoints: ReadonlyMap<string, ContractEndpoint>;
    readonly schemas: SchemaComparison;
  }[];

  constructor(declared: Declared, documented: Contract) {
    this.#declared = declared;
    this.#documented = documented;
    const { schemas } = documented.components;
    this.#schemas = new SchemaComparison(declared.own.components.schemas, schemas);
    this.#others = declared.withRejections.map(({ endpoints, components }) => ({
      endpoints: byKey(endpoints),
      schemas: new SchemaComparison(components.schemas, schemas),
    }));
  }

  run(): Compared {
    const all: Findings[] = [];
    const here = byKey(this.#declared.own.endpoints);
    const there = byKey(this.#documented.endpoints);
    let compared = 0;
    for (const [key, other] of there) {
      const one = here.get(key);
      const found = new Findings(`${other.method} ${other.template}`);
      all.push(found);
      if (one !== undefined) {
        compared++;
        this.#endpoint(found, one, other);
      } else if (!(other.method === "HEAD" && here.has(key.replace("HEAD", "GET")))) {
        // The server answers HEAD where it answers GET.
        found.differs(undefined, "is not declared", CLIENTS);
      }
    }
    for (const [key, one] of here) {
      if (there.has(key)) {
        continue;
      }
      const found = new Findings(`${one.method} ${one.template}`);
      found.differs(undefined, "is not in the document", SERVERS);
      all.push(found);
    }
    return {
      differences: all.flatMap(({ differences }) => differences),
      unknown: all.flatMap(({ unknown }) => unknown),
      narrower: all.flatMap(({ narrower }) => narrower),
      compared,
    };
  }

  #endpoint(found: Findings, one: ContractEndpoint, other: ContractEndpoint): void {
    const comparing = { found, schemas: this.#schemas };
    const opaque = this.#declared.opaque.get(one.key) ?? NOTHING;
    this.#parameters(comparing, { one, other, opaque });
    this.#request(comparing, { one, other, opaque });
    this.#responses(comparing, { one, other, opaque });
    compareSecurity(
      found,
      { security: one.security, schemes: this.#declared.own.components.security },
      { security: other.security, schemes: this.#documented.components.security },
    );
  }

  #parameters(comparing: Comparing, { one, other, opaque }: Endpoints): void {
    const places = [
      ["path", "path parameter", one.path, withNamesOf(one.path, other.path)],
      ["query", "query parameter", one.query, other.query],
      ["header", "header", headersOf(one), headersOf(other)],
      ["cookie", "cookie", one.cookies, other.cookies],
    ] as const;
    for (const [place, noun, declared, documented] of places) {
      const names = [...opaque.parameters].flatMap((name) =>
        name.startsWith(`${place} `) ? [name.slice(place.length + 1)] : [],
      );
      const side = "request";
      compareParameters(comparing, { declared, documented, noun, side, opaque: new Set(names) });
    }
  }

  #request(comparing: Comparing, { one, other, opaque }: Endpoints): void {
    const { found } = comparing;
    const place = "request body";
    const { request: declared } = one;
    const { request: documented } = other;
    if (declared === undefined || documented === undefined) {
      if (declared !== undefined) {
        const breaks = declared.optional === true ? SERVERS : BOTH;
        found.differs(place, "is not in the document", breaks);
      } else if (documented !== undefined) {
        found.differs(place, "is not declared", documented.optional === true ? CLIENTS : BOTH);
      }
      return;
    }
    if (declared.optional !== documented.optional) {
      const isOptional = declared.optional === true;
      const message = isOptional
        ? "is optional, and required in the document"
        : "is required, and optional in the document";
      found.differs(place, message, isOptional ? SERVERS : CLIENTS);
    }
    compareBodies(comparing, {
      declared: declared.content,
      documented: documented.content,
      place,
      side: "request",
      opaque: opaque.bodies.get("request") ?? new Set(),
    });
  }

  #responses(comparing: Comparing, { one, other, opaque }: Endpoints): void {
    const { found } = comparing;
    const here = byStatus(one);
    const there = byStatus(other);
    for (const [status, response] of here) {
      const place = placeOf(status);
      const documented = there.get(status);
      if (documented === undefined) {
        // A document without a success says nothing about it.
        const isSilent = other.responses === undefined && status === "204";
        if (!isSilent) {
          found.differs(place, "is not in the document", CLIENTS);
        }
        continue;
      }
      const own = new Findings("");
      const unknown = opaque.bodies.get(status) ?? new Set();
      compareResponse({ ...comparing, found: own }, { response, documented, place, unknown });
      const isShown = own.differences.length > 0 && this.#isShown(one.key, status, documented);
      if (isShown) {
        continue;
      }
      compareResponse(comparing, { response, documented, place, unknown });
    }
    for (const status of there.keys()) {
      const isSentAnyway = this.#others.some(({ endpoints }) => {
        const answering = endpoints.get(one.key);
        return answering !== undefined && byStatus(answering).has(status);
      });
      if (here.has(status) || isSentAnyway) {
        continue;
      }
      found.differs(placeOf(status), "is not declared", SERVERS);
    }
  }

  /** Whether the document shows this response together with what the server sends by itself. */
  #isShown(key: string, status: string, documented: Response): boolean {
    return this.#others.some(({ endpoints, schemas }) => {
      const endpoint = endpoints.get(key);
      const response = endpoint && byStatus(endpoint).get(status);
      const found = new Findings("");
      if (response === undefined) {
        return false;
      }
      const unknown: ReadonlySet<string> = new Set();
      compareResponse({ found, schemas }, { response, documented, place: "", unknown });
      return found.differences.length === 0;
    });
  }
}

interface Endpoints {
  readonly one: ContractEndpoint;
  readonly other: ContractEndpoint;
  readonly opaque: OpaqueParts;
}

/** A success or a failure. */
interface Response {
  readonly content: readonly ContractContent[];
  readonly headers?: readonly ContractParameter[];
}

// The header of idempotency keys is one like any other here.
function headersOf({ headers = [], idempotent }: ContractEndpoint): readonly ContractParameter[] {
  const type = { type: "string", schema: { type: "string" } };
  return idempotent === undefined
    ? headers
    : [...headers, { name: "Idempotency-Key", required: idempotent.required, ...type }];
}

function byKey(endpoints: readonly ContractEndpoint[]): ReadonlyMap<string, ContractEndpoint> {
  return new Map(endpoints.map((one) => [one.key, one]));
}

function byStatus({
  responses = [],
  failures = [],
}: ContractEndpoint): ReadonlyMap<string, Response> {
  const all: readonly (ContractResponse | ContractFailure)[] = [...responses, ...failures];
  return new Map(all.map((one) => [String(one.status), one]));
}

function placeOf(status: string): string {
  return status === "other" ? "response default" : `response ${status}`;
}

// The names of ids are free, and their order is that of the path.
function withNamesOf(
  one: ContractEndpoint["path"] = [],
  other: ContractEndpoint["path"] = [],
): readonly ContractParameter[] {
  return other.map((id, index) => ({ ...id, name: one[index]?.name ?? id.name }));
}

function compareResponse(
  comparing: Comparing,
  {
    response,
    documented,
    place,
    unknown,
  }: {
    readonly response: Response;
    readonly documented: Response;
    readonly place: string;
    readonly unknown: ReadonlySet<string>;
  },
): void {
  const side = "response";
  const nothing: ReadonlySet<string> = new Set();
  compareParameters(comparing, {
    declared: response.headers,
    documented: documented.headers,
    noun: "header",
    within: place,
    side,
    opaque: nothing,
  });
  compareBodies(comparing, {
    declared: response.content,
    documented: documented.content,
    place,
    side,
    opaque: unknown,
  });
}
