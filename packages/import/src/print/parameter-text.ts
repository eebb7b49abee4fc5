// Parameter types as code.
import type { ContractParameter, ContractType } from "bough/contract";
import { accepts } from "../accepts.ts";
import { numberText, propertyName, quoted } from "../source-text.ts";
import { dataText } from "./data-text.ts";
import { call, chain, group, noted, object, type Doc } from "./layout.ts";
import { typeText, type TypeContext } from "./type-text.ts";

/** The options of printed parameters. */
export interface ParameterContext extends TypeContext {
  /** Whether bounds and patterns are printed. */
  readonly bounds: boolean;
  /** The identifier of a type with functions of its own. */
  readonly own: (type: ContractType) => string;
  /** The identifier of an object that is used more than once. */
  readonly shared: (type: ContractType) => string | undefined;
}

/** An object of parameters: `{ limit: integer().optional() }`. */
export function parametersText(
  parameters: readonly ContractParameter[],
  context: ParameterContext,
): Doc {
  return object(
    parameters.map((one) =>
      noted(one.deprecated === undefined ? [] : ["@deprecated"], [
        `${propertyName(one.name)}: `,
        parameterText(one, context),
      ]),
    ),
  );
}

/** One parameter with its presence, default, description and deprecation. */
export function parameterText(parameter: ContractParameter, context: ParameterContext): Doc {
  const { default: fallback, required, description, deprecated, name: _ } = parameter;
  const calls: Doc[] = [];
  if (fallback !== undefined) {
    calls.push([".default(", valueText(parameter, fallback), ")"]);
  } else if (!required && !isEmptyIfAbsent(parameter)) {
    calls.push(".optional()");
  }
  if (context.docs && description !== undefined) {
    const lines = description.split(/\r\n?|\n/).map((line) => line.trimEnd());
    calls.push([".describe(", quoted(lines.join("\n").trim()), ")"]);
  }
  if (deprecated !== undefined) {
    calls.push([".deprecated(", deprecated === true ? "" : quoted(deprecated), ")"]);
  }
  return chain(typeExpression(parameter, context), calls);
}

/** Whether an absent value of this type is an empty one. */
export function isEmptyIfAbsent({ type, members = NONE }: ContractType): boolean {
  return type === "list" || type === "record" || (type === "object" && areEmpty(members));
}

const NONE: readonly ContractParameter[] = [];
const empty = new WeakMap<object, boolean>();

// Objects share the lists of their members.
function areEmpty(members: readonly ContractParameter[]): boolean {
  const made = empty.get(members) ?? members.every((one) => !one.required || isEmptyIfAbsent(one));
  empty.set(members, made);
  return made;
}

/** A parameter type: `integer({ min: 1 })`. */
export function typeExpression(type: ContractType, context: ParameterContext): Doc {
  const { uses } = context;
  const inner = (one: ContractType): Doc => typeExpression(one, context);
  switch (type.type) {
    case "list":
      return listExpression(type, context);
    case "record":
      return call(uses.value("record"), inner(type.element ?? TEXT), ...styleText(type));
    case "object":
      return context.shared(type) ?? objectExpression(type, context);
    case "either":
      return call(uses.value("either"), ...(type.alternatives ?? []).map(inner));
    case "parameter":
      return context.own(type);
    case "jsonText":
      return [`${uses.value("jsonText")}<`, typeText(type.schema, context), ">()"];
    case "oneOf":
      return call(
        uses.value("oneOf"),
        ...(type.values ?? []).map((value) =>
          typeof value === "string" ? quoted(value) : (numberText(value) ?? "0"),
        ),
      );
    default:
      return bounded(type, context);
  }
}

/** An object with its members: `object({ gte: integer() })`. */
export function objectExpression(type: ContractType, context: ParameterContext): Doc {
  return [
    `${context.uses.value("object")}(`,
    parametersText(type.members ?? [], context),
    ...styleText(type).flatMap((text) => [", ", text]),
    ")",
  ];
}

function styleText({ style }: ContractType): readonly Doc[] {
  return style === "spread" ? [object([`style: ${quoted(style)}`])] : [];
}

const TEXT: ContractType = { type: "string", schema: {} };

function listExpression(type: ContractType, context: ParameterContext): Doc {
  const { element = TEXT, style = "repeat", min, max } = type;
  const options = [
    ...(style === "repeat" || (style === "indexed" && isObject(element))
      ? []
      : [`style: ${quoted(style)}`]),
    // A list that has to be there has an element.
    ...(min !== undefined && (context.bounds || min === 1) ? [`min: ${min}`] : []),
    ...(max !== undefined && context.bounds ? [`max: ${max}`] : []),
  ];
  const given = [
    typeExpression(element, context),
    ...(options.length === 0 ? [] : [object(options)]),
  ];
  return call(context.uses.value("list"), ...given);
}

function isObject({ type, alternatives = [] }: ContractType): boolean {
  return type === "object" || type === "record" || alternatives.some(isObject);
}

function bounded(
  { type, min, max, pattern, delimiters }: ContractType,
  { bounds, uses }: ParameterContext,
): Doc {
  const name = uses.value(type);
  const isBounded = bounds && type !== "boolean" && type !== "uuid";
  const limits = [
    ...(min === undefined ? [] : [`min: ${min}`]),
    ...(max === undefined ? [] : [`max: ${max}`]),
    ...(pattern === undefined ? [] : [`pattern: new RegExp(${quoted(pattern)}, "u")`]),
  ];
  const options = [
    ...(isBounded ? limits : []),
    ...(delimiters === undefined ? [] : [`delimiters: ${quoted(delimiters)}`]),
  ];
  return options.length === 0 ? `${name}()` : [`${name}(`, object(options), ")"];
}

// The contract has defaults as they are written in a request.
function valueText(type: ContractType, text: string | readonly string[]): Doc {
  if (typeof text !== "string") {
    const { element = TEXT } = type;
    return group(
      "[",
      text.map((one) => valueText(element, one)),
      "]",
    );
  }
  switch (type.type) {
    case "integer":
    case "number":
      return dataText(Number(text));
    case "boolean":
      return dataText(text === "true");
    case "jsonText":
      return dataText(JSON.parse(text));
    case "dateTime":
      return `new Date(${quoted(text)})`;
    case "oneOf":
      return dataText((type.values ?? []).find((value) => String(value) === text));
    case "either": {
      const first = (type.alternatives ?? []).find((one) => accepts(one, text));
      return first === undefined ? quoted(text) : valueText(first, text);
    }
    default:
      return quoted(text);
  }
}
