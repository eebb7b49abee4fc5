// A file of a multipart body for the handler, which reads it at its own pace and within its limits. A fault of the
// file or of the body rejects the request.
import { ByteBuffer, relayed } from "../../shared/codec/byte-stream.ts";
import { DecodeError } from "../../shared/codec/codec.ts";
import type { UploadedFile, WholeFile } from "./declared.ts";
import type { FilePart } from "./server-read.ts";
import { refusedAs, type OpenRules } from "../../serve/options/kernel-options.ts";
import { rejection } from "../../serve/exchange/rejection.ts";

/** Makes a file of a part, with at most `maxBytes` bytes. */
export function receivedFile(
  { name, filename, mediaType, stream }: FilePart,
  maxBytes: number,
  rules: OpenRules,
): UploadedFile {
  const bounded = withinBytes(stream, maxBytes, rules);
  const bytes = (): Promise<Uint8Array<ArrayBuffer>> => joined(bounded);
  return {
    name,
    filename,
    mediaType,
    stream: bounded,
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
  };
}

// Shorter chunks are copied together: as objects, they would take many times the memory of their bytes.
const SHORT = 4_096;
const BLOCK = 65_536;

async function joined(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const short = new ByteBuffer();
  let size = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const chunk = read.value;
    size += chunk.byteLength;
    if (chunk.byteLength >= SHORT) {
      chunks.push(short.take(), chunk);
      continue;
    }
    short.append(chunk);
    if (short.length >= BLOCK) {
      // A copy, because the buffer has up to twice its length.
      chunks.push(short.take().slice());
    }
  }
  chunks.push(short.take());
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Reads a file to its end. */
export async function wholeFile({ bytes, filename, mediaType }: UploadedFile): Promise<WholeFile> {
  return { bytes: await bytes(), name: filename ?? "", type: mediaType };
}

// Counts only the bytes that are read, so a skipped file is not refused.
function withinBytes(
  stream: ReadableStream<Uint8Array>,
  maxBytes: number,
  rules: OpenRules,
): ReadableStream<Uint8Array> {
  let size = 0;
  return relayed(stream, {
    chunk: (chunk) => {
      size += chunk.byteLength;
      if (size > maxBytes) {
        rules.refuse(rejection(413, `the file must have at most ${maxBytes} bytes`));
        throw new RangeError(`the file has more than ${maxBytes} bytes`);
      }
      return chunk;
    },
    broken: (error) => (error instanceof DecodeError ? refusedAs(rules, error.issues) : error),
  });
}
