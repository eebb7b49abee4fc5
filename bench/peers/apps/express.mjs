import express from "express";
import { create, list, NewUser, Query, report, user } from "../../apps/shared.mjs";

const app = express();
app.use(express.json());
app.get("/v1/users/:user", (req, res) => {
  res.json(user(req.params.user));
});
app.post("/v1/users", (req, res) => {
  const read = NewUser.safeParse(req.body);
  if (read.success) res.status(201).json(create(read.data));
  else res.status(400).json(read.error.issues);
});
app.get("/v1/users", (req, res) => {
  const read = Query.safeParse(req.query);
  if (read.success) res.json(list(read.data.limit));
  else res.status(400).json(read.error.issues);
});
app.get("/v1/report", (_req, res) => {
  res.json(report());
});

export const listen = (port) => app.listen(port, "127.0.0.1");
