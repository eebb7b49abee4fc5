// The path of a request for a template.
/** `/repos/:p2/tags` becomes `/repos/value2/tags`. */
export const concrete = (template) => template.replaceAll(/:p(\d+)/g, "value$1");
