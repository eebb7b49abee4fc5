// The frameworks that build: each application of examples/frameworks as its user has it, installed with the packed
// package and built for production.

import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import {
  buildPages,
  freePort,
  installPages,
  startPages,
  testedNode as node,
  type StartedPages,
} from "../../scripts/pages.mjs";
import { describeRows, isRequired } from "../support/matrix.ts";
import { packedTarball, repository } from "../support/staged-package.ts";
import { testCalls } from "./calls.ts";

// It ends what hangs, on a machine that has other work.
const setup = 1_200_000;

const frameworks = [
  ["Astro", "astro"],
  ["TanStack Start", "tanstack-start"],
  ["SolidStart", "solidstart"],
  ["Nuxt", "nuxt"],
] as const;

const isThere = existsSync(node);

// They need a newer Node than Bough does.
describe.skipIf(!isThere && !isRequired)(
  `a server in${isThere ? "" : " (test/runtimes/programs is not installed)"}`,
  () =>
    describeRows(frameworks, (name) => {
      let folder: string;
      let application: StartedPages;

      beforeAll(async () => {
        folder = mkdtempSync(join(tmpdir(), `bough-frameworks-${name}-`));
        await installPages(name, folder, {
          from: join(repository, "examples/frameworks", name),
          pack: (source, target) =>
            copyFileSync(packedTarball(relative(repository, source.folder)), target),
        });
        const port = await freePort();
        await buildPages(folder, { node, port });
        application = await startPages(folder, { node, port, path: "/api/v1/users" });
      }, setup);

      afterAll(async () => {
        await application?.stop();
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      });

      testCalls(() => application.url);
    }),
);
