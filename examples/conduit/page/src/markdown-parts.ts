// Stands for three packages that markdown-it imports, which are 20 kB of the page: vite.config.ts puts it in their
// place. Browsers know the names and the classes of characters, and bare addresses are not made links.

/** linkify-it: it is made, and never used. */
export const LinkifyIt = Object;

const area = document.createElement("textarea");

/** entities: the characters of references such as `&lt;`. */
export function decodeHTMLStrict(references: string): string {
  area.innerHTML = references;
  return area.value;
}

/** uc.micro: punctuation and symbols. */
export const P = /\p{P}/u;
export const S = /\p{S}/u;
