// The application: the tree, what checks its tokens, and a controller of NestJS beside it.
import { Controller, Get, Module } from "@nestjs/common";
import { BoughModule } from "bough-nest";
import { routeDocs } from "bough-openapi/docs";
import { authenticate } from "bough/server";
import { api, UserToken } from "./api.ts";
import { FewNotes, NotesController } from "./notes.controller.ts";
import { Notes, Users } from "./notes.ts";

@Controller("health")
class HealthController {
  @Get()
  check(): string {
    return "ok";
  }
}

@Module({ providers: [Users], exports: [Users] })
class UsersModule {}

@Module({
  imports: [
    BoughModule.forRootAsync({
      imports: [UsersModule],
      inject: [Users],
      useFactory: (users: Users) => ({
        roots: [api],
        security: [authenticate(UserToken, (token) => users.byToken(token))],
        extend: (routes) => {
          // `bough schemas` would add the schemas of the bodies, which only have types.
          const info = { title: "Notes", version: "1.0.0" };
          routeDocs(routes, api, { path: "docs", info, onWarning: () => undefined });
        },
      }),
    }),
  ],
  controllers: [NotesController, HealthController],
  providers: [Notes, FewNotes],
})
export class AppModule {}
