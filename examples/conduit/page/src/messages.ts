// Everything that the page says when something is wrong, in the words of the page. The API names fields and things;
// this file has a sentence for each.
import { isRejection, FailureError, InvalidRequestError, TransportError } from "bough/client";
import {
  api,
  ArticleChanged,
  NotFound,
  NotYours,
  OwnProfile,
  Taken,
  Unavailable,
  WrongPassword,
} from "../../src/api.ts";

/** A sentence for people, and the field of a form that it is about. */
export interface Message {
  readonly field?: string;
  readonly text: string;
}

interface FieldMessages {
  readonly blank: string;
  readonly invalid: string;
  readonly taken?: string;
}

const FIELDS: Readonly<Record<string, FieldMessages>> = {
  username: {
    blank: "Choose a user name.",
    invalid: "Use letters, digits, single spaces and the characters . _ - only, 40 at most.",
    taken: "Somebody else has this user name. Choose another one.",
  },
  email: {
    blank: "Enter your email address.",
    invalid: "Enter a whole email address, such as ada@example.com.",
    taken: "There is an account with this email address. Sign in, or use another address.",
  },
  password: { blank: "Enter a password.", invalid: "Use 8 to 200 characters." },
  bio: { blank: "", invalid: "Use 2,000 characters at most." },
  image: { blank: "", invalid: "Enter the whole address of a picture, with https:// before it." },
  title: { blank: "Give the article a title.", invalid: "Use one line of 200 characters at most." },
  description: {
    blank: "Say in a sentence what the article is about.",
    invalid: "Use one line of 500 characters at most.",
  },
  body: { blank: "Write something first.", invalid: "The text is too long. Please shorten it." },
  tagList: { blank: "", invalid: "Use at most 20 tags of 40 characters." },
};

const THINGS: Readonly<Record<string, string>> = {
  article: "There is no such article. Perhaps somebody has removed it.",
  comment: "There is no such comment. Perhaps somebody has removed it.",
  profile: "There is no user of this name.",
};
const NOTHING = "There is nothing at this address.";
const UNKNOWN = "Something went wrong. Please try again.";

/** What to say about a required field that is empty. */
export function blankMessage(field: string): Message {
  return { field, text: FIELDS[field]?.blank ?? UNKNOWN };
}

/** What to say about an error. */
export function messagesOf(error: Error): readonly Message[] {
  if (error instanceof FailureError) return failureMessages(error);
  if (isRejection(error, api)) {
    if (error.status === 422) return fieldMessages(error.body.errors);
    if (error.status === 401) return [{ text: "Please sign in first." }];
    if (error.status === 404) return [{ text: NOTHING }];
    if (error.status === 413) return [{ text: "This is too long to be saved." }];
  }
  // Such as the address of an article that is longer than any.
  if (error instanceof InvalidRequestError) return [{ text: NOTHING }];
  if (error instanceof TransportError) {
    return [{ text: "The server cannot be reached. Please check your connection." }];
  }
  return [{ text: UNKNOWN }];
}

/** Whether there is nothing to show, however often one tries. */
export function isMissing(error: Error): boolean {
  if (error instanceof FailureError) return error.failedWith(NotFound);
  return error instanceof InvalidRequestError || (isRejection(error, api) && error.status === 404);
}

type Fields = Readonly<Record<string, readonly string[]>>;

function failureMessages(error: FailureError): readonly Message[] {
  if (error.failedWith(Taken)) {
    return Object.keys(error.failure.body.errors).map((field) => ({
      field,
      text: FIELDS[field]?.taken ?? UNKNOWN,
    }));
  }
  if (error.failedWith(WrongPassword)) {
    return [{ text: "The email address or the password is wrong." }];
  }
  if (error.failedWith(NotFound)) {
    return Object.keys(error.failure.body.errors).map((thing) => ({
      text: THINGS[thing] ?? NOTHING,
    }));
  }
  if (error.failedWith(ArticleChanged)) {
    return [
      {
        text: "The article has changed since you opened it. Publish again to replace the change.",
      },
    ];
  }
  if (error.failedWith(NotYours)) return [{ text: "Only its author can change it." }];
  if (error.failedWith(OwnProfile)) return [{ text: "You cannot follow yourself." }];
  if (error.failedWith(Unavailable)) {
    return [{ text: "The server is busy. Please try again in a moment." }];
  }
  return [{ text: UNKNOWN }];
}

function fieldMessages(fields: Fields): readonly Message[] {
  return Object.entries(fields).map(([field, [message]]) => {
    const about = FIELDS[field];
    if (about === undefined) return { text: UNKNOWN };
    return { field, text: message === "can't be blank" ? about.blank : about.invalid };
  });
}
