// Which schemas fit a declared body, and what is said of those that do not: rows of zod, Valibot and
// ArkType.
import { type } from "arktype";
import * as v from "valibot";
import { z } from "zod";
import type { AnySchema } from "../../shared/schema/standard-schema.ts";
import type { RequestSchema, ResponseSchema } from "./schema-fit.ts";

// "ok", or the path in the sentence.
type Said<T> = 0 extends 1 & T
  ? "ok"
  : T extends `this schema lacks "${infer Path}" of ${string}`
    ? `lacks ${Path}`
    : T extends `${string} at "${infer Path}"`
      ? `unfit ${Path}`
      : T extends string
        ? "unfit"
        : "ok";
interface Row<S> {
  says<const Text extends S>(text: Text & (S extends Text ? unknown : never)): void;
}
declare function req<Given>(): <S extends AnySchema>(
  schema: S,
) => Row<Said<RequestSchema<Given, S>>>;
declare function res<Received>(): <S extends AnySchema>(
  schema: S,
) => Row<Said<ResponseSchema<Received, S>>>;
const za = z.object({ a: z.string() });

interface AB {
  a: string;
  b?: string;
}
req<AB>()(za).says("lacks b");
req<AB>()(z.object({ a: z.string(), b: z.string().optional() })).says("ok");
req<AB>()(z.object({ a: z.string(), b: z.string().default("x") })).says("ok");
req<AB>()(z.object({ a: z.string(), b: z.string() })).says("unfit b");
req<AB>()(z.strictObject({ a: z.string() })).says("lacks b");
req<AB>()(z.looseObject({ a: z.string() })).says("ok");
req<AB>()(z.object({ a: z.string() }).catchall(z.unknown())).says("ok");
req<AB>()(z.unknown()).says("ok");
req<AB>()(z.any()).says("ok");
req<AB>()(z.custom<AB>()).says("ok");
req<AB>()(z.custom<object>()).says("ok");
req<AB>()(v.object({ a: v.string() })).says("lacks b");
req<AB>()(v.looseObject({ a: v.string() })).says("ok");
req<AB>()(v.strictObject({ a: v.string() })).says("lacks b");
req<AB>()(v.object({ a: v.string(), b: v.optional(v.string(), "x") })).says("ok");
req<AB>()(type({ a: "string" })).says("lacks b");
req<AB>()(type({ a: "string", "b?": "string" })).says("ok");
req<AB>()(type({ a: "string", "[string]": "unknown" })).says("ok");
interface Art {
  article: { title: string; tagList?: string[] };
}
req<Art>()(z.object({ article: z.object({ title: z.string() }) })).says("lacks article.tagList");
req<Art>()(
  z.object({ article: z.object({ title: z.string(), tagList: z.array(z.string()).optional() }) }),
).says("ok");
req<Art>()(
  z.object({ article: z.object({ title: z.string(), tagList: z.array(z.number()).optional() }) }),
).says("unfit article.tagList[]");
req<Art>()(
  z.object({ article: z.object({ title: z.number(), tagList: z.array(z.string()).optional() }) }),
).says("unfit article.title");
req<Art>()(z.object({ article: z.looseObject({}) })).says("ok");
req<Art>()(z.object({ article: z.unknown() })).says("ok");
interface Deep {
  list: { items: { id: number; note?: string }[] }[];
}
req<Deep>()(
  z.object({ list: z.array(z.object({ items: z.array(z.object({ id: z.number() })) })) }),
).says("lacks list[].items[].note");
req<Deep>()(
  v.object({ list: v.array(v.object({ items: v.array(v.object({ id: v.number() })) })) }),
).says("lacks list[].items[].note");
req<Deep>()(type({ list: type({ items: type({ id: "number" }).array() }).array() })).says(
  "lacks list[].items[].note",
);
req<Deep>()(
  z.object({
    list: z.array(
      z.object({ items: z.array(z.object({ id: z.number(), note: z.string().nullish() })) }),
    ),
  }),
).says("ok");
req<Deep>()(
  z.object({
    list: z.array(
      z.object({ items: z.array(z.object({ id: z.string(), note: z.string().nullish() })) }),
    ),
  }),
).says("unfit list[].items[].id");
req<{ id: number; note?: string }[]>()(z.array(z.object({ id: z.number() }))).says("lacks [].note");
req<{ at: string; b?: number }>()(z.object({ at: z.string().transform(Number) })).says("lacks b");
req<{ at: string; b?: number }>()(
  z.object({ at: z.string().transform(Number), b: z.coerce.number() }),
).says("unfit b");
type U = { kind: "a"; x?: string } | { kind: "b"; y?: string };
req<U>()(
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("a"), x: z.string().optional() }),
    z.object({ kind: z.literal("b") }),
  ]),
).says("lacks y");
req<U>()(
  z.union([
    z.object({ kind: z.literal("a"), x: z.string().optional() }),
    z.object({ kind: z.literal("b"), y: z.string().optional() }),
  ]),
).says("ok");
req<U>()(
  v.variant("kind", [
    v.object({ kind: v.literal("a") }),
    v.object({ kind: v.literal("b"), y: v.optional(v.string()) }),
  ]),
).says("lacks x");
req<U>()(
  z.object({ kind: z.enum(["a", "b"]), x: z.string().optional(), y: z.string().optional() }),
).says("ok");
req<{ by: Record<string, { n: number; m?: string }> }>()(
  z.object({ by: z.record(z.string(), z.object({ n: z.number() })) }),
).says("lacks by[string].m");
req<{ by: Record<string, { n: number; m?: string }> }>()(
  z.object({ by: z.record(z.string(), z.object({ n: z.number(), m: z.string().optional() })) }),
).says("ok");
req<{ by: Record<string, string> }>()(
  z.object({ by: z.object({ a: z.string().optional() }) }),
).says("lacks by[string]");
req<{ o?: { p?: { q?: string } } | null }>()(
  z.object({ o: z.object({ p: z.object({}).optional() }).nullish() }),
).says("unfit o.p.q");
req<{ o?: { p?: { q?: string; r?: number } } | null }>()(
  z.object({ o: z.object({ p: z.object({ r: z.number().optional() }).optional() }).nullish() }),
).says("lacks o.p.q");
interface Tree {
  name: string;
  note?: string;
  kids: Tree[];
}
declare const tree: z.ZodType<Tree, Tree>;
req<Tree>()(tree).says("ok");
interface Tree2 {
  name: string;
  kids: Tree2[];
}
req<Tree>()(null as unknown as z.ZodType<Tree2, Tree2>).says("lacks note");
req<AB | { c: number }>()(
  z.union([z.looseObject({ a: z.string() }), z.looseObject({ c: z.number() })]),
).says("ok");
req<{ tags: readonly string[] }>()(z.object({ tags: z.array(z.string()) })).says("ok");
req<{ p: [number, string] }>()(z.object({ p: z.tuple([z.string(), z.number()]) })).says("unfit p");
req<{ p: [number, string] }>()(z.object({ p: z.tuple([z.number(), z.string()]) })).says("ok");
req<{ a: string | null }>()(z.object({ a: z.string() })).says("unfit a");
req<{ a: { b: string } | null }>()(z.object({ a: z.object({ b: z.string() }) })).says("unfit a");
req<{ a: any; b: { c?: any } }>()(
  z.object({ a: z.object({ x: z.string() }), b: z.object({ c: z.unknown() }) }),
).says("unfit b.c");
req<any>()(z.object({ a: z.string() })).says("ok");
req<unknown>()(z.object({ a: z.string() })).says("unfit");
req<undefined>()(z.object({ a: z.string() })).says("unfit");
req<string>()(z.object({ a: z.string() })).says("unfit");
req<AB>()(v.objectWithRest({ a: v.string() }, v.number())).says("unfit b");
req<AB>()(v.objectWithRest({ a: v.string() }, v.string())).says("ok");
req<{ a: { b: { c: { d: { e: { f: string; g?: 1 } } } } } }>()(
  z.object({
    a: z.object({
      b: z.object({ c: z.object({ d: z.object({ e: z.object({ f: z.string() }) }) }) }),
    }),
  }),
).says("lacks a.b.c.d.e.g");
type Json = string | number | boolean | null | Json[] | { [k: string]: Json };
req<{ a: Json; b?: 1 }>()(z.object({ a: z.json() })).says("lacks b");
req<Json>()(z.json()).says("ok");
req<{ a: Json }>()(null as unknown as z.ZodType<{ a: Json[] }, { a: Json[] }>).says("unfit a");
res<AB>()(za).says("lacks b");
res<AB>()(z.object({ a: z.string(), b: z.string() })).says("ok");
res<AB>()(z.object({ a: z.literal("x") })).says("lacks b");
res<AB>()(z.unknown()).says("ok");
res<AB>()(z.any()).says("ok");
res<AB>()(z.object({ a: z.number(), b: z.string() })).says("unfit a");
res<AB>()(z.looseObject({ a: z.string() })).says("ok");
res<{ a: string; b?: unknown }>()(z.looseObject({ a: z.string() })).says("ok");
res<AB[]>()(v.array(v.object({ a: v.string() }))).says("lacks [].b");
res<{ list: AB[] }>()(type({ list: type({ a: "string" }).array() })).says("lacks list[].b");
res<AB | string>()(z.string()).says("ok");
res<Record<string, number>>()(z.object({ total: z.number() })).says("ok");
res<Art>()(
  z.object({
    article: z.object({ title: z.string().transform(Number), tagList: z.array(z.string()) }),
  }),
).says("unfit article.title");
res<{ a: string; b?: string; c?: { d?: string } }>()(
  z.object({ a: z.string(), b: z.string().optional(), c: z.object({ e: z.string() }) }),
).says("unfit c");
res<AB>()(null as unknown as AnySchema).says("ok");
res<Tree>()(null as unknown as z.ZodType<Tree2, Tree2>).says("lacks note");
