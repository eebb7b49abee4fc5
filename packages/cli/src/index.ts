// What the command `bough` of the package bough calls.
export { run } from "./run.ts";
