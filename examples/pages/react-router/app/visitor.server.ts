// The client of the visitor whose page is rendered, or whose form is handled. It calls the server without a network.
import { createClient, type Client } from "bough/client";
import { inProcess } from "bough/server";
import { stringifySetCookie } from "cookie";
import { createContext, type MiddlewareFunction } from "react-router";
import { server } from "./api/server.ts";

/** Where the browser calls the API. Query keys contain it, so server and browser use the same. */
export const apiUrl = (): string => new URL("/api", process.env["ORIGIN"]).href;

export const visitor = createContext<Client>();

export const withVisitor: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const lines: string[] = [];
  const fetch = inProcess(server, {
    headers: request.headers,
    onSetCookie: ({ name, value, options }) =>
      lines.push(stringifySetCookie({ name, value, ...options })),
  });
  context.set(visitor, createClient({ baseUrl: apiUrl(), fetch }));
  const response = await next();
  for (const line of lines) response.headers.append("set-cookie", line);
  return response;
};
