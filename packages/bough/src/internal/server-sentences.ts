// The error messages of the compiler about handlers and hosts. type-error.ts has the others.

/** A second argument of a handler, as in `(req, res) => res.json(…)`. */
export type OneArgument = "a handler takes one argument, the call: return the response";

/** `listen(api)`, `toLambda(api)`: a declaration instead of a server. */
export type NotAServer = "this is a declaration: pass a server, createServer()";
