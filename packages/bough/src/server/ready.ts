// A finished answer as an around sees it: opaque, but for its status and headers.
import type { Answer } from "./answer.ts";

/** What `next()` resolves to, and what an around returns. */
export class Ready {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }

  get status(): number {
    return this.answer.status;
  }

  get headers(): Headers {
    const headers = new Headers();
    for (let index = 0; index < this.answer.headers.length; index += 2) {
      headers.append(this.answer.headers[index] ?? "", this.answer.headers[index + 1] ?? "");
    }
    return headers;
  }
}
