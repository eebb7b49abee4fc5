// The check against DNS rebinding: a page whose name leads to this machine is still a page of another host.

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether a request is for another host, or comes from a page of another host. */
export function isForeign(
  host: string,
  origin: string | undefined,
  publicUrl: string | undefined,
): boolean {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  const isOwn = (url: string): boolean => {
    if (!URL.canParse(url)) {
      return false;
    }
    const { hostname } = new URL(url);
    return hostname === own || LOOPBACK.test(hostname);
  };
  return !isOwn(`http://${host}`) || (origin !== undefined && !isOwn(origin));
}
