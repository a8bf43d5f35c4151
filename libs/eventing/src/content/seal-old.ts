import { DataKeyDestroyed } from '#kernel';
import { inTransaction, type Queryable } from '../transaction.js';
import { contentName, type DocumentSealing } from './content-store.js';
import { pack } from './packing.js';
import type { SharedPool } from '../databases.js';

/** Documents of one transaction: few, since they may be parts of archives. */
const BATCH = 50;

interface OldContent {
  readonly organization_id: string;
  readonly livemode: boolean;
  readonly key: string;
  readonly bytes: Buffer;
}
type Place = readonly [organizationId: string, livemode: boolean, key: string];

/**
 * Seals the documents that were stored in clear, before documents were sealed; removes those of organizations that are
 * destroyed, which would open no more if they had been. The service may run meanwhile, and a run
 * that was broken off continues in the next one.
 * @param onProgress called after each transaction with the number of documents sealed so far
 * @returns how many this run has sealed
 */
export async function sealOldContents(
  pool: SharedPool,
  sealing: DocumentSealing,
  onProgress?: (sealed: number) => void,
): Promise<number> {
  let sealed = 0;
  let after: Place = ['', false, ''];
  for (;;) {
    const from = after;
    const batch = await inTransaction(pool, (tx) => sealBatch(tx, sealing, from));
    const last = batch.at(-1);
    if (last === undefined) return sealed;
    sealed += batch.length;
    after = last;
    onProgress?.(sealed);
  }
}

async function sealBatch(tx: Queryable, sealing: DocumentSealing, after: Place): Promise<readonly Place[]> {
  const { rows } = await tx.query<OldContent>(
    `SELECT organization_id, livemode, key, bytes FROM platform.contents
     WHERE (organization_id, livemode, key) > ($1, $2, $3) AND sealed IS NULL
     ORDER BY organization_id, livemode, key LIMIT ${BATCH} FOR UPDATE`,
    [...after],
  );
  for (const { organization_id, livemode, key, bytes } of rows) {
    const name = contentName(livemode, key);
    const sealed = await unlessDestroyed(sealing.seal(organization_id, name, await pack(bytes)));
    if (sealed === undefined) {
      await tx.query(
        'DELETE FROM platform.contents WHERE organization_id = $1 AND livemode = $2 AND key = $3',
        [...[organization_id, livemode, key]],
      );
      continue;
    }
    await tx.query(
      `UPDATE platform.contents SET sealed = $4, bytes = NULL
       WHERE organization_id = $1 AND livemode = $2 AND key = $3`,
      [organization_id, livemode, key, sealed],
    );
  }
  return rows.map(({ organization_id, livemode, key }) => [organization_id, livemode, key]);
}

/** What is sealed; undefined where its organization is destroyed. */
export async function unlessDestroyed<Sealed>(sealing: Promise<Sealed>): Promise<Sealed | undefined> {
  try {
    return await sealing;
  } catch (error) {
    if (error instanceof DataKeyDestroyed) return undefined;
    throw error;
  }
}
