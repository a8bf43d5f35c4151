export type Bytes = AsyncIterable<Uint8Array>;

/** Chunks of bytes that can be looked at before they are taken. */
export class Peekable {
  private readonly chunks: AsyncIterator<Uint8Array>;
  private buffer: Uint8Array = new Uint8Array(0);
  private ended = false;

  constructor(source: Bytes) {
    this.chunks = source[Symbol.asyncIterator]();
  }

  /** The next bytes, which stay; fewer where the source ends. */
  async peek(count: number): Promise<Uint8Array> {
    while (this.buffer.length < count && !this.ended) {
      const { done, value } = await this.chunks.next();
      if (done) this.ended = true;
      else this.buffer = this.buffer.length === 0 ? value : Buffer.concat([this.buffer, value]);
    }
    return this.buffer.subarray(0, count);
  }

  /** The next bytes, which are gone then; undefined where there are fewer. */
  async take(count: number): Promise<Uint8Array | undefined> {
    const taken = await this.peek(count);
    if (taken.length < count) return undefined;
    this.buffer = this.buffer.subarray(count);
    return taken;
  }

  /** At most so many bytes, as they come; nothing at the end. */
  async some(most: number): Promise<Uint8Array> {
    await this.peek(1);
    const taken = this.buffer.subarray(0, most);
    this.buffer = this.buffer.subarray(taken.length);
    return taken;
  }

  /** All that is left. */
  async *rest(): Bytes {
    for (;;) {
      const chunk = await this.some(Number.MAX_SAFE_INTEGER);
      if (chunk.length === 0) return;
      yield chunk;
    }
  }
}
