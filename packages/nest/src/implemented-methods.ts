// The methods of controllers that implement endpoints, and what keeps the application from starting.
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HOST_METADATA,
  INTERCEPTORS_METADATA,
  MODULE_PATH,
  PATH_METADATA,
  PIPES_METADATA,
  VERSION_METADATA,
} from "@nestjs/common/constants.js";
import { MetadataScanner, type ModulesContainer } from "@nestjs/core";
import type { InstanceWrapper } from "@nestjs/core/injector/instance-wrapper.js";
import type { Module } from "@nestjs/core/injector/module.js";
import type { AnyEndpoint, AnyResource } from "bough";
import { inspect } from "bough/contract";
import { RouteError } from "bough/server";
import { implementationOf, type Implementation } from "./implement.ts";

/** A method of a controller that implements an endpoint, or the endpoints below a resource. */
export interface ImplementedMethod {
  /** The method in messages: `UsersController.list`. */
  readonly where: string;
  readonly name: string;
  readonly method: object;
  readonly controller: InstanceWrapper;
  readonly module: Module;
  /** The key of the controller's module in its container. */
  readonly moduleKey: string;
  readonly implementation: Implementation;
}

export interface ImplementedEndpoint {
  readonly endpoint: AnyEndpoint;
  readonly by: ImplementedMethod;
  /** Where its handler is in what the method returns: `["user", "find"]`; `undefined` if the method is the handler. */
  readonly names: readonly string[] | undefined;
}

/** Lists the endpoints that methods of controllers implement. Throws a `RouteError` for a wrong controller. */
export function implementedEndpoints(modules: ModulesContainer): ImplementedEndpoint[] {
  return [...modules].flatMap(([moduleKey, module]) =>
    [...module.controllers.values()].flatMap((controller) =>
      methodsOf(controller, module, moduleKey).flatMap((by) => {
        verifyMethod(by, modules);
        return endpointsBy(by);
      }),
    ),
  );
}

function methodsOf(
  controller: InstanceWrapper,
  module: Module,
  moduleKey: string,
): ImplementedMethod[] {
  const { prototype, name: className } = classOf(controller);
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const method: object = Object(Reflect.get(prototype, name));
    const implementation = implementationOf(method);
    const where = `${className}.${name}`;
    return implementation === undefined
      ? []
      : { where, name, method, controller, module, moduleKey, implementation };
  });
}

interface Class {
  readonly name: string;
  readonly prototype: object;
}

function classOf({ metatype }: InstanceWrapper): Class {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a controller is always a class
  return metatype as unknown as Class;
}

function endpointsBy(by: ImplementedMethod): ImplementedEndpoint[] {
  const { node } = by.implementation;
  return "~endpoint" in node ? [{ endpoint: node, by, names: undefined }] : below(node, by, []);
}

function below(
  resource: AnyResource,
  by: ImplementedMethod,
  above: readonly string[],
): ImplementedEndpoint[] {
  return Object.entries(inspect(resource).children).flatMap(([name, child]) =>
    "~endpoint" in child
      ? { endpoint: child, by, names: [...above, name] }
      : below(child, by, [...above, name]),
  );
}

/** What NestJS knows by metadata of a class or method, and the function that each of it needs. */
const ENHANCERS = [
  ["guard", GUARDS_METADATA, "canActivate"],
  ["interceptor", INTERCEPTORS_METADATA, "intercept"],
  ["pipe", PIPES_METADATA, "transform"],
  ["exception filter", EXCEPTION_FILTERS_METADATA, "catch"],
] as const;

function verifyMethod(by: ImplementedMethod, modules: ModulesContainer): void {
  const controller: object = classOf(by.controller);
  const { metatype } = by.module;
  const own = [
    ["has a path", PATH_METADATA, controller],
    ["has a host", HOST_METADATA, controller],
    ["has a version", VERSION_METADATA, controller],
    ["has a version", VERSION_METADATA, by.method],
    ["is in a module with a path", MODULE_PATH + modules.applicationId, metatype],
    ["is in a module with a path", MODULE_PATH, metatype],
  ] as const;
  for (const [what, key, target] of own) {
    const value: unknown = Reflect.getMetadata(key, target);
    if (value !== undefined && !isEmptyPath(value)) {
      const fault = `${what} of its own, ${[value].flat().map(String).join(", ")}, beside that of its endpoints`;
      throw new RouteError(by.where, fault, "write @Controller(), and declare paths in the tree");
    }
  }
  for (const [kind, key, needed] of ENHANCERS) {
    enhancersOf(by, key).forEach((one) => verifyEnhancer(by, kind, one, needed));
  }
}

function enhancersOf({ controller, method }: ImplementedMethod, key: string): unknown[] {
  return [classOf(controller), method].flatMap((target): unknown[] => [
    ...(Reflect.getMetadata(key, target) ?? []),
  ]);
}

/** Throws if the guards that NestJS has found for a method are fewer than those that decorate it. */
export function verifyGuards(guards: readonly unknown[], by: ImplementedMethod): void {
  const declared = enhancersOf(by, GUARDS_METADATA).length;
  if (guards.length < declared) {
    const fault = `has guards that NestJS does not find: ${guards.length} of ${declared} are there`;
    throw new RouteError(by.where, fault, "use a version of NestJS that bough-nest supports");
  }
}

function isEmptyPath(value: unknown): boolean {
  return [value].flat().every((path) => path === "" || path === "/");
}

// NestJS leaves out what it cannot resolve. A closed endpoint would then be open.
function verifyEnhancer(by: ImplementedMethod, kind: string, given: unknown, needed: string): void {
  const resolved: unknown =
    typeof given === "function" ? by.module.injectables.get(given)?.instance : given;
  const can = [resolved, given].some((one) => typeof Object(one)[needed] === "function");
  if (!can) {
    const name = typeof given === "function" ? given.name : Object(given).constructor.name;
    throw new RouteError(
      by.where,
      `has the ${kind} ${name}, which NestJS cannot resolve, so it would be left out`,
      `write a class with the method ${needed}, and decorate the controller where it is declared`,
    );
  }
}
