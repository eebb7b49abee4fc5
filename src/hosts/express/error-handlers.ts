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
}

/** Whether an error from `middleware`, which stands somewhere in `app`, comes to an error handler. */
export function reachesErrorHandler(app: object, middleware: unknown): boolean {
  let at: Stacked | undefined = app;
  let catches = false;
  while (at !== undefined && !catches) {
    const stack = stackOf(at);
    // What mounts an application in another hides where: any handler of the outer one counts.
    catches = behind(stack, middleware) ?? stack.some(isErrorHandler);
    at = at.parent;
  }
  return catches;
}

/** Whether an error handler stands behind the middleware; `undefined` where that is not found. */
function behind(stack: readonly Layer[], middleware: unknown): boolean | undefined {
  for (const [index, { handle }] of stack.entries()) {
    const inner = handle === middleware ? false : handle?.stack && behind(handle.stack, middleware);
    if (inner !== undefined) {
      return inner || stack.slice(index + 1).some(isErrorHandler);
    }
  }
  return undefined;
}

function stackOf(at: Stacked): readonly Layer[] {
  return at.stack ?? at.router?.stack ?? [];
}

function isErrorHandler({ handle }: Layer): boolean {
  return handle?.length === 4;
}
