// The API of files, declared once: the server serves this value, the page calls it.
import {
  del,
  dynamicResource,
  events,
  failure,
  file,
  get,
  integer,
  multipart,
  post,
  rootResource,
  staticResource,
  stream,
  string,
  type,
  uuid,
} from "bough";

/** The metadata of a file. */
export interface StoredFile {
  readonly id: string;
  readonly title: string;
  /** The title that its sender chose. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
}

export const FileNotFound = failure("file-not-found", 404);

export const api = rootResource("v1", {
  files: staticResource("files", {
    /** Lists the files in the order of their arrival. */
    list: get().response<StoredFile[]>(),

    /** Uploads one file, which is written to disk while it arrives. */
    upload: post()
      .request(
        multipart({
          title: string({ min: 1, max: 100 }),
          file: file({ maxBytes: 100 * 1024 * 1024 }),
        }),
      )
      .response(type<StoredFile>(), { status: 201, headers: { location: string() } }),

    /** An event for each new file. A client that reconnects gets the events it has missed. */
    arrivals: get("arrivals")
      .headers({ "last-event-id": integer({ min: 0 }).optional() })
      .response(events<StoredFile>()),

    file: dynamicResource(
      "file",
      { type: uuid(), failures: [FileNotFound] },
      {
        find: get().response<StoredFile>(),
        /** Downloads the content with its name, or a range of it. */
        download: get("content").response(stream()),
        remove: del(),
      },
    ),
  }),
});
