/** A file that lies in the content store in pieces, each under a key of its own ({@link pieceKey}). */
export interface StoredPieces {
  /** What the keys of its pieces begin with. */
  readonly upload: string;
  readonly pieces: number;
  readonly bytes: number;
}

/** Each piece but the last one has so many bytes: whoever looks for a place in the file knows its piece. */
export const PIECE_BYTES = 4 * 1024 * 1024;
