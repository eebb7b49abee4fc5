// OpenAPI documents of others, read as contracts and declared.
export { declareDocument } from "./declare-document.ts";
export type { DeclaredDocument } from "./declare-document.ts";
export type { ResponseExamples } from "./examples.ts";
export { readDocumentFile } from "./document-file.ts";
export type { DocumentFile } from "./document-file.ts";
export { NotADocument, readDocument } from "./read-document.ts";
export type { ReadDocument, ReadOptions } from "./read-document.ts";
export type { KeptNames } from "./names.ts";
export { withOneFragment } from "./report.ts";
export type { Cause, Finding } from "./report.ts";
