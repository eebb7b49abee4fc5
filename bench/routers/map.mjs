// No router: the minimal cost of a lookup.
import { concrete } from "./requests.mjs";

export function create() {
  const all = new Map();
  return {
    add: (method, path, value) => all.set(method + concrete(path), value),
    find: (method, path) => all.get(method + path),
  };
}
