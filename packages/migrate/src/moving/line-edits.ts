// The difference of two texts as edits of whole lines, so that one diff shows what many edits have made.
import type { Edit } from "../edits.ts";

/** The edits that make `after` of `before`. */
export function lineEdits(before: string, after: string): readonly Edit[] {
  const [old, current] = [lines(before), lines(after)];
  let first = 0;
  while (first < old.length && old[first] === current[first]) {
    first += 1;
  }
  let [last, end] = [old.length, current.length];
  while (last > first && end > first && old[last - 1] === current[end - 1]) {
    last -= 1;
    end -= 1;
  }
  const common = commonLines(old.slice(first, last), current.slice(first, end));
  const edits: Edit[] = [];
  let start = old.slice(0, first).join("").length;
  let [at, to] = [0, 0];
  for (const [kept, place] of [...common, [last - first, end - first] as const]) {
    const gone = old.slice(first + at, first + kept).join("");
    const text = current.slice(first + to, first + place).join("");
    if (gone !== text) {
      edits.push({ start, end: start + gone.length, text });
    }
    start += gone.length + (old[first + kept]?.length ?? 0);
    [at, to] = [kept + 1, place + 1];
  }
  return edits;
}

function lines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The longest common subsequence, as pairs of indices. */
function commonLines(
  old: readonly string[],
  current: readonly string[],
): readonly (readonly [number, number])[] {
  const width = current.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = current.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === current[j]
          ? 1 + (lengths[(i + 1) * width + j + 1] ?? 0)
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < current.length) {
    if (old[i] === current[j]) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) {
      i += 1;
    } else {
      j += 1;
    }
  }
  return pairs;
}
