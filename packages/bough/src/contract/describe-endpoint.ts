// One endpoint as data.
import type { ResponseData } from "../declare/endpoint/endpoint-data.ts";
import type { AnyFailure } from "../declare/failure/failure.ts";
import { idPartsOf } from "../declare/routing/path-segments.ts";
import type { RouteData } from "../declare/served.ts";
import type { AnyEndpoint } from "../declare/tree/placement.ts";
import { PROBLEM_MEDIA_TYPE } from "../shared/http/problem-details.ts";
import { bodyOfErrors, errorsOf, type ErrorFormatData } from "../facts/error-formats/declared.ts";
import type { EndpointSchemas } from "../shared/schema/extracted-schemas.ts";
import type {
  ContractEndpoint,
  ContractFailure,
  ContractProse,
  ContractRequest,
  ContractResponse,
} from "./contract.ts";
import type { ContractParameter } from "./contract-parameter.ts";
import { describeBody } from "./describe-body.ts";
import type { BodyFacts } from "./body-occurrence.ts";
import { describeParameter, describeParameters } from "./describe-parameter.ts";
import { putFacts } from "./facts.ts";
import { filled, put, type Mutable } from "./mutable.ts";
import { finite, jsonMembers } from "./json-members.ts";
import type { SchemaComponents } from "./schema-components.ts";
import type { SecurityComponents } from "../facts/security/contract.ts";
import { describeCookies } from "../facts/cookies/contract.ts";
import { describeDeprecation } from "../facts/deprecation/contract.ts";
import { describeErrorPaths } from "../facts/error-formats/contract.ts";

/** The facts of an endpoint beyond its declaration. */
export interface EndpointFacts extends BodyFacts {
  readonly key: string;
  readonly schemes: SecurityComponents;
  readonly mediaTypes: readonly string[];
  readonly routed: RouteData | undefined;
  readonly extracted: EndpointSchemas | undefined;
}

export function describeEndpoint(endpoint: AnyEndpoint, facts: EndpointFacts): ContractEndpoint {
  const { components, extracted, routed } = facts;
  const { method, template, responses, failures } = endpoint;
  const made: Mutable<ContractEndpoint> = { key: facts.key, name: facts.name, method, template };
  putProse(made, endpoint, extracted);
  put(made, "deprecated", describeDeprecation(endpoint, extracted));
  put(made, "stability", endpoint.stability);
  put(made, "path", pathOf(endpoint, components));
  put(made, "query", describeParameters(endpoint.parameters, components));
  put(made, "headers", describeParameters(endpoint.headers, components));
  put(made, "cookies", describeParameters(endpoint.cookies, components));
  put(made, "request", requestOf(endpoint, facts));
  putFacts(made, endpoint, routed);
  put(made, "responses", filled(responses.map((response) => responseOf(response, facts))));
  const { rejections } = endpoint["~endpoint"];
  const errors = errorsOf(rejections);
  put(made, "failures", filled(failures.map((failed) => failureOf(failed, facts, errors))));
  if (rejections !== undefined) {
    const place = {
      facts,
      side: "output",
      role: "Rejection",
      mediaTypes: facts.mediaTypes,
      extracted: extracted?.rejections,
    } as const;
    made.rejections = describeBody(bodyOfErrors(rejections), place);
  }
  put(made, "errors", errors && describeErrorPaths(errors));
  put(made, "security", endpoint.security && facts.schemes.describe(endpoint.security));
  const meta = jsonMembers(endpoint.meta);
  put(made, "meta", Object.keys(meta).length === 0 ? undefined : meta);
  put(made, "limits", routed?.limits && finite(routed.limits));
  return made;
}

// The text of the declaration goes before its JSDoc.
function putProse(
  made: Mutable<ContractProse>,
  { description }: AnyEndpoint,
  extracted: EndpointSchemas | undefined,
): void {
  if (extracted !== undefined) {
    put(made, "summary", extracted.summary);
    put(made, "description", extracted.description);
  }
  Object.assign(made, jsonMembers(description));
}

function pathOf(
  endpoint: AnyEndpoint,
  components: SchemaComponents,
): readonly ContractParameter[] | undefined {
  return filled(
    idPartsOf(endpoint).map(({ name, type }) => ({
      ...describeParameter(name, type, components),
      required: true,
    })),
  );
}

function requestOf(
  { request, requestOptions = {} }: AnyEndpoint,
  facts: EndpointFacts,
): ContractRequest | undefined {
  if (request === undefined) {
    return undefined;
  }
  const { mediaTypes, routed, extracted } = facts;
  const { optional, description, examples } = requestOptions;
  const made: Mutable<ContractRequest> = {
    content: describeBody(request, {
      facts,
      side: "input",
      role: "Request",
      mediaTypes,
      routed: routed?.request,
      extracted: extracted?.request,
    }),
  };
  put(made, "optional", optional === true ? optional : undefined);
  put(made, "description", description);
  put(made, "examples", examples && jsonMembers(examples));
  return made;
}

function responseOf(response: ResponseData, facts: EndpointFacts): ContractResponse {
  const { status, description, examples, headers, cookies, body } = response;
  const { mediaTypes, components, routed, extracted } = facts;
  const content = describeBody(body, {
    facts,
    side: "output",
    role: `Response${status}`,
    mediaTypes,
    routed: routed?.response,
    extracted: extracted?.responses?.[status],
  });
  const made: Mutable<ContractResponse> = { status, content };
  put(made, "description", description);
  put(made, "examples", examples && jsonMembers(examples));
  put(made, "headers", describeParameters(headers, components));
  put(made, "cookies", describeCookies(cookies, components));
  return made;
}

// A named failure is a problem whatever the codecs are (RFC 9457).
const PROBLEM = [PROBLEM_MEDIA_TYPE];

function failureOf(
  failed: AnyFailure,
  facts: EndpointFacts,
  errors: ErrorFormatData | undefined,
): ContractFailure {
  const { name, status, type, code, title, description } = failed;
  const { body, headers } = failed["~failure"];
  const isProblem = type !== undefined && errors === undefined;
  const extracted = facts.extracted?.failures?.[name];
  const problem = type === undefined ? undefined : extracted?.[PROBLEM_MEDIA_TYPE];
  const content = describeBody(body, {
    facts,
    side: "output",
    role: name,
    mediaTypes: isProblem ? PROBLEM : facts.mediaTypes,
    // The data of a named failure are extracted as a problem, whatever the root makes of them.
    extracted: problem === undefined ? extracted : { "*/*": problem },
  });
  const made: Mutable<ContractFailure> = { name, status, title, content };
  put(made, "type", isProblem ? type : undefined);
  put(made, "code", type === undefined || isProblem ? undefined : code);
  put(made, "description", description);
  put(made, "headers", describeParameters(headers, facts.components));
  return made;
}
