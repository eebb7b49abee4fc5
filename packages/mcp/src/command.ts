// The command `bough mcp`, for the command line of Bough.
import type { Command, Toolkit } from "bough-cli/toolkit";
import type { McpCommandOptions } from "./command/mcp.ts";

/** Adds `bough mcp`. */
export function addCommands(bough: Command, toolkit: Toolkit): void {
  const command = bough
    .command("mcp")
    .description("Serves a remote API to a language model, as tools of the Model Context Protocol.")
    .argument("<file>", "the module that exports the API, or an OpenAPI document in JSON or YAML")
    .option("--url <url>", "the URL of the API, with the path before its endpoints")
    .option(
      "--expose <name>",
      "a resource or an endpoint, such as users or orders.list; repeat it for several; default: all",
      toolkit.appended,
    )
    .option("--writes", "expose the writes of resources too, not only GET and QUERY")
    .addOption(
      bough
        .createOption("--style <style>", "one tool for each endpoint, or tools that find endpoints")
        .choices(["tools", "search"]),
    )
    .option("--list", "print what is exposed, and serve nothing");
  toolkit
    .withCredentials(command)
    .option(
      "--schemas <file>",
      "what bough schemas wrote; default: the file beside the module, if there is one",
    )
    .addHelpText(
      "after",
      `
Examples:
  bough mcp src/api.ts --list
  bough mcp src/api.ts --url https://api.example.com --bearer-env TOKEN
  bough mcp github.json --url https://api.github.com --style search --expose issues

The server reads messages from stdin and writes responses to stdout; an assistant starts it.
Exit codes: 0, 1 if the declaration has faults, 2 for wrong use.`,
    )
    .showHelpAfterError("Run bough mcp --help for examples.")
    .action(async (file: string, options: McpCommandOptions) => {
      const { mcp } = await import("./command/mcp.ts");
      await mcp(file, options, toolkit);
    });
}
