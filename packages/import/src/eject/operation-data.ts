// What the client needs of a contract at run time: how values are written, and how bodies are read.
import type { ContractContent, ContractPart, ContractType } from "bough/contract";

/** How the bytes of a representation are written or read: see `Kind` in `ejected.ts`. */
export function kindOf({ kind, mediaType, opaque }: ContractContent): string {
  switch (kind) {
    case "negotiated":
      return "json";
    case "codec":
      // A format of the project's own has no form as data.
      return /[/+]json\b/.test(mediaType) || (!opaque && mediaType === "*/*") ? "json" : "stream";
    case "multipart":
      return "parts";
    case "json-lines":
      return "lines";
    case "events":
      return "stream";
    default:
      return kind;
  }
}

/** The styles of the parts that are not written as `name=value`; `undefined` if there are none. */
export function stylesOf(parts: readonly ContractPart[] = []): object | undefined {
  const styles = parts.flatMap((part) => {
    const style = styleOfPart(part);
    return style === undefined ? [] : [[part.name, style]];
  });
  return styles.length === 0 ? undefined : Object.fromEntries(styles);
}

function styleOfPart(part: ContractPart): object | undefined {
  if ("content" in part) {
    const [content] = part.content;
    return content && { type: content.mediaType, ...(part.list && { many: true }) };
  }
  return "schema" in part ? styleOf(part) : undefined;
}

function styleOf(type: ContractType): object | undefined {
  const { style, element, members } = type;
  const isSpread = style === "spread";
  const inner = element && styleOf(element);
  const within = members && stylesOf(members);
  const made = {
    ...(type.type === "jsonText" && { json: true }),
    ...(style !== undefined && style !== "repeat" && !isSpread && { list: style }),
    ...(isSpread && { spread: true }),
    ...(inner && { element: inner }),
    ...(within && { members: within }),
  };
  return Object.keys(made).length === 0 ? undefined : made;
}
