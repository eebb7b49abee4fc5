// The path template of an operation, divided into segments.
import { decoded } from "./json.ts";
import { wordsOf } from "./words.ts";

/** One segment: fixed text, or an id with text around it. */
export type TemplateSegment =
  | { readonly kind: "static"; readonly text: string }
  | {
      readonly kind: "dynamic";
      readonly name: string;
      readonly prefix: string;
      readonly suffix: string;
      /** The ids of the document and the texts between them, if this segment joins several. */
      readonly joined?: JoinedIds;
    };

/** Several ids in one segment: `{lat},{lon}`. */
export interface JoinedIds {
  readonly names: readonly string[];
  /** The text behind each of them, but the last. */
  readonly between: readonly string[];
}

/** A template that Bough can declare. */
export interface Template {
  readonly segments: readonly TemplateSegment[];
  /** `:publish` at the end, or empty. */
  readonly verb: string;
  readonly trailingSlash: boolean;
}

// The compiler refuses more than about 31 resources in each other.
const MOST = 30;
// A file has a name of 255 bytes on most systems, with its ending and a number.
const LONGEST = 200;

/** Divides a path; returns a sentence if it is not a path. */
export function templateOf(path: string): Template | string {
  if (!path.startsWith("/")) {
    return "its path does not begin with a slash";
  }
  if (path.includes("#")) {
    return "its path has a fragment, which no client sends";
  }
  if (/\?(?![^{]*\})/.test(path)) {
    return "its path has a query";
  }
  const trailingSlash = path.length > 1 && path.endsWith("/");
  const texts = path.slice(1, trailingSlash ? -1 : undefined).split("/");
  if (texts.length > MOST) {
    return `its path has ${texts.length} segments, and at most ${MOST} are declared`;
  }
  const long = texts.find((text) => nameLength(text) > LONGEST);
  if (long !== undefined) {
    return `its path has a segment of ${long.length} characters, which is too long for the name of a file`;
  }
  if (path === "/") {
    return { segments: [], verb: "", trailingSlash: false };
  }
  const last = texts.length - 1;
  const [verb, ...parsed] = [verbOf(texts[last] ?? ""), ...texts] as const;
  const segments: TemplateSegment[] = [];
  for (const [index, text] of parsed.entries()) {
    const own = index === last && !trailingSlash ? text.slice(0, text.length - verb.length) : text;
    const segment = segmentOf(own);
    if (typeof segment === "string") {
      return segment;
    }
    segments.push(segment);
  }
  const twice = repeatedId(segments);
  if (twice !== undefined) {
    return `its path has {${twice}} twice`;
  }
  return { segments, verb: trailingSlash ? "" : verb, trailingSlash };
}

function nameLength(text: string): number {
  return new TextEncoder().encode(wordsOf(decoded(text)).join("-")).length;
}

// A colon inside braces belongs to the name.
function verbOf(text: string): string {
  return /^(?:[^:{}]+|.*\})(:[A-Za-z][\w-]*)$/.exec(text)?.[1] ?? "";
}

// Control characters, line ends and halves of characters.
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const REFUSED = /[{}/\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

function segmentOf(text: string): TemplateSegment | string {
  if (text === "") {
    return "its path has an empty segment";
  }
  // `{.format}` is a dot and an id (RFC 6570 3.2.5).
  const plainText = text.replaceAll("{.", ".{");
  const ids = [...plainText.matchAll(/\{([^{}]*)\}/g)];
  const [first, ...more] = ids;
  if (first === undefined) {
    const plain = decoded(text);
    return REFUSED.test(plain) || plain === "." || plain === ".."
      ? `its path has the segment "${text}"`
      : { kind: "static", text: plain };
  }
  const final = more.at(-1) ?? first;
  const prefix = decoded(plainText.slice(0, first.index));
  const suffix = decoded(plainText.slice(final.index + final[0].length));
  const names = ids.map(([, name = ""]) => name.replace(/^[+]|[*?]$/g, ""));
  const between = more.map((id, index) => {
    const before = ids[index] ?? first;
    return decoded(plainText.slice(before.index + before[0].length, id.index));
  });
  const isRefused =
    names.some((name) => name === "") ||
    /[?#%\\]/.test(prefix + suffix) ||
    REFUSED.test(prefix + suffix) ||
    between.some((one) => UNSEEN.test(one));
  if (isRefused) {
    return `its path has the segment "${text}"`;
  }
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) {
    return `its path has {${twice}} twice`;
  }
  const name = names.join("-");
  if (REFUSED.test(name) || name === "." || name === "..") {
    return `its path has the id {${name}}`;
  }
  return {
    kind: "dynamic",
    name,
    prefix,
    suffix,
    ...(more.length > 0 ? { joined: { names, between } } : {}),
  };
}

function repeatedId(segments: readonly TemplateSegment[]): string | undefined {
  const names = segments.flatMap((one) => (one.kind === "dynamic" ? [one.name] : []));
  return names.find((name, index) => names.indexOf(name) < index);
}

/** The template as Bough writes it. */
export function templateText({ segments, verb, trailingSlash }: Template): string {
  const path = segments
    .map((one) =>
      one.kind === "static" ? `/${escaped(one.text)}` : `/${one.prefix}{${one.name}}${one.suffix}`,
    )
    .join("");
  return `${path}${verb}${trailingSlash || path === "" ? "/" : ""}`;
}

// The characters that a path carries unescaped (RFC 3986 3.3).
function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:2[146789BC]|3[ABD]|40)/g, decodeURIComponent);
}

/** The template without the names of its ids: equal for two that answer the same requests. */
export function erasedTemplate(template: Template): string {
  const segments = template.segments.map((one) =>
    one.kind === "static" ? one : { ...one, name: "" },
  );
  return templateText({ ...template, segments });
}
