// The header `Link` (RFC 8288 3).

// A parameter may have no value, a token or a quoted string. Each text is matched in one way, so time is linear.
const PARAMETER = /[\t ]*;[\t ]*([^\s=;,"]*)[\t ]*(?:=[\t ]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,]*)))?/y;

/**
 * The target of the first link with this relation type, as it is written; `undefined` if there is none. A link from
 * another resource, which has an `anchor`, does not count.
 */
export function linkTo(relation: string, field: string): string | undefined {
  let at = 0;
  for (;;) {
    const start = field.indexOf("<", at);
    const end = field.indexOf(">", start);
    if (start < 0 || end < 0) {
      return undefined;
    }
    const parameters = new Map<string, string>();
    PARAMETER.lastIndex = end + 1;
    for (let found = PARAMETER.exec(field); found; found = PARAMETER.exec(field)) {
      at = PARAMETER.lastIndex;
      const { 1: name = "", 2: quoted, 3: token = "" } = found;
      // Only the first of each name counts (RFC 8288 3.3).
      const key = name.toLowerCase();
      parameters.set(key, parameters.get(key) ?? quoted ?? token);
    }
    at = Math.max(at, end);
    const relations = parameters.get("rel")?.toLowerCase().split(/\s+/) ?? [];
    if (relations.includes(relation) && !parameters.has("anchor")) {
      return field.slice(start + 1, end);
    }
  }
}
