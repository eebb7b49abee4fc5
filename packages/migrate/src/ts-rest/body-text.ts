// Bodies of a contract as Bough declares them.
import ts from "typescript";
import type { Project } from "../moving/project.ts";
import { propertyName } from "../moving/request-text.ts";
import { plain, propertyOf, resolved, stringOf, type Placed } from "../moving/syntax.ts";
import type { Work } from "../moving/work.ts";
import { survivesJson } from "./json-safe.ts";
import { parametersOf, typeOfCall } from "./shape.ts";
import { schemaType } from "./zod-chain.ts";

export type Body =
  | { readonly kind: "none" }
  | { readonly kind: "type"; readonly type: string; readonly isSafe: boolean }
  | {
      readonly kind: "schema";
      readonly text: string;
      readonly isSafe: boolean;
      readonly isOptional: boolean;
    }
  | { readonly kind: "other"; readonly text: string };

export interface BodyInput {
  readonly project: Project;
  /** The file that gets the text. */
  readonly work: Work;
  readonly report: (why: string) => void;
}

/** A body by the expression that a contract has for it. `text` is how the file names it. */
export function bodyOf(given: Placed, text: string, input: BodyInput): Body {
  const node = plain(given.node);
  const { work } = given;
  const to = ts.isIdentifier(node) ? resolved({ node, work }, input.project) : undefined;
  if (isNothing(node, work) || (to && isNothing(plain(to.node), to.work))) {
    return { kind: "none" };
  }
  const other = otherOf({ node, work }) ?? (to && otherOf({ node: plain(to.node), work: to.work }));
  if (other) {
    return otherBody(other, input);
  }
  const type = typeOfCall(node, work);
  const [typeNode] = ts.isCallExpression(node) ? (node.typeArguments ?? []) : [];
  if (type && typeNode && work === input.work) {
    return type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)
      ? { kind: "none" }
      : {
          kind: "type",
          type: typeNode.getText(work.code),
          isSafe: survivesJson(type, work.checker),
        };
  }
  return schemaBody({ node, work }, text);
}

/** The object in `c.otherResponse({ … })`. */
function otherOf({ node, work }: Placed): Placed<ts.ObjectLiteralExpression> | undefined {
  const isOther =
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "otherResponse";
  const argument = isOther ? node.arguments[0] : undefined;
  return argument && ts.isObjectLiteralExpression(argument) ? { node: argument, work } : undefined;
}

function schemaBody({ node, work }: Placed, text: string): Body {
  const schema = work.checker.getTypeAtLocation(node);
  const [given, taken] = [schemaType(schema, "input", work), schemaType(schema, "output", work)];
  if (given && given.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void | ts.TypeFlags.Never)) {
    return { kind: "none" };
  }
  const isOptional =
    given?.isUnion() === true && given.types.some(({ flags }) => flags & ts.TypeFlags.Undefined);
  const isSafe = [given, taken].every((one) => !one || survivesJson(one, work.checker));
  return { kind: "schema", text, isSafe, isOptional };
}

function isNothing(node: ts.Expression, { code }: Work): boolean {
  return (
    node.kind === ts.SyntaxKind.NullKeyword ||
    /^(?:undefined|[\w$.()]*\.noBody\(\)|z\.(?:undefined|void|never)\(\))$/.test(node.getText(code))
  );
}

function otherBody({ node, work }: Placed<ts.ObjectLiteralExpression>, input: BodyInput): Body {
  const [typeNode, body] = [propertyOf(node, "contentType"), propertyOf(node, "body")];
  const mediaType = typeNode && stringOf({ node: typeNode, work }, input.project);
  const mediaText = typeNode?.getText(work.code) ?? '"application/octet-stream"';
  const need = (name: string): string => work.need(name, "bough");
  if (mediaType?.startsWith("text/")) {
    return {
      kind: "other",
      text:
        mediaType === "text/plain"
          ? `${need("plainText")}()`
          : `${need("plainText")}({ mediaType: ${mediaText} })`,
    };
  }
  if (body && mediaType && /[/+]json$/.test(mediaType)) {
    const inner = bodyOf({ node: body, work }, body.getText(work.code), input);
    const text = inner.kind === "none" ? "" : argumentOf(inner, input.work);
    return { kind: "other", text: `${need("json")}(${text}, { mediaType: ${mediaText} })` };
  }
  input.report(
    `the client gets the bytes of \`${mediaType ?? mediaText}\` as a \`Uint8Array\`, not as a \`Blob\``,
  );
  return { kind: "other", text: `${need("bytes")}(${mediaText})` };
}

/** A form: its members are parameters, and files. */
export function formBody(schema: Placed, kind: "multipart" | "form", input: BodyInput): Body {
  const { work } = input;
  const parameters = parametersOf(schema, { ...input, report: () => undefined });
  const type =
    typeOfCall(schema.node, schema.work) ??
    schemaType(schema.work.checker.getTypeAtLocation(schema.node), "output", schema.work);
  const members = [...parameters].map(([name, text]) => {
    const member = type?.getProperty(name);
    const value = member && schema.work.checker.getTypeOfSymbol(member);
    return `${propertyName(name)}: ${value ? (fileText(value, schema.work.checker) ?? text) : text}`;
  });
  if (members.length === 0) {
    input.report(`the members of this form can't be read: declare them in ${kind}({ … })`);
  }
  if (kind === "multipart") {
    members.sort((a, b) => Number(a.includes("file(")) - Number(b.includes("file(")));
    if (members.some((one) => one.includes("file("))) {
      work.need("file", "bough");
    }
  }
  return {
    kind: "other",
    text: `${work.need(kind, "bough")}({ ${members.join(", ")} })`,
  };
}

function fileText(type: ts.Type, checker: ts.TypeChecker): string | undefined {
  const bare = checker.getNonNullableType(type);
  const isOptional = bare !== type;
  const parts = bare.isUnion() ? bare.types : [bare];
  if (
    parts.some((one) =>
      /^(?:File|Blob|Buffer|Uint8Array|any)$/.test(one.symbol?.name ?? checker.typeToString(one)),
    )
  ) {
    return `file()${isOptional ? ".optional()" : ""}`;
  }
  const item = checker.isArrayType(bare)
    ? checker.getIndexTypeOfType(bare, ts.IndexKind.Number)
    : undefined;
  return item && fileText(item, checker) ? "file().list()" : undefined;
}

function argumentOf(body: Exclude<Body, { kind: "none" }>, work: Work): string {
  if (body.kind === "other") {
    return body.text;
  }
  const type = body.kind === "type" || !body.isSafe ? work.need("type", "bough") : "";
  return body.kind === "type"
    ? `${type}<${body.type}>(${body.isSafe ? "" : "{ unchecked: true }"})`
    : body.isSafe
      ? body.text
      : `${type}(${body.text}, { unchecked: true })`;
}

/** `.response<T>()`, `.response(schema, { status: 201 })`, `.bare<T>()` and their like. */
export function callOf(name: string, body: Body, work: Work, options = ""): string {
  const after = options === "" ? "" : `, ${options}`;
  if (body.kind === "none") {
    return `${name}(${work.need("noBody", "bough")}${after})`;
  }
  return body.kind === "type" && body.isSafe && after === ""
    ? `${name}<${body.type}>()`
    : `${name}(${argumentOf(body, work)}${after})`;
}
