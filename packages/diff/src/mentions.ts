// Whether a value has only properties that its sender sends: a schema accepts others, and a sender has no value for them.
import { isRecord } from "./record.ts";
import { Judge } from "./judge.ts";
import type { Node } from "./schema.ts";
import { shapesOf, type Shape, type Side } from "./shapes.ts";

/** Whether a value that fits a node has only properties that the node mentions. */
export function mentions(
  sender: Side,
  node: Node,
  value: unknown,
  judge: Judge = new Judge(sender.view, { lenient: true }),
): boolean {
  const isSent = (inner: Node | undefined, part: unknown): boolean =>
    inner?.never === false && mentions(sender, inner, part, judge);
  const isOf = (shape: Shape): boolean => {
    if (shape.type === "array" && Array.isArray(value)) {
      return value.every((one, index) => isSent(shape.at(index), one));
    }
    return shape.type === "object" && isRecord(value)
      ? Object.entries(value).every(([name, one]) => isSent(shape.at(name), one))
      : true;
  };
  return (
    typeof value !== "object" ||
    value === null ||
    sender.view
      .alternatives(node)
      .some((one) =>
        shapesOf(one, sender).some(
          (shape) => judge.fits(shape.atoms, value) === true && isOf(shape),
        ),
      )
  );
}
