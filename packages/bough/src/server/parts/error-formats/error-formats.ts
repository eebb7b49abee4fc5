// Finds the root whose format a rejection has, by the endpoint or by the requested path.
import { bodyOfErrors } from "../../../declaration/failure/error-format.ts";
import { isResource, nodesBelow } from "../../../declaration/tree/nodes.ts";
import type { AnyEndpoint } from "../../../declaration/tree/placed-endpoint.ts";
import {
  chainOf,
  rejectingRoot,
  templateOf,
  type AnyResource,
  type Placement,
  type ResourceData,
} from "../../../declaration/tree/placement.ts";
import { decodePercent } from "../../../http/percent.ts";
import { pathOfUrl } from "../../../http/request-target.ts";
import { below, type BasePath } from "../../options/base-path.ts";
import { ErrorFormat, type RawRejectionWriter, type ErrorFormatRules } from "./error-format.ts";
import { RouteError } from "../../routing/route-error.ts";

/** The segments of a root's path; `undefined` for a parameter. */
interface RootPath {
  readonly root: Placement;
  readonly segments: readonly (string | undefined)[];
}

/** What all formats of a server share. */
export type FormatRules = Pick<ErrorFormatRules, "codecs" | "validateResponses">;

/** The option of a root that declares an error format. */
export type FormatOption = "rejections" | "errors";

const DECLARED: Readonly<Record<FormatOption, string>> = {
  rejections: 'pass a root that does: rootResource("api", { rejections: type<Errors>() }, { … })',
  errors: 'pass a root that does: rootResource("api", { errors: errorFormat(…) }, { … })',
};

/** The error formats of a server. */
export class ErrorFormats {
  readonly #formats = new Map<ResourceData, ErrorFormat>();
  readonly #rules: FormatRules;
  #paths: readonly RootPath[] = [];
  #known = 0;

  constructor(rules: FormatRules) {
    this.#rules = rules;
  }

  /** Whether no function is registered. */
  get isEmpty(): boolean {
    return this.#formats.size === 0;
  }

  /** Registers the function of a root; throws `RouteError` if the root does not declare the option. */
  add(root: AnyResource, option: FormatOption, write: RawRejectionWriter): void {
    if (typeof write !== "function") {
      throw new TypeError(
        `${option}: pass a function, ${option}(api, (${option.slice(0, -1)}) => …)`,
      );
    }
    const given: object = Object(root);
    const placement = isResource(given) ? given["~resource"] : undefined;
    const { rejections, errors } = placement?.data ?? {};
    const declared = option === "errors" ? errors : rejections;
    if (placement === undefined || declared === undefined) {
      throw new RouteError(
        placement === undefined ? option : templateOf(placement),
        `declares no ${option}`,
        errors === undefined ? DECLARED[option] : "it declares errors: use server.errors",
      );
    }
    const { data } = placement;
    if (this.#formats.has(data)) {
      throw new RouteError(
        templateOf(placement),
        `has a function for its ${option} already`,
        "remove one of the two",
      );
    }
    const where = `${option} of ${templateOf(placement)}`;
    const body = bodyOfErrors(declared);
    this.#formats.set(
      data,
      new ErrorFormat({ ...this.#rules, write, where, body, errors: errors?.["~errors"] }),
    );
  }

  /** What the root of an endpoint declares without a function that writes it. */
  missing(endpoint: AnyEndpoint): FormatOption | undefined {
    const root = rejectingRoot(endpoint["~endpoint"].parent);
    return root === undefined || this.#formats.has(root)
      ? undefined
      : root.errors === undefined
        ? "rejections"
        : "errors";
  }

  /** The format at a position in the tree. */
  of(placement: Placement | undefined): ErrorFormat | undefined {
    const root = rejectingRoot(placement);
    return root && this.#formats.get(root);
  }

  /** The format of the longest root that a target starts with, else of the only root. */
  at(target: string, basePath: BasePath, roots: ReadonlySet<Placement>): ErrorFormat | undefined {
    if (this.#known !== roots.size) {
      this.#known = roots.size;
      this.#paths = pathsOf(roots);
    }
    const [path = ""] = pathOfUrl(target).split("?");
    const asked = below(path, basePath)
      ?.split("/")
      .slice(1)
      .map((segment) => decodePercent(segment) ?? segment);
    const found =
      asked &&
      this.#paths.find(
        ({ segments }) =>
          segments.length <= asked.length &&
          segments.every((segment, index) => segment === undefined || segment === asked[index]),
      );
    const [only, more] = [...roots].filter(({ parent }) => parent === undefined);
    return this.of(found?.root ?? (more === undefined ? only : undefined));
  }
}

// The longest root first.
function pathsOf(known: Iterable<Placement>): RootPath[] {
  const roots = new Set<Placement>();
  for (const top of known) {
    roots.add(chainOf(top)[0] ?? top);
    for (const { node } of nodesBelow(top.value)) {
      if (isResource(node) && node["~resource"].data.kind === "root") {
        roots.add(node["~resource"]);
      }
    }
  }
  return [...roots]
    .map((root) => ({
      root,
      segments: chainOf(root).flatMap(({ data: { kind, segment } }) =>
        segment === undefined ? [] : [kind === "dynamic" ? undefined : segment],
      ),
    }))
    .toSorted((one, other) => other.segments.length - one.segments.length);
}
