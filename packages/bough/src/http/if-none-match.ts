// The `If-None-Match` header of a request.

/** Whether a client has the content with this entity tag already (RFC 9110 13.1.2). */
export function hasTag(header: string | undefined, tag: string): boolean {
  return (
    header?.trim() === "*" ||
    // A proxy that compresses makes a tag weak, and this comparison ignores that.
    [...(header ?? "").matchAll(/(?:W\/)?("[^"]*")/g)].some(([, given]) => given === tag)
  );
}
