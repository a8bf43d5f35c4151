import type pg from 'pg';
import { StartupError } from '../postgres/startup-error.js';
import { keyVariable, type KeyPurpose, type KeyRing } from '../config/keys.js';
import { inTransaction, type Queryable } from '#eventing';
import { fingerprintOf, openWithAny, sealWith } from './sealing.js';
import { dataKeyContext, type VaultPurpose } from './vault.js';

export interface Rotation {
  readonly pool: pg.Pool;
  readonly purpose: VaultPurpose;
  /** The keys that may have wrapped so far, and the one in their place. */
  readonly from: KeyRing;
  readonly to: Buffer;
  /** Data keys of one transaction. */
  readonly batchSize?: number;
  /** Called after each transaction with the number of data keys checked. */
  readonly onProgress?: (seen: number) => void;
}

export interface RotationReport {
  /** Data keys that are wrapped by the new key now; all there are. */
  readonly dataKeys: number;
  /** How many of them this run has wrapped again. */
  readonly rewrapped: number;
}

/** Two rotations at a time would each undo the other's work. */
const LOCK_KEY = 7446160031;

type RotatedKeys = Pick<Rotation, 'purpose' | 'from' | 'to'>;

interface WrappedKey {
  readonly organization_id: string;
  readonly wrapped: Buffer;
}

/**
 * Wraps all data keys of a purpose by another key, and makes it the one in force. What is sealed stays as it is: it is
 * encrypted with the data keys.
 *
 * Each batch is its own transaction, and a key that is already wrapped again stays as it is: a rotation that was
 * interrupted continues in the next run, and in between every key opens with one of the two. From the first moment on
 * no process that only has the old key can make further data keys; the last transaction keeps all writers away,
 * and opens every data key once more by the new one.
 *
 * @throws {StartupError} where a data key opens by neither, or another rotation is under way
 */
export async function rotateDataKeys(rotation: Rotation): Promise<RotationReport> {
  const { pool, purpose, from, to, batchSize = 1_000, onProgress } = rotation;
  const lock = await pool.connect();
  let lost: Error | undefined;
  const onLost = (error: Error) => void (lost = error);
  lock.on('error', onLost);
  try {
    const { rows } = await lock.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      LOCK_KEY,
    ]);
    if (rows[0]?.mine !== true) throw new StartupError('Another rotation of keys is under way.');
    await putInForce(pool, { purpose, from, to });
    let [rewrapped, seen, after] = [0, 0, ''];
    for (;;) {
      const batch = await inTransaction(pool, (tx) => rewrapBatch(tx, rotation, after, batchSize));
      rewrapped += batch.rewrapped;
      seen += batch.seen;
      onProgress?.(seen);
      if (batch.last === undefined) break;
      after = batch.last;
    }
    const late = await inTransaction(pool, (tx) => finish(tx, rotation));
    return { dataKeys: late.dataKeys, rewrapped: rewrapped + late.rewrapped };
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]).catch((error: Error) => (lost = error));
    lock.off('error', onLost);
    lock.release(lost);
  }
}

/**
 * Says that a key is the one to seal with. Processes that don't have it neither start nor make data keys from now on.
 * @throws {StartupError} where none of the keys is in force: they are of another installation, or from before a change
 */
export async function putInForce(
  db: Queryable,
  { purpose, from, to }: { readonly purpose: KeyPurpose; readonly from: KeyRing; readonly to: Buffer },
): Promise<void> {
  const { rowCount } = await db.query(
    `INSERT INTO platform.keys_in_force (purpose, fingerprint) VALUES ($1, $2)
     ON CONFLICT (purpose) DO UPDATE SET fingerprint = excluded.fingerprint, since = now()
     WHERE platform.keys_in_force.fingerprint = ANY($3)`,
    [purpose, fingerprintOf(to), [to, ...from].map(fingerprintOf)],
  );
  if (rowCount === 0)
    throw new StartupError(
      `The key of ${purpose} in force is another one: give it in ${keyVariable(purpose)}_ALSO. Nothing was changed.`,
    );
}

async function rewrapBatch(
  tx: Queryable,
  keys: RotatedKeys,
  after: string,
  limit: number,
): Promise<{ readonly seen: number; readonly rewrapped: number; readonly last: string | undefined }> {
  const { rows } = await tx.query<WrappedKey>(
    `SELECT organization_id, wrapped FROM platform.wrapped_keys
     WHERE purpose = $1 AND organization_id > $2 AND destroyed_at IS NULL ORDER BY organization_id LIMIT $3 FOR UPDATE`,
    [keys.purpose, after, limit],
  );
  const rewrapped = await rewrap(tx, keys, rows);
  return { seen: rows.length, rewrapped, last: rows.at(-1)?.organization_id };
}

/** Wraps again the keys that the old key wraps; returns how many. */
async function rewrap(tx: Queryable, keys: RotatedKeys, rows: readonly WrappedKey[]): Promise<number> {
  const changed = rows.flatMap(({ organization_id: id, wrapped }) => {
    const { purpose, from, to } = keys;
    const { plain, key } = openDataKey(purpose, [to, ...from], wrapped, id);
    return key === to ? [] : [{ id, wrapped: sealWith(to, plain, dataKeyContext(purpose, id)) }];
  });
  if (changed.length === 0) return 0;
  await tx.query(
    `UPDATE platform.wrapped_keys AS k SET wrapped = n.wrapped
     FROM unnest($2::text[], $3::bytea[]) AS n(organization_id, wrapped)
     WHERE k.purpose = $1 AND k.organization_id = n.organization_id`,
    [keys.purpose, changed.map(({ id }) => id), changed.map(({ wrapped }) => wrapped)],
  );
  return changed.length;
}

function openDataKey(
  purpose: VaultPurpose,
  keys: readonly Buffer[],
  wrapped: Buffer,
  organizationId: string,
) {
  try {
    return openWithAny(keys, wrapped, dataKeyContext(purpose, organizationId));
  } catch {
    throw new StartupError(
      `The ${purpose} data key of ${organizationId} opens by neither key: give the one that it was wrapped by.`,
    );
  }
}

/** With all writers stopped: wraps the keys that were added meanwhile, and opens everything once with the new key. */
async function finish(
  tx: Queryable,
  keys: RotatedKeys,
): Promise<{ readonly dataKeys: number; readonly rewrapped: number }> {
  await tx.query('LOCK TABLE platform.wrapped_keys IN SHARE ROW EXCLUSIVE MODE');
  const all =
    'SELECT organization_id, wrapped FROM platform.wrapped_keys WHERE purpose = $1 AND destroyed_at IS NULL';
  const { purpose, to } = keys;
  const rewrapped = await rewrap(tx, keys, (await tx.query<WrappedKey>(all, [purpose])).rows);
  const { rows } = await tx.query<WrappedKey>(all, [purpose]);
  for (const { organization_id: id, wrapped } of rows) openDataKey(purpose, [to], wrapped, id);
  return { dataKeys: rows.length, rewrapped };
}
