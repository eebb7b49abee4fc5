// The module of NestJS that serves trees by the methods of an application's controllers.
import { ConfigurableModuleBuilder, Module, type ConfigurableModuleCls } from "@nestjs/common";
import {
  ApplicationConfig,
  ExternalContextCreator,
  HttpAdapterHost,
  ModulesContainer,
} from "@nestjs/core";
import type { BoughOptions } from "./bough-options.ts";
import { ServedTrees } from "./served-trees.ts";

/** The class that `BoughModule` extends: `forRoot(options)` and `forRootAsync({ useFactory, inject })`. */
export type BoughModuleClass = ConfigurableModuleCls<BoughOptions, "forRoot", "createBoughOptions">;
const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<BoughOptions>()
    .setClassMethodName("forRoot")
    .setFactoryMethodName("createBoughOptions")
    .build();
const Configurable: BoughModuleClass = ConfigurableModuleClass;

/**
 * Serves trees by the methods of controllers that `Implement` marks.
 *
 * @example
 * @Module({ imports: [BoughModule.forRoot({ roots: [api] })], controllers: [UsersController] })
 * export class AppModule {}
 */
export class BoughModule extends Configurable {}
Module({
  providers: [
    {
      provide: ServedTrees,
      inject: [
        MODULE_OPTIONS_TOKEN,
        ExternalContextCreator,
        ModulesContainer,
        ApplicationConfig,
        HttpAdapterHost,
      ],
      useFactory: (
        options: BoughOptions,
        ...[contexts, modules, config, adapterHost]: [
          ExternalContextCreator,
          ModulesContainer,
          ApplicationConfig,
          HttpAdapterHost,
        ]
      ) => new ServedTrees(options, { contexts, modules, config, adapterHost }),
    },
  ],
})(BoughModule);
