// Versions of packages beside ts-rest that Bough doesn't work with.
import type { Left } from "../moving/finish.ts";

interface Needed {
  readonly beside: string;
  readonly major: number;
  readonly minor: number;
  readonly why: string;
}

const NEEDED = new Map<string, Needed>([
  [
    "express",
    {
      beside: '"@ts-rest/express"',
      major: 5,
      minor: 0,
      why: "update express to 5, because `bough/express` doesn't work with older versions",
    },
  ],
  [
    "zod",
    {
      beside: '"@ts-rest/',
      major: 3,
      minor: 25,
      why: "update zod to 3.25 or newer: Bough reads schemas by Standard Schema, which older versions may not implement",
    },
  ],
]);

/** A line of the report for each package whose range begins below what Bough needs. */
export function oldVersions(files: ReadonlyMap<string, string>): readonly Left[] {
  return [...files].flatMap(([path, text]) =>
    /(?:^|\/)package\.json$/.test(path)
      ? [...NEEDED].flatMap(([name, { beside, major, minor, why }]) => {
          const listed = new RegExp(`"${name}"\\s*:\\s*"[\\^~>=v\\s]*(\\d+)(?:\\.(\\d+))?`).exec(
            text,
          );
          const [, first, second = "0"] = listed ?? [];
          const isOld =
            Number(first) < major || (Number(first) === major && Number(second) < minor);
          return listed && isOld && text.includes(beside) ? [{ path, at: listed.index, why }] : [];
        })
      : [],
  );
}
