// The constants and types of a declaration, each with the names that it uses.
import type { Contract, ContractEndpoint, ContractType } from "bough/contract";
import { hashOf } from "../import-record.ts";
import { isJoined } from "../joined-ids.ts";
import { Shapes, sharedObjects } from "../shapes.ts";
import { commentOf, propertyName, quoted } from "../source-text.ts";
import { camelCase, pascalCase, wordsOf } from "../words.ts";
import type { BodyContext } from "./body-text.ts";
import { codecDeclaration } from "./codec-text.ts";
import type { Declaration } from "./declaration.ts";
import {
  endpointComment,
  endpointMember,
  endpointText,
  type EndpointContext,
} from "./endpoint-text.ts";
import { errorFormatText } from "./error-format-text.ts";
import { failureKey, failureText, sharedFailures } from "./failures.ts";
import { Identifiers } from "./identifiers.ts";
import { group, noted, object, print, type Doc } from "./layout.ts";
import { ownType, ownTypeName } from "./own-type.ts";
import { objectExpression } from "./parameter-text.ts";
import { resourceCall } from "./resource-text.ts";
import { alternativesText, schemeText } from "./security-text.ts";
import { sharedSecurity, sharedTags, sizeOf, treeOf, type TreeResource } from "./resource-tree.ts";
import { rootDeclaration } from "./root-text.ts";
import { typeDeclarations } from "./type-declarations.ts";
import { Uses } from "./uses.ts";

export interface PrintOptions {
  /** Whether descriptions are kept. */
  readonly docs?: boolean;
  /** Whether bounds and patterns of parameters are kept. */
  readonly bounds?: boolean;
  /** Whether bounds, patterns and formats of bodies become tags. */
  readonly tags?: boolean;
  /** Identifiers of an earlier import, by schema. */
  readonly identifiers?: Readonly<Record<string, string>>;
  /** Identifiers of failures of an earlier import, by hash. */
  readonly failureNames?: Readonly<Record<string, string>> | undefined;
}

export interface Declarations {
  /** By the name of the schema in the contract. */
  readonly types: ReadonlyMap<string, Declaration>;
  readonly failures: readonly Declaration[];
  readonly codecs: readonly Declaration[];
  readonly security: readonly Declaration[];
  /** Parameter types with functions of their own. */
  readonly parameters: readonly Declaration[];
  /** One list for each child of the root: its own constant last, before it the pieces it has. */
  readonly pieces: readonly (readonly Declaration[])[];
  readonly root: Declaration;
  readonly identifiers: ReadonlyMap<string, string>;
  /** The identifiers of failures by hash. */
  readonly failureNames: ReadonlyMap<string, string>;
}

export interface Printed {
  readonly contract: Contract;
  readonly root?: string | undefined;
  /** Lines of the comment above the root. */
  readonly comment?: readonly string[];
}

/** What the resources above declare for all endpoints below. */
interface FromAbove {
  readonly slash: boolean;
  /** Whether a resource above has the security of all. */
  readonly security: boolean;
  /** Whether a resource above has the tags of all. */
  readonly tags: boolean;
}

type RootFacts = Parameters<typeof rootDeclaration>[0];

// Larger pieces are constants: the compiler cannot write the type of a very large expression.
const LARGEST = 24;

export function declarationsOf(printed: Printed, options: PrintOptions = {}): Declarations {
  return new Printer(printed, options).declarations();
}

class Printer {
  readonly #printed: Printed;
  readonly #options: PrintOptions;
  readonly #free = new Identifiers();
  readonly #types: ReadonlyMap<string, string>;
  readonly #failures = new Map<string, string>();
  readonly #failureNames = new Map<string, string>();
  readonly #codecs = new Map<string, string>();
  readonly #shapes: Shapes;
  readonly #shared: ReadonlyMap<string, string>;
  readonly #parameters = new Map<string, Declaration>();
  readonly #schemes = new Map<string, Declaration>();

  constructor(printed: Printed, options: PrintOptions) {
    this.#printed = printed;
    this.#options = options;
    this.#types = this.#typeNames();
    const { docs = false, bounds = false } = options;
    this.#shapes = new Shapes({ docs, bounds });
    this.#shared = sharedObjects(printed.contract.endpoints, this.#shapes);
  }

  declarations(): Declarations {
    const { contract, root, comment = [] } = this.#printed;
    const failures = this.#sharedFailures();
    const tree = treeOf(contract.endpoints, root);
    // A root without a segment has no options.
    const inherited: FromAbove =
      root === undefined
        ? { slash: false, security: false, tags: false }
        : {
            slash: prevailingSlash(contract.endpoints),
            security: sharedSecurity(tree) !== undefined,
            tags: sharedTags(tree) !== undefined,
          };
    const pieces: Declaration[][] = [];
    const members: { readonly name: string; readonly constant: string }[] = [];
    for (const child of tree.resources.values()) {
      const below: Declaration[] = [];
      const constant = this.#resource(child, { below, inherited });
      pieces.push(below);
      members.push({ name: child.name, constant });
    }
    for (const { name, endpoint, subpath } of tree.endpoints) {
      const uses = new Uses();
      const constant = this.#free.free(name, "Endpoint");
      const doc = endpointText(endpoint, subpath, this.#context(uses, inherited));
      const declared = this.#constant(constant, doc, uses, endpointComment(endpoint, this.#docs));
      pieces.push([declared]);
      members.push({ name, constant });
    }
    const top = this.#root(tree, { root, members, comment, inherited });
    return {
      types: typeDeclarations(contract.components.schemas, {
        identifiers: this.#types,
        schemas: contract.components.schemas,
        docs: this.#docs,
        tags: this.#options.tags === true,
      }),
      failures,
      codecs: [...this.#codecs].map(([mediaType, name]) => codecDeclaration(name, mediaType)),
      security: [...this.#schemes.values()],
      parameters: [...this.#parameters.values()],
      pieces,
      root: top,
      identifiers: this.#types,
      failureNames: this.#failureNames,
    };
  }

  get #docs(): boolean {
    return this.#options.docs === true;
  }

  #typeNames(): ReadonlyMap<string, string> {
    const { identifiers: kept = {} } = this.#options;
    const names = Object.keys(this.#printed.contract.components.schemas);
    const made = new Map<string, string>();
    for (const name of names) {
      const known = Object.hasOwn(kept, name) ? kept[name] : undefined;
      if (known !== undefined && this.#free.reserve(known)) {
        made.set(name, known);
      }
    }
    for (const name of names) {
      if (!made.has(name)) {
        made.set(name, this.#free.free(pascalCase(name), "Type"));
      }
    }
    return made;
  }

  #context(uses: Uses, above: Partial<FromAbove> = {}): EndpointContext {
    const { docs = false, bounds = false, tags = false } = this.#options;
    const context: BodyContext = {
      identifiers: this.#types,
      schemas: this.#printed.contract.components.schemas,
      uses,
      docs,
      bounds,
      tags,
      own: (type) => {
        const key = isJoined(type) ? JSON.stringify(type.joined) : "";
        const name =
          this.#parameters.get(key)?.name ?? this.#free.free(ownTypeName(type), "Parameter");
        this.#parameters.set(key, ownType(name, type));
        uses.declared.add(name);
        return name;
      },
      shared: (type) => {
        const key = this.#shapes.objectKey(type);
        const wish = this.#shared.get(key);
        if (wish === undefined) {
          return undefined;
        }
        const name = this.#parameters.get(key)?.name ?? this.#object(type, key, wish);
        uses.declared.add(name);
        return name;
      },
      codec: (mediaType) => {
        const known = this.#codecs.get(mediaType);
        const name = known ?? this.#free.free(camelCase(wordsOf(mediaType)), "Codec");
        this.#codecs.set(mediaType, name);
        uses.declared.add(name);
        return name;
      },
    };
    return {
      ...context,
      security: (endpoint) =>
        above.security === true ? [] : this.#alternatives(endpoint.security, uses),
      tagsOf: (endpoint) => (above.tags === true ? [] : (endpoint.tags ?? [])),
      failure: (failed) => {
        const shared = this.#failures.get(failureKey(failed));
        if (shared === undefined) {
          return failureText(failed, context);
        }
        uses.declared.add(shared);
        return shared;
      },
    };
  }

  // Declares an object that several others have, behind those in it.
  #object(type: ContractType, key: string, wish: string): string {
    const uses = new Uses();
    const name = this.#free.free(camelCase([...wordsOf(wish), "object"]), "Parameter");
    const doc = objectExpression(type, this.#context(uses));
    this.#parameters.set(key, this.#constant(name, doc, uses, []));
    return name;
  }

  #alternatives(security: ContractEndpoint["security"] = [], uses: Uses): readonly Doc[] {
    return alternativesText(security, (name) => this.#scheme(name, uses), uses);
  }

  #scheme(name: string, uses: Uses): string {
    const known = this.#schemes.get(name);
    const made = known ?? this.#schemeDeclaration(name);
    this.#schemes.set(name, made);
    uses.declared.add(made.name);
    return made.name;
  }

  #schemeDeclaration(name: string): Declaration {
    const uses = new Uses();
    const scheme = this.#printed.contract.components.security[name] ?? { type: "mutualTLS" };
    const identifier = this.#free.free(pascalCase(name), "Scheme");
    return this.#constant(identifier, schemeText(name, scheme, uses), uses, []);
  }

  #sharedFailures(): readonly Declaration[] {
    const { failureNames: before = {} } = this.#options;
    const all = sharedFailures(this.#printed.contract).map((one) => {
      const hash = hashOf(one.key);
      const known = Object.hasOwn(before, hash) ? before[hash] : undefined;
      return { ...one, hash, kept: this.#free.reserve(known ?? "") ? known : undefined };
    });
    return all.map(({ key, hash, kept, failure, wishes }) => {
      const uses = new Uses();
      const name = kept ?? this.#free.firstOf(wishes);
      this.#failureNames.set(hash, name);
      const doc = failureText(failure, this.#context(uses));
      this.#failures.set(key, name);
      return this.#constant(name, doc, uses, this.#docs ? commentOf(failure.description) : []);
    });
  }

  #constant(name: string, doc: Doc, uses: Uses, comment: readonly string[]): Declaration {
    const start = `export const ${name} = `;
    // A type argument is written as `type<T>()`, which needs its import.
    return { name, text: `${print(noted(comment, [start, doc]))};\n`, uses };
  }

  // Prints a resource as a constant and returns its name.
  #resource(
    node: TreeResource,
    { below, inherited }: { readonly below: Declaration[]; readonly inherited: FromAbove },
  ): string {
    const uses = new Uses();
    const name = this.#free.free(node.name, "Resource");
    const doc = this.#resourceText(node, { below, inherited, uses });
    below.push(this.#constant(name, doc, uses, []));
    return name;
  }

  #resourceText(
    node: TreeResource,
    { below, inherited, uses }: { below: Declaration[]; inherited: FromAbove; uses: Uses },
  ): Doc {
    const slash = node.trailingSlash ?? inherited.slash;
    const shared = inherited.security ? undefined : sharedSecurity(node);
    const tags = inherited.tags ? undefined : sharedTags(node);
    const own = {
      slash,
      security: inherited.security || shared !== undefined,
      tags: inherited.tags || tags !== undefined,
    };
    const context = this.#context(uses, own);
    const endpoints = node.endpoints.map(({ name, endpoint, subpath }) =>
      endpointMember(propertyName(name), endpoint, subpath, context),
    );
    const resources = [...node.resources.values()].map((child): Doc => {
      if (sizeOf(child) > LARGEST) {
        const constant = this.#resource(child, { below, inherited: own });
        uses.declared.add(constant);
        return constant === child.name ? constant : `${propertyName(child.name)}: ${constant}`;
      }
      const text = this.#resourceText(child, { below, inherited: own, uses });
      return [`${propertyName(child.name)}: `, text];
    });
    const children = object([...endpoints, ...resources]);
    const option = [
      ...(slash === inherited.slash ? [] : [`trailingSlash: ${slash}`]),
      ...this.#securityOption(shared, uses),
      ...tagsOption(tags),
    ];
    return resourceCall(node, { children, option, context });
  }

  #securityOption(security: ContractEndpoint["security"], uses: Uses): readonly Doc[] {
    return security === undefined
      ? []
      : [["security: ", group("[", this.#alternatives(security, uses), "]")]];
  }

  #root(
    tree: TreeResource,
    { inherited, ...given }: Omit<RootFacts, "options"> & { readonly inherited: FromAbove },
  ): Declaration {
    const uses = new Uses();
    // All endpoints have the same.
    const [endpoint] = this.#printed.contract.endpoints;
    const errors = endpoint && errorFormatText(endpoint, this.#context(uses));
    const members: readonly Doc[] = [
      ...(inherited.slash ? ["trailingSlash: true"] : []),
      ...(inherited.security ? this.#securityOption(sharedSecurity(tree), uses) : []),
      ...(inherited.tags ? tagsOption(sharedTags(tree)) : []),
      ...(errors === undefined ? [] : [["errors: ", errors]]),
    ];
    const options =
      members.length === 0
        ? undefined
        : {
            name: this.#free.free("options", "OfRoot"),
            members,
            errors: errors !== undefined,
          };
    const made = rootDeclaration({ ...given, options });
    made.uses.add(uses);
    return made;
  }
}

function tagsOption(tags: ContractEndpoint["tags"]): readonly Doc[] {
  return tags === undefined
    ? []
    : [["describe: ", object([["tags: ", group("[", tags.map(quoted), "]")]])]];
}

// The root says it once if most paths end in a slash.
function prevailingSlash(endpoints: readonly ContractEndpoint[]): boolean {
  const ending = endpoints.filter(({ template }) => template !== "/" && template.endsWith("/"));
  return ending.length > endpoints.length / 2;
}
