// JSON Lines: writes the items of a handler as lines, and gives it the lines of a request while they arrive.
import { defaultJson } from "../../shared/codec/json.ts";
import { formatLine, readLines } from "../../shared/codec/json-lines.ts";
import { pointerOf, validate } from "../../shared/schema/validate.ts";
import { NOSNIFF } from "../../serve/exchange/answer.ts";
import { refusedAs, type OpenRules } from "../../serve/options/kernel-options.ts";
import type { ReaderFor } from "../../serve/request/representation.ts";
import type { ServerBody, WriterFor } from "../../serve/response/write-body.ts";
import {
  itemSent,
  itemWritten,
  sequenceAnswer,
} from "../../serve/parts/sequences/sequence-answer.ts";

// A fault among the lines rejects the request: the handler's read fails, and the response is the rejection.
async function* itemsOf(stream: ReadableStream<Uint8Array>, rules: OpenRules): AsyncGenerator {
  const { schema, limits } = rules;
  const lines = readLines(stream, {
    maxBytes: limits.item,
    decode: (bytes) => defaultJson.decode(bytes, limits),
    refused: ({ issues }) => refusedAs(rules, issues),
  });
  let index = 0;
  for await (const item of lines) {
    const result = schema === undefined ? { value: item } : await validate(schema, item);
    if (result.issues !== undefined) {
      const issues = Array.from(result.issues, (issue) => ({
        pointer: `/${index}${pointerOf(issue)}`,
        message: issue.message,
      }));
      throw refusedAs(rules, issues);
    }
    index++;
    yield result.value;
  }
}

const reader: ReaderFor = () => ({ isText: true, open: itemsOf });

const writer: WriterFor = ({ format }, { output }) => ({
  convertsItems: true,
  write: (content, mediaType = "") => {
    const { call } = content;
    return sequenceAnswer(content, ["content-type", mediaType, ...NOSNIFF], {
      toText: async (item) => {
        const line = await itemSent(item, output, call);
        return itemWritten(call, () => formatLine(line));
      },
      keepAlive: format.keepAlive,
      comment: "",
    });
  },
});

/** JSON Lines, on a server. */
export const jsonLines: ServerBody = { reader, writer };
