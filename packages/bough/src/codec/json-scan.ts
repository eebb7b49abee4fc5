// Scans JSON text that has been parsed, to find what the parsed value does not show: numbers that were rounded,
// and repeated keys. Bodies are scanned only if a value is suspicious or the codec is strict.
import { pointerStep } from "../internal/json-pointer.ts";

/** The first fault in the text, and its JSON Pointer (RFC 6901). */
export interface JsonFault {
  readonly message: string;
  readonly pointer: string;
}

/** An array or object that is open at the current position. */
interface Frame {
  /** The position in an array; -1 in an object. */
  index: number;
  /** The current key of an object as written, with its quotes. */
  key: string;
  awaitsKey: boolean;
  /** The keys so far; `undefined` unless they are compared. */
  readonly keys: Set<string> | undefined;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const LONGEST_POINTER = 1024;

/** Finds the first number that JavaScript would write with other digits, or the first repeated key if `duplicates` is true. The text must be valid JSON. */
export function scanJson(text: string, duplicates: boolean): JsonFault | undefined {
  const frames: Frame[] = [];
  let top: Frame | undefined;
  for (let position = 0; position < text.length;) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      const end = stringEnd(text, position);
      if (top?.awaitsKey && isSecond(top, text.slice(position, end))) {
        return { message: "must not have the same key twice", pointer: pointerTo(frames) };
      }
      position = end;
    } else if (isNumberCode(code)) {
      const end = numberEnd(text, position);
      const message = numberFault(text.slice(position, end));
      if (message) {
        return { message, pointer: pointerTo(frames) };
      }
      position = end;
    } else {
      position++;
      if (code === COMMA && top) {
        toNextMember(top);
      } else if (isOpener(code)) {
        frames.push((top = frameFor(code, duplicates)));
      } else if (isCloser(code)) {
        top = frames.pop() && frames.at(-1);
      }
    }
  }
  return undefined;
}

function frameFor(code: number, duplicates: boolean): Frame {
  const isObject = code === 0x7b;
  const keys = isObject && duplicates ? new Set<string>() : undefined;
  return { index: isObject ? -1 : 0, key: "", awaitsKey: isObject, keys };
}

function toNextMember(frame: Frame): void {
  if (frame.index < 0) {
    frame.awaitsKey = true;
  } else {
    frame.index++;
  }
}

/** Sets the key of the next member; returns whether the object already has it, in any escaped form. */
function isSecond(frame: Frame, key: string): boolean {
  frame.key = key;
  frame.awaitsKey = false;
  if (!frame.keys) {
    return false;
  }
  const known = frame.keys.size;
  return frame.keys.add(keyText(key)).size === known;
}

function keyText(key: string): string {
  if (!key.includes("\\")) {
    return key.slice(1, -1);
  }
  const text: string = JSON.parse(key);
  return text;
}

function stringEnd(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  if (text.charCodeAt(end - 1) !== BACKSLASH) {
    return end + 1;
  }
  // The quote may be escaped, so the string is read character by character.
  let position = start + 1;
  for (let code = text.charCodeAt(position); code !== QUOTE; code = text.charCodeAt(position)) {
    position += code === BACKSLASH ? 2 : 1;
  }
  return position + 1;
}

function numberEnd(text: string, start: number): number {
  let position = start + 1;
  while (isNumberCode(text.charCodeAt(position)) || isNumberSign(text.charCodeAt(position))) {
    position++;
  }
  return position;
}

/** Whether a number can begin with it: a digit or a minus sign. */
function isNumberCode(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d;
}

/** The other characters of numbers: `+`, `.`, `e`, `E`. */
function isNumberSign(code: number): boolean {
  return code === 0x2b || code === 0x2e || (code | 0x20) === 0x65;
}

function isOpener(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

function isCloser(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}

function numberFault(literal: string): string | undefined {
  // Every number of up to 15 digits is exact, and the shortest number that overflows has 5 characters: 1e309.
  if (literal.length < 5 || (literal.length < 16 && !/[eE]/.test(literal))) {
    return undefined;
  }
  const value = Number(literal);
  if (!Number.isFinite(value)) {
    return "must not have a number that is too large";
  }
  // Digits alone may be an id. A fraction or an exponent is a measure, which every JSON reader rounds.
  return /[.eE]/.test(literal) || String(value) === literal
    ? undefined
    : "must not have an integer that JavaScript would change: send it as a string";
}

/** The pointer to the current member; empty if it is too long. */
function pointerTo(frames: readonly Frame[]): string {
  let pointer = "";
  for (const { index, key } of frames) {
    pointer += pointerStep(index < 0 ? keyText(key) : index);
  }
  return pointer.length > LONGEST_POINTER ? "" : pointer;
}
