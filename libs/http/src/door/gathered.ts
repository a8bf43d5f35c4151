const FIRST = 64 * 1024;
/** Of a body that has come so far, the rest is believed to come too. */
const EARNEST = 1024 * 1024;

/**
 * Bytes that arrive in pieces, in one buffer that grows with them: a million pieces of a byte take no more memory than one
 * of a million, and what has not arrived takes none.
 */
export class Gathered {
  private buffer: Buffer | undefined;
  private taken = 0;

  /**
   * @param most bytes that may arrive at all
   * @param announced as many are to arrive, and there is room for them: once some have, one buffer takes all, where each that
   *   is twice as large as the one before would leave that behind as garbage
   */
  constructor(
    private readonly most: number,
    private readonly announced?: number,
  ) {}

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
    const whole = length >= EARNEST ? this.announced : undefined;
    const size = Math.max(length, whole ?? Math.min(this.most, Math.max(FIRST, length * 2)));
    const grown = Buffer.allocUnsafeSlow(size);
    this.bytes.copy(grown);
    this.buffer = grown;
  }
}
