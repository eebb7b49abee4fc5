// What the server keeps, in memory. Next.js evaluates a module once for each of its layers, and Vite again after a change,
// so a variable of this module would exist several times: the process has one `globalThis`.
import type { Book } from "./api.ts";

export interface Store {
  /** By id, oldest first. */
  readonly books: Map<string, Book>;
  /** The names of accounts by the id of their session. */
  readonly sessions: Map<string, string>;
}

declare global {
  var readingList: Store | undefined;
}

export const store: Store = (globalThis.readingList ??= {
  books: new Map(firstBooks().map((book) => [book.id, book])),
  sessions: new Map(),
});

function firstBooks(): Book[] {
  const titles = [
    ["The Dispossessed", "Ursula K. Le Guin"],
    ["Kindred", "Octavia E. Butler"],
    ["Invisible Cities", "Italo Calvino"],
    ["Solaris", "Stanisław Lem"],
    ["Beloved", "Toni Morrison"],
    ["The Trial", "Franz Kafka"],
    ["Middlemarch", "George Eliot"],
  ] as const;
  return titles.map(([title, author]) => ({ id: crypto.randomUUID(), title, author }));
}
