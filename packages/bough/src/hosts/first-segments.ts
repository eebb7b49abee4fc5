// The first segments of all endpoint paths. A target that begins with another segment belongs to the host,
// even if it is malformed.
import type { AnyEndpoint } from "../declare/tree/placement.ts";
import { segmentsOf } from "../declare/routing/path-segments.ts";
import { decodePercent } from "../shared/http/percent.ts";
import { withoutAuthority } from "./mount.ts";

/** The first segments of a set of endpoints. */
export class FirstSegments {
  readonly #texts = new Set<string>();
  readonly #below: boolean;
  #any = false;

  /** If there is a base path, its first segment is the only one. */
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
    const [first = { text: "" }] = segmentsOf(endpoint);
    if ("text" in first) {
      this.#texts.add(first.text);
    } else {
      this.#any = true;
    }
  }

  /** Whether a raw target may belong to one of the endpoints. */
  has(target: string): boolean {
    const path = withoutAuthority(target);
    const end = path.slice(1).search(/[/?#]/);
    const first = decodePercent(end < 0 ? path.slice(1) : path.slice(1, end + 1));
    return first !== undefined && path !== "*" && (this.#any || this.#texts.has(first));
  }
}
