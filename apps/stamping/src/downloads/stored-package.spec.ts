import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { PIECE_BYTES, pieceKey } from '#contracts';
import { PackageWriter, storedPackage } from './stored-package.js';

const tenant = { organizationId: 'a'.repeat(24), livemode: true };
const expiresAt = new Date('2026-12-05T00:00:00Z');

/** A content store as it is: what is written first under a key stays. */
function bench() {
  const kept = new Map<string, Buffer>();
  const contents = {
    put: async (_: unknown, key: string, bytes: Buffer) => void (kept.has(key) || kept.set(key, bytes)),
    get: async (_: unknown, key: string) => kept.get(key),
    remove: async (_: unknown, keys: readonly string[]) => keys.forEach((key) => kept.delete(key)),
  } as never;
  return { kept, contents, writer: () => new PackageWriter(contents, tenant, 'download/d/p.zip', expiresAt) };
}

describe('a package that is stored as it comes', () => {
  it.each([1_000, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES + 7])(
    'has all of its %i bytes, in pieces',
    async (size) => {
      const { kept, contents, writer } = bench();
      const [bytes, one] = [randomBytes(size), writer()];
      for (let at = 0; at < size; at += 1_500_000) await one.write(bytes.subarray(at, at + 1_500_000));
      expect(await storedPackage(contents, tenant, 'download/d/p.zip')).toBeUndefined();
      const stored = await one.end();
      expect([stored.bytes, stored.pieces]).toEqual([size, Math.ceil(size / PIECE_BYTES)]);
      expect(await storedPackage(contents, tenant, 'download/d/p.zip')).toEqual(stored);
      const pieces = Array.from(
        { length: stored.pieces },
        (_, n) => kept.get(pieceKey(stored.upload, n)) ?? Buffer.of(),
      );
      expect(pieces.slice(0, -1).every(({ length }) => length === PIECE_BYTES)).toBe(true);
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
    },
  );

  it('twice at once is the one that was whole first', async () => {
    const { kept, writer } = bench();
    const [one, other] = [writer(), writer()];
    await one.write(Buffer.from('the one'));
    await other.write(Buffer.from('the other'));
    const stored = await other.end();
    expect(await one.end()).toEqual(stored);
    expect(kept.get(pieceKey(stored.upload, 0))?.toString()).toBe('the other');
    expect(kept.size).toBe(2);
  });

  it('that broke off is gone, or begun anew', async () => {
    const { kept, writer } = bench();
    const one = writer();
    await one.write(Buffer.alloc(PIECE_BYTES + 1));
    expect(kept.size).toBe(1);
    await one.drop();
    expect(kept.size).toBe(0);
  });
});
