// What a project is made of: the arguments of the command, or the answers to its questions.
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";

/** The questions, each with its answers; the first one is the default. */
export const QUESTIONS = {
  page: { asks: "A page?", answers: ["none", "react"] },
  validation: { asks: "Validate requests by", answers: ["types", "zod", "valibot"] },
  host: { asks: "Serve on", answers: ["node", "hono"] },
} satisfies Record<string, Question>;

interface Question {
  readonly asks: string;
  readonly answers: readonly [string, ...string[]];
}

const names = ["page", "validation", "host"] as const;

/** The answers. */
export type Choices = Record<keyof typeof QUESTIONS, string>;

/** What the command line says. */
export interface Arguments {
  readonly folder: string | undefined;
  readonly given: Partial<Choices>;
  readonly yes: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** The command was used in a wrong way. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
}

/** Reads the arguments; throws `WrongUse`. */
export function readArguments(args: readonly string[]): Arguments {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const options = {
    page: text,
    validation: text,
    host: text,
    yes: { ...flag, short: "y" },
    help: { ...flag, short: "h" },
    version: flag,
  };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const { yes, help, version } = values;
    if (positionals.length > 1) {
      throw new WrongUse(`expected one folder, received ${positionals.join(" ")}`);
    }
    const given: Partial<Choices> = {};
    for (const name of names) {
      const value = values[name];
      if (value !== undefined) {
        given[name] = answerOf(name, value);
      }
    }
    return { folder: positionals[0], given, yes, help, version };
  } catch (error) {
    // Node's own messages name the argument.
    throw error instanceof TypeError ? new WrongUse(error.message, { cause: error }) : error;
  }
}

function answerOf(name: keyof Choices, value: string): string {
  const { answers } = QUESTIONS[name];
  if (!answers.includes(value)) {
    throw new WrongUse(`expected --${name} to be ${answers.join(" or ")}, received "${value}"`);
  }
  return value;
}

/** Asks what the arguments do not say. */
export async function ask({ given, yes }: Arguments): Promise<Choices> {
  const choices: Choices = {
    page: QUESTIONS.page.answers[0],
    validation: QUESTIONS.validation.answers[0],
    host: QUESTIONS.host.answers[0],
    ...given,
  };
  const open = names.filter((name) => given[name] === undefined);
  if (!yes && open.length > 0) {
    const terminal = createInterface({ input: process.stdin, output: process.stdout });
    const lines = terminal[Symbol.asyncIterator]();
    for (const name of open) {
      choices[name] = await answerFrom(lines, name);
    }
    terminal.close();
  }
  return choices;
}

// The end of the input takes the default, as an empty line does.
async function answerFrom(lines: AsyncIterator<string>, name: keyof Choices): Promise<string> {
  const { asks, answers } = QUESTIONS[name];
  for (;;) {
    process.stdout.write(`${asks} (${answers.join(", ")}) [${answers[0]}] `);
    const { value, done = false } = await lines.next();
    const text = done ? "" : String(value).trim();
    const answer = answers.find((one) => one === (text || answers[0]));
    if (answer !== undefined) {
      return answer;
    }
    process.stdout.write(`Please answer ${answers.join(" or ")}.\n`);
  }
}
