// What only the declaration of an API needs that exists already: its queries, failures, bodies and credentials are as they are.
export { oneOfBodies } from "./declare/body/alternatives.ts";
export { namedEvents } from "./bodies/events/declared-named.ts";
export { errorFormat } from "./facts/error-formats/declared.ts";
export type { ErrorFormat } from "./facts/error-formats/declared.ts";
export type { StatusRange } from "./declare/failure/occurrence.ts";
export { form } from "./bodies/form/declared.ts";
export { either } from "./declare/parameter/either.ts";
export { jsonText } from "./declare/parameter/json-text.ts";
export { record } from "./declare/parameter/record.ts";
export { head } from "./declare/endpoint/verbs.ts";
export { basic, httpAuth } from "./facts/security/declared-schemes.ts";
export type {
  BasicCredential,
  BasicOptions,
  HttpAuthOptions,
} from "./facts/security/declared-schemes.ts";
export { mutualTls } from "./facts/security/declared-schemes.ts";
export type { ClientCertificate } from "./facts/security/declared-schemes.ts";
export { oauth2, openIdConnect } from "./facts/security/declared-schemes.ts";
export type { OAuthFlows, OAuthOptions, OpenIdOptions } from "./facts/security/declared-schemes.ts";
export { allOf } from "./facts/security/declared.ts";
