// What only the declaration of an API needs that exists already: its queries, failures, bodies and credentials are as they are.
export { oneOfBodies } from "./declaration/body/alternatives.ts";
export { namedEvents } from "./bodies/events/declared-named.ts";
export { errorFormat } from "./declaration/failure/error-format.ts";
export type { ErrorFormat } from "./declaration/failure/error-format.ts";
export type { StatusRange } from "./declaration/failure/status-range.ts";
export { form } from "./bodies/form/declared.ts";
export { either } from "./declaration/parameter/either.ts";
export { jsonText } from "./declaration/parameter/json-text.ts";
export { record } from "./declaration/parameter/record.ts";
export { head } from "./declaration/endpoint/verbs.ts";
export { basic, httpAuth } from "./declaration/security/http-auth.ts";
export type {
  BasicCredential,
  BasicOptions,
  HttpAuthOptions,
} from "./declaration/security/http-auth.ts";
export { mutualTls } from "./declaration/security/mutual-tls.ts";
export type { ClientCertificate } from "./declaration/security/mutual-tls.ts";
export { oauth2, openIdConnect } from "./declaration/security/oauth2.ts";
export type { OAuthFlows, OAuthOptions, OpenIdOptions } from "./declaration/security/oauth2.ts";
export { allOf } from "./declaration/security/security.ts";
