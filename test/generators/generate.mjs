// Generates two clients from an OpenAPI document: `node generate.mjs openapi.json folder`. They are
// `folder/paths.ts` for openapi-fetch, and `folder/hey-api/`.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import openapiTypes, { astToString } from "openapi-typescript";

const [file, folder] = process.argv.slice(2);
const document = JSON.parse(readFileSync(file, "utf8"));

writeFileSync(join(folder, "paths.ts"), astToString(await openapiTypes(document)));
await createClient({
  input: file,
  output: join(folder, "hey-api"),
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
  logs: { level: "silent" },
});
