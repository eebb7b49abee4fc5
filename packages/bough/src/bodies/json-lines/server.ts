// JSON Lines: writes the items of a handler as lines, and gives it the lines of a request while they arrive.
import { formatLine } from "../../shared/codec/json-lines.ts";
import { NOSNIFF } from "../../serve/exchange/answer.ts";
import type { ReaderFor } from "../../serve/request/representation.ts";
import type { ServerBody, WriterFor } from "../../serve/response/write-body.ts";
import {
  itemSent,
  itemWritten,
  sequenceAnswer,
} from "../../serve/parts/sequences/sequence-answer.ts";
import { itemsOf } from "./server-read-items.ts";

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
