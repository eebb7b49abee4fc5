// What the conformance suite expects of a server and an API's tools cannot be, with the reason. An entry is a scenario,
// or one of its checks. The suite fails for an entry that passes.

const NO_PROMPTS = "endpoints are tools: the lists of prompts and resources are empty";
const NO_QUESTIONS =
  "an endpoint asks a client nothing: its responses are JSON, with no messages before them";
const NO_LOGS = "the server logs where the project says, not to clients";
const JSON_ONLY = "responses are JSON, so there are no event streams to resume";
const OWN_ARGUMENTS =
  "the arguments of a tool are { ids, parameters, headers, body }, so keywords of a body's schema stand below body";

const SHARED: Readonly<Record<string, string>> = {
  "completion-complete": NO_PROMPTS,
  "resources-read-text": NO_PROMPTS,
  "resources-read-binary": NO_PROMPTS,
  "resources-templates-read": NO_PROMPTS,
  "prompts-get-simple": NO_PROMPTS,
  "prompts-get-with-args": NO_PROMPTS,
  "prompts-get-embedded-resource": NO_PROMPTS,
  "prompts-get-with-image": NO_PROMPTS,
  "tools-call-with-progress": NO_QUESTIONS,
};

/** The entries by version of the protocol. */
export const EXPECTED_FAILURES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "2026-07-28": {
    ...SHARED,
    "server-stateless:sep-2575-server-rejects-undeclared-capability": NO_QUESTIONS,
    "server-stateless:sep-2575-missing-capability-http-400": NO_QUESTIONS,
    "json-schema-2020-12:sep-2106-composition-keywords-preserved": OWN_ARGUMENTS,
    "json-schema-2020-12:sep-2106-conditional-keywords-preserved": OWN_ARGUMENTS,
    "input-required-result-basic-elicitation": NO_QUESTIONS,
    "input-required-result-basic-sampling": NO_QUESTIONS,
    "input-required-result-basic-list-roots": NO_QUESTIONS,
    "input-required-result-request-state": NO_QUESTIONS,
    "input-required-result-multiple-input-requests": NO_QUESTIONS,
    "input-required-result-multi-round": NO_QUESTIONS,
    "input-required-result-missing-input-response": NO_QUESTIONS,
    "input-required-result-ignore-extra-params": NO_QUESTIONS,
    "input-required-result-non-tool-request": NO_QUESTIONS,
    "input-required-result-result-type": NO_QUESTIONS,
    "input-required-result-tampered-state": NO_QUESTIONS,
    "input-required-result-capability-check": NO_QUESTIONS,
  },
  "2025-11-25": {
    ...SHARED,
    "logging-set-level": NO_LOGS,
    "tools-call-with-logging": NO_LOGS,
    "tools-call-sampling": NO_QUESTIONS,
    "tools-call-elicitation": NO_QUESTIONS,
    "elicitation-sep1034-defaults": NO_QUESTIONS,
    "elicitation-sep1330-enums": NO_QUESTIONS,
    "server-sse-polling": JSON_ONLY,
    "server-sse-multiple-streams": JSON_ONLY,
    "resources-subscribe": NO_PROMPTS,
    "resources-unsubscribe": NO_PROMPTS,
  },
};
