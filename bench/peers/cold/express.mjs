import express from "express";
import { askBySocket } from "../../cold/by-socket.mjs";
import { item, rangeOf, schemasOf } from "../../cold/shared.mjs";

export function build(count) {
  const app = express();
  for (const index of rangeOf(count)) {
    const { params } = schemasOf(index);
    app.get(`/v1/r${index}/:id`, (req, res) => {
      const read = params.safeParse(req.params);
      if (read.success) res.json(item(read.data.id));
      else res.status(400).json(read.error.issues);
    });
  }
  return askBySocket(app);
}
