// Lists: the parameter type of several values of one type, and that of the remaining segments of a path.
import { wrongArgument } from "../../shared/internal/wrong-argument.ts";
import type { ParameterSentences } from "../../shared/internal/type-error.ts";
import { elementsOf, listTexts } from "./list-codec.ts";
import { codecOfStyle } from "./list-styles.ts";
import type {
  AnyParameter,
  ListStyleName,
  NoParameter,
  Parameter,
  ParameterGiven,
  ParameterLike,
  ParameterReceived,
} from "./parameter.ts";
import { decodeOne, encodeOne } from "./parameter-codec.ts";
import { chained, dataOf, elementOf } from "./parameter-make.ts";
import { string, type Bounds } from "./parameter-types.ts";
import { writePairsOf } from "./query.ts";

/** The bounds of a list's length, and its style. */
export interface ListOptions extends Bounds {
  /**
   * How a query or form carries the list: `a=1&a=2` ("repeat"), `a=1,2` ("comma"), `a=1%202`
   * ("space"), `a=1%7C2` ("pipe"), `a[]=1&a[]=2` ("brackets") or `a[0]=1&a[1]=2` ("indexed").
   * Default "repeat"; lists of objects are always "indexed".
   */
  readonly style?: ListStyleName;
}

/** `Element` if it can be the type of an element, else an error. */
export type ElementCheck<
  Element,
  Sentence = ParameterSentences["element"],
> = Element extends ParameterLike
  ? Element extends Omissible
    ? Sentence
    : Element
  : NoParameter<Element>;
interface Omissible {
  readonly "~presence": "optional" | "list" | "segments";
}

/** The type of an element that the sender gives; an element is never left out. */
export type ElementGiven<Element> = Exclude<ParameterGiven<Element>, undefined>;

/** Declares a parameter that is an array: `list(integer())`. An absent list is `[]`, so a caller may leave it out. */
export function list<Element>(
  type: ElementCheck<Element>,
  options?: ListOptions,
): Parameter<
  readonly ElementGiven<Element>[] | undefined,
  readonly ParameterReceived<Element>[],
  "list"
>;
export function list(type: ParameterLike, options: ListOptions = {}): AnyParameter {
  // The checks of an element run when it is decoded. `.check()` of the list checks the whole list.
  const element = elementOf("list", type);
  const nested = element["~parameter"].query?.bracketed ?? false;
  const { style = nested ? "indexed" : "repeat", min = 0, max = Infinity } = options;
  const text = dataOf(
    "list",
    (given) => decodeOne(element, given),
    (value) => encodeOne(element, value),
    { ...options, element, style, min, max },
  );
  const query = codecOfStyle(style, element);
  if (query === undefined && style !== "repeat") {
    wrongArgument("list", 'a style such as "comma"', style);
  }
  return chained({
    ...text,
    ...listTexts,
    list: { style, min, max, elementsOf },
    ...(query && { query, writeQuery: writePairsOf }),
  });
}

/** Declares the id of a dynamic resource that takes all remaining segments, each one a string. */
export function segments(): Parameter<readonly string[], readonly string[], "segments"> {
  const text = string();
  return chained({
    ...text["~parameter"],
    kind: "segments",
    ...listTexts,
    list: { style: "repeat", min: 1, max: Infinity, elementsOf },
  });
}
