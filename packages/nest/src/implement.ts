// The decorator that makes a method of a controller the handler of an endpoint, or of all endpoints below a resource.
import { SetMetadata } from "@nestjs/common";
import type { AnyEndpoint, AnyResource, TypedEndpoint } from "bough";
import { RouteError, type Handlers } from "bough/server";
import type { EndpointOptions, HandlerIn, None, RouteOptions } from "bough/types";

/** What a method implements, as metadata of the method. */
export interface Implementation {
  readonly node: AnyEndpoint | AnyResource;
  readonly options: RouteOptions | undefined;
}

const IMPLEMENTATION = "bough:implementation";

/** A method decorator for methods of the type `Allowed`. */
type DecoratorOf<Allowed> = <Method extends Allowed>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** Decorates a method of an endpoint: its first parameter is the call, the others have decorators of NestJS. */
export type ImplementsEndpoint<E extends TypedEndpoint, O, Auth> = DecoratorOf<
  (
    call: Parameters<HandlerIn<E, unknown, O, Auth>>[0],
    ...others: never[]
  ) => ReturnType<HandlerIn<E, unknown, O, Auth>>
>;

/** Decorates a method that returns the handlers of all endpoints below a resource. */
export type ImplementsResource<R, Auth> = DecoratorOf<
  (...decorated: never[]) => Handlers<R, unknown, Auth> | Promise<Handlers<R, unknown, Auth>>
>;

/** The type of `Implement`. `Auth` has the principals by the names of their schemes. */
export interface ImplementDecorator<Auth = None> {
  /** Makes the method the handler of an endpoint. `options` are those of `route`: schemas and limits. */
  <E extends TypedEndpoint & Unbound, const O extends object = None>(
    endpoint: E,
    options?: EndpointOptions<E, O>,
  ): ImplementsEndpoint<E, O, Auth>;
  /** Makes the method the source of the handlers below a resource. It runs for every request. */
  <R extends AnyResource & Unbound>(resource: R): ImplementsResource<R, Auth>;
}
// Its ids have no values.
interface Unbound {
  readonly "~position": { readonly bound: false };
}

/**
 * Makes a method of a controller the handler of an endpoint.
 *
 * @example
 * @Implement(api.users.list)
 * list({ parameters }: Call<typeof api.users.list>, @CurrentUser() user: User) {
 *   return this.users.page(user, parameters);
 * }
 */
export const Implement: ImplementDecorator = implement;

/**
 * Returns an `Implement` whose calls have a typed `principal`.
 *
 * @example
 * const Implement = implementing<{ "user-token": User }>();
 */
export function implementing<Auth extends object>(): ImplementDecorator<Auth> {
  return implement;
}

function implement(node: unknown, options?: object): DecoratorOf<(...given: never[]) => unknown> {
  return (target, name, descriptor) => {
    const method = descriptor.value;
    const where = `${target.constructor.name}.${String(name)}`;
    // Modules that import each other pass `undefined`.
    if (!isNode(node)) {
      throw new RouteError(
        where,
        "implements neither an endpoint nor a resource of a tree",
        "pass one: @Implement(api.users.find)",
      );
    }
    const earlier = method && implementationOf(method);
    if (earlier !== undefined) {
      const fault = `implements ${nameOf(earlier.node)} already, and cannot implement ${nameOf(node)} too`;
      throw new RouteError(where, fault, "write a method for each of them");
    }
    const implementation: Implementation = { node, options };
    SetMetadata(IMPLEMENTATION, implementation)(target, name, descriptor);
  };
}

function isNode(node: unknown): node is AnyEndpoint | AnyResource {
  const given: object = Object(node);
  return "~endpoint" in given || "~resource" in given;
}

export function implementationOf(method: object): Implementation | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `implement` alone sets it
  return Reflect.getMetadata(IMPLEMENTATION, method) as Implementation | undefined;
}

/** The name of an endpoint or resource in messages. */
export function nameOf(node: AnyEndpoint | AnyResource): string {
  return "~endpoint" in node ? `${node.method} ${node.template}` : node.path;
}
