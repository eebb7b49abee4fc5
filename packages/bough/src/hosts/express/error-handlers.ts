// Whether a project has set an error handler that an error would come to. Express does not
// tell: it is read from the stacks of its routers, where such a handler takes four arguments.

/** What is read of an Express router or application. */
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

/** A middleware, and the whole path of a request that it has. */
export interface Standing {
  readonly middleware: unknown;
  readonly path: string;
}

/** Whether an error from a middleware, which stands somewhere in `app`, comes to an error handler. */
export function reachesErrorHandler(app: object, { middleware, path }: Standing): boolean {
  const isHandler = handlersOf(path);
  let at: Stacked | undefined = app;
  let catches = false;
  while (at !== undefined && !catches) {
    const stack = stackOf(at);
    // What mounts an application in another hides where: any handler of the outer one counts.
    catches = behind(stack, middleware, isHandler) ?? stack.some(isHandler);
    at = at.parent;
  }
  return catches;
}

/** Whether an error handler stands behind the middleware; `undefined` where that is not found. */
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

// How much of a path is cut off where a handler stands is not known: it is for any rest of it.
// One of thousands of segments is not joined anew for each.
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
    // A parameter of its own path with a broken escape in it.
    return true;
  }
}
