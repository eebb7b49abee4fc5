// Names for what a contract has no names for: resources and failures.
const PHRASES: Readonly<Record<number, string>> = {
  400: "bad-request",
  401: "unauthorized",
  402: "payment-required",
  403: "forbidden",
  404: "not-found",
  405: "method-not-allowed",
  406: "not-acceptable",
  408: "request-timeout",
  409: "conflict",
  410: "gone",
  412: "precondition-failed",
  413: "content-too-large",
  415: "unsupported-media-type",
  418: "teapot",
  422: "unprocessable-content",
  423: "locked",
  424: "failed-dependency",
  429: "too-many-requests",
  500: "internal-server-error",
  501: "not-implemented",
  502: "bad-gateway",
  503: "service-unavailable",
  504: "gateway-timeout",
};

export function phraseOf(status: number): string {
  return PHRASES[status] ?? `status-${status}`;
}

export function camelCase(text: string): string {
  const words = wordsOf(text);
  return (
    words.map((word, index) => (index === 0 ? word.toLowerCase() : upper(word))).join("") || "part"
  );
}

export function pascalCase(text: string): string {
  return wordsOf(text).map(upper).join("");
}

export function kebabCase(text: string): string {
  return wordsOf(text)
    .map((word) => word.toLowerCase())
    .join("-");
}

export function singular(word: string): string {
  return word.endsWith("ies")
    ? word.replace(/ies$/, "y")
    : /(?:ss|us|is)$/.test(word)
      ? word
      : /(?:ch|sh|x|ss)es$/.test(word)
        ? word.replace(/es$/, "")
        : word.replace(/s$/, "");
}

function upper(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|\d+/g) ?? [];
}

/** The first of some names that is free, or the last with a number. */
export function freeName(names: readonly string[], isTaken: (name: string) => boolean): string {
  const free = names.find((name) => !isTaken(name));
  if (free !== undefined) {
    return free;
  }
  const [last = "name"] = names.slice(-1);
  let number = 2;
  while (isTaken(`${last}${number}`)) {
    number += 1;
  }
  return `${last}${number}`;
}
