// The API whose endpoints are the tools that the conformance suite calls.
import { bytes, failure, get, plainText, post, rootResource } from "bough";
import { routeMcp } from "bough-mcp";
import { createServer } from "bough/server";
import type { FetchServer } from "bough/types";
import { z } from "zod";

const Address = z
  .object({ street: z.string(), city: z.string() })
  .meta({ id: "address", $anchor: "addressDef" });
const Intended = failure("intended", 409);
const MIXED = "multipart/form-data; boundary=part";

const api = rootResource("tools", {
  test_simple_text: get("text").response(plainText()).describe({ summary: "Returns a text." }),
  test_image_content: get("image").response(bytes("image/png")),
  test_audio_content: get("audio").response(bytes("audio/wav")),
  test_embedded_resource: get("resource").response(bytes("text/markdown")),
  test_multiple_content_types: get("mixed").response(bytes(MIXED)),
  test_error_handling: get("error").failure(Intended),
  test_logging_tool: get("logging").response(plainText()),
  test_streaming_elicitation: get("streaming").response(plainText()),
  json_schema_2020_12_tool: post("schema")
    .request(z.object({ name: z.string(), address: Address }))
    .response(z.object({ name: z.string() })),
  test_x_mcp_header: post("header")
    .request(z.string().meta({ "x-mcp-header": "Text" }))
    .response(z.string()),
});

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
const part = (head: string, content: string): string =>
  `--part\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const PIXEL = Uint8Array.from(
  atob(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  ),
  (character) => character.charCodeAt(0),
);

/** The server of the API. */
export function conformanceServer(): FetchServer {
  const server = createServer();
  server.route(api, {
    test_simple_text: () => "This is a simple text response for testing.",
    test_image_content: () => PIXEL,
    test_audio_content: () => encoded("RIFF$\0\0\0WAVEfmt "),
    test_embedded_resource: () => encoded("# An embedded resource"),
    test_multiple_content_types: () =>
      encoded(
        `${part('name="text"', "Multiple content types:")}${part(
          'name="image"; filename="pixel.png"\r\ncontent-type: image/png',
          "png",
        )}${part('name="data"; filename="data.json"\r\ncontent-type: application/json', '{"value":123}')}--part--\r\n`,
      ),
    test_error_handling: ({ fail }) => fail(Intended),
    test_logging_tool: () => "nothing is logged to clients",
    test_streaming_elicitation: () => "nothing is asked",
    json_schema_2020_12_tool: ({ body }) => ({ name: body.name }),
    test_x_mcp_header: ({ body }) => body,
  });
  routeMcp(server, api, {
    expose: [api],
    writes: true,
    info: { title: "conformance", version: "1.0.0" },
    onWarning: () => undefined,
  });
  return server;
}
