// Endpoints that are conditional: what a server owes clients that have a version.
import {
  del,
  dynamicResource,
  failure,
  get,
  patch,
  post,
  put,
  rootResource,
  staticResource,
} from "bough";
import { createServer } from "bough/server";
import type { FetchServer } from "bough/types";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { conformance } from "./conformance.ts";

const Text = z.object({ text: z.string() });
const Note = Text.extend({ id: z.string(), version: z.int() });
const NotFound = failure("not-found", 404);
const Changed = failure("note-changed", 412).body(z.object({ current: Note }));
const options = { version: "version" } as const;

const api = rootResource("v1", {
  notes: staticResource("notes", {
    list: get().response(z.array(Note)),
    create: post().request(Text).response(Note, { status: 201 }),
    note: dynamicResource("note", {
      find: get().response(Note).failure(NotFound).conditional(options),
      replace: put()
        .request(Text)
        .response(Note)
        .failure(NotFound)
        .conditional({ ...options, changed: Changed }),
      change: patch().request(Text).response(Note).failure(NotFound).conditional(options),
      remove: del().failure(NotFound).conditional(options),
    }),
  }),
});

const FAULTS = {
  "no tag": "200 with ETag: none",
  "a weak tag": '200 with ETag: W/"1"',
  "a tag that changes": "and its content is the same",
  "no 304": "responded 200 to If-None-Match",
  "always 304": 'responded 304 to If-None-Match: "bough-testing-no-version"',
  "no weak comparison": "responded 200 to If-None-Match: W/",
  "no list": "responded 200 to If-None-Match: ",
  "no star": "responded 200 to If-None-Match: *",
  "a 304 with a body": "responded 304 with a body of ",
  "a 304 without its tag": "responded 304 without ETag",
  "500 for a malformed tag": "responded 500 to a malformed tag in if-none-match",
  "no If-Match": "responded 200 to a change of another version",
  "a change without a version": "responded 200 to a change without If-Match",
  "a weak If-Match": "to a change of the version as a weak tag",
  "If-None-Match for what exists": "responded 200 to If-None-Match: * for what exists",
  "a malformed If-Match": "responded 200 to a malformed tag in if-match",
  "412 for the current version": "which is the version of what exists",
  "the same version": "and its version is still",
  "a removal of another version": "responded 204 to a change of another version",
} as const;
const TOLERATED = {
  "a 304 with a type": "responded 304 with Content-Type: application/json",
  "a malformed tag": "responded 200 to a malformed tag in if-none-match",
  "400 for a missing version": "responded 400 to a change without If-Match",
  "409 for another version": "responded 409 to a change of another version",
} as const;
type Fault = keyof typeof FAULTS | keyof typeof TOLERATED;

const TAGS = /^(?:\*|(?:W\/)?"[^"]*"(?:, *(?:W\/)?"[^"]*")*)$/;
const opaque = (tags: string): string[] => [...tags.matchAll(/"[^"]*"/g)].map(([tag]) => tag);

/** A server by hand. */
function serverOf(fault?: Fault): (request: Request) => Promise<Response> {
  type Entity = z.infer<typeof Note>;
  const notes = new Map<string, Entity>();
  let count = 0;
  const is = (one: Fault): boolean => one === fault;
  const empty = (status: number, headers: Record<string, string> = {}): Response =>
    new Response(null, { status, headers });

  const find = (note: Entity, tags: string | null): Response => {
    const own = `"${note.version}"`;
    const tag = is("a weak tag") ? `W/${own}` : is("a tag that changes") ? `"${count++}"` : own;
    const headers: Record<string, string> = is("no tag") ? {} : { etag: tag };
    if (tags !== null && !TAGS.test(tags) && !is("a malformed tag")) {
      return empty(is("500 for a malformed tag") ? 500 : 400);
    }
    const has =
      tags !== null &&
      ((tags === "*" && !is("no star")) ||
        (opaque(tags).includes(tag) &&
          !(is("no weak comparison") && tags.startsWith("W/")) &&
          !(is("no list") && tags.includes(","))) ||
        is("always 304"));
    if (!has || is("no 304")) return Response.json(note, { headers });
    if (is("a 304 with a body")) {
      // What a client sees that does not throw it away.
      const response = Response.json(note, { headers });
      response.headers.delete("content-type");
      return Object.defineProperty(response, "status", { value: 304 });
    }
    return empty(304, {
      ...(is("a 304 without its tag") ? {} : headers),
      ...(is("a 304 with a type") ? { "content-type": "application/json" } : {}),
    });
  };

  /** Why a write is refused. */
  const refused = (note: Entity, { method, headers }: Request): Response | undefined => {
    const [tags, none] = [headers.get("if-match"), headers.get("if-none-match")];
    const changed = (): Response =>
      method === "PUT" && !is("409 for another version")
        ? Response.json(
            { type: "urn:problem-type:note-changed", title: "t", status: 412, current: note },
            { status: 412, headers: { "content-type": "application/problem+json" } },
          )
        : empty(is("409 for another version") ? 409 : 412);
    if (none !== null && !is("If-None-Match for what exists")) return changed();
    if (tags === null) {
      const isMade = is("a change without a version") || none !== null;
      return isMade ? undefined : empty(is("400 for a missing version") ? 400 : 428);
    }
    if (!TAGS.test(tags)) return is("a malformed If-Match") ? undefined : empty(400);
    const strong = is("a weak If-Match") ? tags : tags.replaceAll(/W\/"[^"]*"/g, "");
    const isCurrent = tags === "*" || opaque(strong).includes(`"${note.version}"`);
    const isIgnored =
      is("no If-Match") || (is("a removal of another version") && method === "DELETE");
    return (isCurrent && !(is("412 for the current version") && tags !== "*")) || isIgnored
      ? undefined
      : changed();
  };

  return async (request) => {
    const { method, headers } = request;
    const [, id] = /^\/v1\/notes(?:\/([^/]+))?$/.exec(new URL(request.url).pathname) ?? [];
    const note = notes.get(id ?? "");
    if (method === "GET" && id === undefined) return Response.json([...notes.values()]);
    if (method === "DELETE" && note !== undefined) {
      return refused(note, request) ?? (notes.delete(note.id) ? empty(204) : empty(404));
    }
    if (method === "GET" && note !== undefined) return find(note, headers.get("if-none-match"));
    const body = Text.safeParse(await request.json().catch(() => undefined));
    if (id !== undefined && note === undefined) {
      return Response.json(
        { type: "urn:problem-type:not-found", title: "t", status: 404 },
        { status: 404, headers: { "content-type": "application/problem+json" } },
      );
    }
    if (!body.success) return empty(400);
    if (note === undefined) {
      const made = { ...body.data, id: `n${count++}`, version: 1 };
      notes.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const why = refused(note, request);
    if (why !== undefined) return why;
    const version = note.version + (is("the same version") ? 0 : 1);
    notes.set(note.id, { ...note, ...body.data, version });
    return Response.json(notes.get(note.id));
  };
}

/** The broken rules about versions. */
async function failuresOf(
  fetch: (request: Request) => Promise<Response>,
  {
    strict = false,
    tree = api,
  }: { strict?: boolean; tree?: Parameters<typeof conformance>[0] } = {},
) {
  const given = { baseUrl: "http://localhost", writes: true, runs: 5, seed: 1, strict, fetch };
  const failures: string[] = [];
  for (const one of conformance(tree, given)) {
    try {
      await one.run();
    } catch (error) {
      const found = String(Object(error).message).split("\n\n").slice(0, -1);
      failures.push(...found.map((text) => text.split("\n")[0] ?? ""));
    }
  }
  // What the server by hand does not care for.
  return failures.filter((text) => !/Content-Type application|Accept|HEAD|BREW|no-such/.test(text));
}

describe("a conditional endpoint of a server by hand", () => {
  test("keeps the rules", async () => {
    expect(await failuresOf(serverOf(), { strict: true })).toEqual([]);
  });

  test.each(Object.entries(FAULTS))("fails with %s", async (fault, message) => {
    const failures = await failuresOf(serverOf(fault as Fault));
    expect(failures.join("\n")).toContain(message);
  });

  test.each(Object.entries(TOLERATED))("is reported with %s", async (fault, message) => {
    expect(await failuresOf(serverOf(fault as Fault))).toEqual([]);
    const failures = await failuresOf(serverOf(fault as Fault), { strict: true });
    expect(failures.join("\n")).toContain(message);
  });
});

describe("a conditional endpoint of Bough", () => {
  const tree = rootResource("v1", {
    pages: staticResource("pages", {
      create: post().request(Text).response(Note, { status: 201 }),
      page: dynamicResource("page", {
        // The version is not in the body, and a change need not have one.
        find: get()
          .response(Text.extend({ id: z.string() }))
          .failure(NotFound)
          .conditional(),
        save: put().request(Text).response(Text).failure(NotFound).conditional({ required: false }),
        remove: del().failure(NotFound).conditional(),
      }),
    }),
    notes: api.notes,
  });

  function routed(): FetchServer {
    const server = createServer();
    const notes = new Map<string, z.infer<typeof Note>>();
    const create = ({ body }: { readonly body: z.infer<typeof Text> }) => {
      const note = { ...body, id: crypto.randomUUID(), version: 1 };
      notes.set(note.id, note);
      return note;
    };
    server.route(tree.pages, {
      create,
      page: {
        find: ({ ids, respond, fail }) => {
          const note = notes.get(ids.page) ?? fail(NotFound);
          return respond({ id: note.id, text: note.text }, { etag: note.version });
        },
        save: ({ ids, body, expect: compare, fail }) => {
          const note = notes.get(ids.page) ?? fail(NotFound);
          compare(note.version);
          notes.set(note.id, { ...note, ...body, version: note.version + 1 });
          return body;
        },
        remove: ({ ids, expect: compare, fail }) => {
          const note = notes.get(ids.page) ?? fail(NotFound);
          compare(note.version);
          notes.delete(note.id);
        },
      },
    });
    const changed = (id: string, text: string) => {
      const note = notes.get(id);
      const next = note && { ...note, text, version: note.version + 1 };
      return next && (notes.set(id, next), next);
    };
    server.route(tree.notes, {
      list: () => [...notes.values()],
      create,
      note: {
        find: ({ ids, fail }) => notes.get(ids.note) ?? fail(NotFound),
        replace: ({ ids, body, expect: compare, fail }) => {
          const current = notes.get(ids.note) ?? fail(NotFound);
          compare(current.version, { current });
          return changed(ids.note, body.text) ?? fail(NotFound);
        },
        change: ({ ids, body, expect: compare, fail }) => {
          compare((notes.get(ids.note) ?? fail(NotFound)).version);
          return changed(ids.note, body.text) ?? fail(NotFound);
        },
        remove: ({ ids, expect: compare, fail }) => {
          compare((notes.get(ids.note) ?? fail(NotFound)).version);
          notes.delete(ids.note);
        },
      },
    });
    return server;
  }

  test("keeps every rule", async () => {
    const server = routed();
    const fetch = async (request: Request): Promise<Response> => server.fetch(request);
    expect(await failuresOf(fetch, { strict: true, tree })).toEqual([]);
  });
});
