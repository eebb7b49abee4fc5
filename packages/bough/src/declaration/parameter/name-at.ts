// The name of a part of a parameter, for messages.
import type { Issue } from "./parameter.ts";

/** The name that an issue is about: `created[gte]`. */
export function nameAt(name: string, { path }: Issue): string {
  return name + path.map((key) => `[${key}]`).join("");
}
