/** Cuts a stream of PostgreSQL's protocol (version 3) into its messages, whatever chunks it comes in. */
export class MessageCutter {
  private rest: Buffer = Buffer.alloc(0);

  /** `untyped`: the first message has a length and no type, as a client's start-up message. */
  constructor(private untyped: boolean) {}

  /** The messages that are complete now, each as its bytes. */
  take(chunk: Buffer): Buffer[] {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const messages: Buffer[] = [];
    for (;;) {
      const head = this.untyped ? 0 : 1;
      if (this.rest.length < head + 4) return messages;
      const size = head + this.rest.readInt32BE(head);
      if (this.rest.length < size) return messages;
      messages.push(this.rest.subarray(0, size));
      this.rest = this.rest.subarray(size);
      this.untyped = false;
    }
  }
}

const PARSE = 0x50; // P: a statement's name and text
const BIND = 0x42; // B: a portal's and a statement's name, and the parameters
const QUERY = 0x51; // Q: a statement without parameters
const READY = 0x5a; // Z: the server has done all that it was asked

/** Reads which statement a client runs; remembers the texts of those that it has prepared. */
export class StatementReader {
  private readonly prepared = new Map<string, string>();

  /** The statement's text, and for one with parameters these too, where the message runs one. */
  read(message: Buffer): string | undefined {
    if (message[0] === QUERY) return message.toString('utf8', 5);
    if (message[0] === PARSE) {
      const [name = '', text = ''] = message.toString('utf8', 5).split('\0', 2);
      this.prepared.set(name, text);
    }
    if (message[0] !== BIND) return undefined;
    const bound = message.toString('utf8', 5);
    const name = bound.split('\0', 2)[1] ?? '';
    return `${name}\n${this.prepared.get(name) ?? ''}\n${bound}`;
  }
}

export const isReady = (message: Buffer): boolean => message[0] === READY;
