// A client of TypeScript 5.9's language server, as in an editor.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const path = fileURLToPath(
  new URL("../../node_modules/typescript-5.9/lib/tsserver.js", import.meta.url),
);
const HEAD_END = "\r\n\r\n";

export class TsServer {
  #process = spawn(
    process.execPath,
    ["--max-old-space-size=6000", path, "--disableAutomaticTypingAcquisition"],
    { stdio: ["pipe", "pipe", "ignore"] },
  );
  #sequence = 0;
  #bytes = Buffer.alloc(0);
  #answers = new Map();
  #completed = new Map();

  constructor() {
    this.#process.stdout.on("data", (bytes) => {
      this.#bytes = Buffer.concat([this.#bytes, bytes]);
      for (let message = this.#next(); message !== undefined; message = this.#next()) {
        if (message.type === "response") this.#answers.get(message.request_seq)?.(message);
        else if (message.event === "requestCompleted") {
          this.#completed.get(message.body.request_seq)?.();
        }
      }
    });
  }

  /** Sends a command without a response. Returns its number. */
  tell(command, args) {
    const seq = ++this.#sequence;
    const message = { seq, type: "request", command, arguments: args };
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
    return seq;
  }

  /** Sends a command. Resolves to its response. */
  ask(command, args) {
    return new Promise((resolve) => {
      this.#answers.set(this.tell(command, args), resolve);
    });
  }

  /** Resolves when all errors of a file are reported. */
  errorsOf(file) {
    return new Promise((resolve) => {
      this.#completed.set(this.tell("geterr", { files: [file], delay: 0 }), resolve);
    });
  }

  end() {
    this.#process.kill();
  }

  #next() {
    const head = this.#bytes.indexOf(HEAD_END);
    if (head < 0) return undefined;
    const length = Number(
      /Content-Length: (\d+)/.exec(this.#bytes.subarray(0, head).toString())[1],
    );
    const end = head + HEAD_END.length + length;
    if (this.#bytes.length < end) return undefined;
    const message = JSON.parse(this.#bytes.subarray(head + HEAD_END.length, end).toString());
    this.#bytes = this.#bytes.subarray(end);
    return message;
  }
}
