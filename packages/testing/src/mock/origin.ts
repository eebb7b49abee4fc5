// Requests to the origin of a mock, which may have a base path.

/** A request as the API sees it: without the base path of the client. */
export async function below(base: string, request: Request): Promise<Request> {
  const prefix = new URL(base).pathname.replace(/\/$/, "");
  if (prefix === "") {
    return request;
  }
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(prefix.length);
  const { method, headers, signal } = request;
  const body = request.body === null ? undefined : await request.arrayBuffer();
  return new Request(url, { method, headers, signal, ...(body === undefined ? {} : { body }) });
}
