// A form with one file, read whole: `body.one("file")`.
import type { UploadedFile, WholeFile } from "./declared.ts";
import { pointerStep } from "../../shared/internal/encodings.ts";
import { shown } from "../../shared/internal/wrong-argument.ts";
import { wholeFile } from "./server-received-file.ts";
import { refusedAs, type OpenRules } from "../../serve/options/kernel-options.ts";

/** A form as a handler reads it. */
export interface ReadForm {
  readonly fields: object;
  readonly file: WholeFile | undefined;
}

/** The parts of a form. */
interface FormParts {
  readonly fields: object;
  readonly files: AsyncIterable<UploadedFile>;
  readonly isFile: (name: string) => boolean;
  readonly rules: OpenRules;
}

/** Reads a form to its end; rejects the request if it has another file than the named one, or a second one. */
export async function oneFile(
  name: string,
  { fields, files, isFile, rules }: FormParts,
): Promise<ReadForm> {
  if (!isFile(name)) {
    throw new TypeError(`body.one: expected the name of a declared file, received ${shown(name)}`);
  }
  let file: WholeFile | undefined;
  for await (const one of files) {
    if (file !== undefined || one.name !== name) {
      const message = `must be the only file, ${JSON.stringify(name)}, of this form`;
      throw refusedAs(rules, [{ pointer: pointerStep(one.name), message }]);
    }
    file = await wholeFile(one);
  }
  return { fields, file };
}
