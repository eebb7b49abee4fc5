// Whether the project has an error handler that would get an error. Express has no API for this, so it is read
// from the stacks of its routers: an error handler has four parameters.

/** The members of an Express router or application that are read. */
interface Stacked {
  readonly stack?: readonly Layer[];
  readonly router?: Stacked;
  /** The application that this one is mounted in. */
  readonly parent?: Stacked;
}

interface Layer {
  readonly handle?: ((...given: never) => unknown) & Stacked;
  readonly match?: (path: string) => boolean;
}

/** A middleware, and the whole path of a request that reaches it. */
export interface ErrorHandlers {
  readonly middleware: unknown;
  readonly path: string;
}

/** Whether an error of a middleware somewhere in `app` reaches an error handler. */
export function reachesErrorHandler(app: object, { middleware, path }: ErrorHandlers): boolean {
  const isHandler = handlersOf(path);
  let at: Stacked | undefined = app;
  let catches = false;
  while (at !== undefined && !catches) {
    const stack = stackOf(at);
    // Express does not record where an application is mounted, so any handler of the outer one counts.
    catches = behind(stack, middleware, isHandler) ?? stack.some(isHandler);
    at = at.parent;
  }
  return catches;
}

/** Whether an error handler comes after the middleware; `undefined` if the middleware is not found. */
function behind(
  stack: readonly Layer[],
  middleware: unknown,
  isHandler: (layer: Layer) => boolean,
): boolean | undefined {
  for (const [index, { handle }] of stack.entries()) {
    const inner =
      handle === middleware ? false : handle?.stack && behind(handle.stack, middleware, isHandler);
    if (inner !== undefined) {
      return inner || stack.slice(index + 1).some(isHandler);
    }
  }
  return undefined;
}

function stackOf(at: Stacked): readonly Layer[] {
  return at.stack ?? at.router?.stack ?? [];
}

// The prefix at which a handler was added is unknown, so it is tried for every rest of the path. The scan
// reuses one path, because a path may have thousands of segments.
function handlersOf(path: string): (layer: Layer) => boolean {
  return (layer) => {
    if (layer.handle?.length !== 4) {
      return false;
    }
    let found = has(layer, "/");
    for (let at = path.indexOf("/"); at >= 0 && !found; at = path.indexOf("/", at + 1)) {
      found = has(layer, path.slice(at));
    }
    return found;
  };
}

function has(layer: Layer, path: string): boolean {
  try {
    return layer.match?.(path) ?? true;
  } catch {
    // The parameters of the handler's own path failed to decode.
    return true;
  }
}
