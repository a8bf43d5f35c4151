const FIRST = 64 * 1024;

/**
 * Bytes that arrive in pieces, in one buffer that grows with them: a million pieces of a byte take no more memory than one
 * of a million, and what has not arrived takes none.
 */
export class Gathered {
  private buffer: Buffer | undefined;
  private taken = 0;

  /** @param most bytes that may arrive at all */
  constructor(private readonly most: number) {}

  get length(): number {
    return this.taken;
  }

  /** Everything that has arrived. */
  get bytes(): Buffer {
    return this.buffer?.subarray(0, this.taken) ?? Buffer.alloc(0);
  }

  add(piece: Buffer): void {
    const length = this.taken + piece.length;
    if (this.buffer === undefined) this.buffer = piece;
    else {
      if (length > this.buffer.length) this.grow(length);
      piece.copy(this.buffer, this.taken);
    }
    this.taken = length;
  }

  private grow(length: number): void {
    const size = Math.max(length, Math.min(this.most, Math.max(FIRST, length * 2)));
    const grown = Buffer.allocUnsafeSlow(size);
    this.bytes.copy(grown);
    this.buffer = grown;
  }
}
