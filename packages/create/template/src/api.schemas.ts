// @ts-nocheck
/* eslint-disable */
// `bough schemas` writes this file from the types of the API. Do not edit it.
import type { ExtractedSchemas } from "bough/server";

export const schemas: ExtractedSchemas = {
  format: 1,
  digest: "5dd7cc07c70262230776a1989e4f9e8d2941ca3154c0f89152168fdad86b9d4f",
  components: {
    NewNote: {
      type: "object",
      properties: {
        text: {
          type: "string",
          description: "The text of the note.",
          minLength: 1,
          maxLength: 500,
        },
      },
      required: ["text"],
    },
    Note: {
      type: "object",
      properties: {
        id: { type: "string", format: "uuid" },
        text: {
          type: "string",
          description: "The text of the note.",
          minLength: 1,
          maxLength: 500,
        },
      },
      required: ["id", "text"],
    },
  },
  endpoints: {
    "DELETE /api/notes/{}": { summary: "Deletes a note." },
    "GET /api/notes": {
      summary: "Lists notes, newest first.",
      responses: {
        "200": {
          "application/json": {
            schema: { type: "array", items: { $ref: "#/components/schemas/Note" } },
          },
        },
      },
    },
    "GET /api/notes/{}": {
      summary: "Finds a note.",
      responses: {
        "200": { "application/json": { schema: { $ref: "#/components/schemas/Note" } } },
      },
    },
    "POST /api/notes": {
      summary: "Adds a note.",
      request: { "application/json": { schema: { $ref: "#/components/schemas/NewNote" } } },
      responses: {
        "201": { "application/json": { schema: { $ref: "#/components/schemas/Note" } } },
      },
    },
  },
};
