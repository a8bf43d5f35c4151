import type { Tenant } from '#kernel';
import { PIECE_BYTES, pieceKey, type StoredPieces } from '#contracts';
import type { ContentStore } from '#eventing';
import { UnreadablePackage, type ZipSource } from '#pac';

/** Pieces that are in memory: of the directory at the end, and of the files before it. */
const KEPT = 2;

/** A package that lies in the content store, read place by place. Throws UnreadablePackage where a piece is gone. */
export function storedZip(
  contents: Pick<ContentStore, 'get'>,
  tenant: Tenant,
  { upload, pieces, bytes }: StoredPieces,
): ZipSource {
  const kept = new Map<number, Buffer>();
  const pieceOf = async (number: number): Promise<Buffer> => {
    const known = kept.get(number);
    if (known) {
      // The one that was used last goes last.
      kept.delete(number);
      kept.set(number, known);
      return known;
    }
    const piece = number < pieces ? await contents.get(tenant, pieceKey(upload, number)) : undefined;
    if (!piece) throw new UnreadablePackage('a piece of it is gone');
    for (const oldest of kept.keys()) if (kept.size >= KEPT) kept.delete(oldest);
    kept.set(number, piece);
    return piece;
  };
  return {
    size: bytes,
    read: async (at, length) => {
      const parts: Buffer[] = [];
      for (let from = at; from < at + length;) {
        const number = Math.floor(from / PIECE_BYTES);
        const begin = from - number * PIECE_BYTES;
        const piece = await pieceOf(number);
        const part = piece.subarray(begin, begin + at + length - from);
        if (part.length === 0) throw new UnreadablePackage('a piece of it is cut short');
        parts.push(part);
        from += part.length;
      }
      const [only = Buffer.alloc(0), ...more] = parts;
      return more.length === 0 ? only : Buffer.concat(parts);
    },
  };
}

/** Removes a package from the content store. */
export const removeStored = (
  contents: ContentStore,
  tenant: Tenant,
  store: string,
  { upload, pieces }: StoredPieces,
): Promise<void> =>
  contents.remove(tenant, [store, ...Array.from({ length: pieces }, (_, n) => pieceKey(upload, n))]);
