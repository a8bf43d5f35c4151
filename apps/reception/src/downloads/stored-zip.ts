import type { Tenant } from '#kernel';
import { PIECE_BYTES, pieceKey, type StoredPieces } from '#contracts';
import type { ContentStore } from '#eventing';
import { UnreadablePackage, type ZipSource } from '#pac';
import { sourceInPieces } from '../import/source.js';

/** A package that lies in the content store, read place by place. Throws UnreadablePackage where a piece is gone, or it ends too soon. */
export function storedZip(
  contents: Pick<ContentStore, 'get'>,
  tenant: Tenant,
  { upload, pieces, bytes: size }: StoredPieces,
): ZipSource {
  const fetch = async (number: number): Promise<Buffer> => {
    const piece = number < pieces ? await contents.get(tenant, pieceKey(upload, number)) : undefined;
    if (!piece) throw new UnreadablePackage('a piece of it is gone');
    const isWhole = piece.length >= Math.min(PIECE_BYTES, size - number * PIECE_BYTES);
    if (!isWhole) throw new UnreadablePackage('a piece of it is cut short');
    return piece;
  };
  const source = sourceInPieces(fetch, { size, pieceSize: PIECE_BYTES });
  const read = async (at: number, length: number): Promise<Buffer> => {
    if (at + length > size) throw new UnreadablePackage('it is cut short');
    return source.read(at, length);
  };
  return { size, read };
}

/** Removes a package from the content store. */
export const removeStored = (
  contents: ContentStore,
  tenant: Tenant,
  store: string,
  { upload, pieces }: StoredPieces,
): Promise<void> =>
  contents.remove(tenant, [store, ...Array.from({ length: pieces }, (_, n) => pieceKey(upload, n))]);
