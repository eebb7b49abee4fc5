// The first segments of the paths that endpoints have. A target that begins with none of
// them is the host's own business, whatever else is wrong with it.
import type { AnyEndpoint } from "../declaration/tree/placed-endpoint.ts";
import { segmentsOf } from "../declaration/routing/routing-tree.ts";
import { decodePercent } from "../http/percent.ts";
import { withoutAuthority } from "./mount.ts";

/** The first segments of some endpoints. */
export class FirstSegments {
  readonly #texts = new Set<string>();
  readonly #below: boolean;
  #any = false;

  /** With a first segment of a base path, that is the one of all. */
  constructor(base?: string) {
    this.#below = base !== undefined;
    if (base !== undefined) {
      this.#texts.add(base);
    }
  }

  add(endpoint: AnyEndpoint): void {
    if (this.#below) {
      return;
    }
    const [first = ""] = segmentsOf(endpoint);
    if (typeof first === "string") {
      this.#texts.add(first);
    } else {
      this.#any = true;
    }
  }

  /** Whether a raw target may be one of theirs. */
  has(target: string): boolean {
    const path = withoutAuthority(target);
    const end = path.slice(1).search(/[/?#]/);
    const first = decodePercent(end < 0 ? path.slice(1) : path.slice(1, end + 1));
    return first !== undefined && path !== "*" && (this.#any || this.#texts.has(first));
  }
}
