import { randomUUID } from 'node:crypto';
import type { Tenant } from '#kernel';
import { PIECE_BYTES, pieceKey, type StoredPieces } from '#contracts';
import type { ContentStore } from '#eventing';

/** How a package lies in the content store: its pieces, and under its own name where those are, which is written last and once. */
export async function storedPackage(
  contents: ContentStore,
  tenant: Tenant,
  store: string,
): Promise<StoredPieces | undefined> {
  const kept = await contents.get(tenant, store);
  return kept && (JSON.parse(kept.toString()) as StoredPieces);
}

/** Stores a package as its bytes come, a piece of it in memory at a time. */
export class PackageWriter {
  /** Two that fetch one package at once, or one that begins again, write pieces of their own: which count is said by its name. */
  private readonly upload: string;
  private pending: Buffer[] = [];
  private size = 0;
  private pieces = 0;
  private bytes = 0;

  constructor(
    private readonly contents: ContentStore,
    private readonly tenant: Tenant,
    private readonly store: string,
    private readonly expiresAt: Date,
  ) {
    this.upload = `${store}.${randomUUID().slice(0, 8)}`;
  }

  async write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + PIECE_BYTES - this.size);
      this.pending.push(part);
      this.size += part.length;
      at += part.length;
      if (this.size === PIECE_BYTES) await this.flush();
    }
  }

  /** From now on the package is there; another one that was there first stays. */
  async end(): Promise<StoredPieces> {
    const { contents, tenant, store, expiresAt } = this;
    if (this.size > 0) await this.flush();
    const own: StoredPieces = { upload: this.upload, pieces: this.pieces, bytes: this.bytes };
    await contents.put(tenant, store, Buffer.from(JSON.stringify(own)), { expiresAt });
    const kept = (await storedPackage(contents, tenant, store)) ?? own;
    if (kept.upload !== own.upload) await this.drop();
    return kept;
  }

  /** Removes what has been written. */
  async drop(): Promise<void> {
    const keys = Array.from({ length: this.pieces }, (_, piece) => pieceKey(this.upload, piece));
    if (keys.length > 0) await this.contents.remove(this.tenant, keys);
  }

  private async flush(): Promise<void> {
    const { contents, tenant, expiresAt, upload } = this;
    const piece = Buffer.concat(this.pending);
    await contents.put(tenant, pieceKey(upload, this.pieces), piece, { expiresAt });
    this.pieces += 1;
    this.bytes += piece.length;
    [this.pending, this.size] = [[], 0];
  }
}
