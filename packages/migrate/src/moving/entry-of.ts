// Which entry of a package exports a name. The table of what moved decides, so that both commands say the same.
import { MOVED } from "../moved.ts";

export function entryOf(name: string, from: string): string {
  return MOVED.names.find((row) => row.name === name && row.from === from)?.to ?? from;
}
