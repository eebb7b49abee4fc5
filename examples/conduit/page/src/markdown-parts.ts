// Stands for five packages that markdown-it imports, which are 26 kB of the page: vite.config.ts puts it in their
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

/** punycode.js: browsers write hosts in ASCII themselves, and readers see them so, because letters look alike. */
// oxlint-disable-next-line import/no-default-export -- markdown-it imports it so
export default {
  toASCII: (host: string): string => new URL(`http://${host}`).hostname,
  toUnicode: (host: string): string => host,
};

// What mdurl does with the addresses of links. Browsers keep the same characters as they are.
const PARTS =
  /^([a-z][a-z\d.+-]*:)?(?:(\/\/)(?:([^/?#@]*)@)?(\[[^\]]*\]|[^/?#:]*)(:\d*)?)?([^?#]*)(\?[^#]*)?(#.*)?$/is;

interface Address {
  readonly protocol: string;
  readonly slashes: string;
  readonly auth: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

export function parse(url: string): Address {
  const [, protocol = "", slashes = "", auth = "", hostname = "", port = "", ...rest] =
    PARTS.exec(url.trim()) ?? [];
  const [pathname = "", search = "", hash = ""] = rest;
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  return { protocol, slashes, auth, hostname: host, port, pathname, search, hash };
}

export function format(url: Address): string {
  const { protocol, slashes, auth, hostname, port, pathname, search, hash } = url;
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  return `${protocol}${slashes}${auth && `${auth}@`}${host}${port}${pathname}${search}${hash}`;
}

/** Escapes what no URL has, and keeps escapes. */
export function encode(text: string): string {
  return encodeURI(text.replace(/[\ud800-\udfff]/gu, "\ufffd")).replace(/%25([\da-f]{2})/gi, "%$1");
}

/** Reads escapes, but for those of characters with a meaning in URLs. */
export const decode = Object.assign(
  (text: string): string =>
    text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
      try {
        return decodeURI(run.replaceAll("%25", "%2525"));
      } catch {
        return run;
      }
    }),
  { defaultChars: "" },
);
