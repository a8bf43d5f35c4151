import type pg from 'pg';
import { StartupError } from '../postgres/startup-error.js';
import { inTransaction, type Queryable } from '#eventing';
import { dataKeyContext, fingerprintOf, openWithAny, sealWith } from './vault.js';

export interface Rotation {
  readonly pool: pg.Pool;
  /** The master key that is to go, and the one in its place. */
  readonly from: Buffer;
  readonly to: Buffer;
  /** Data keys of one transaction. */
  readonly batchSize?: number;
  /** Called after each transaction with the number of data keys checked. */
  readonly onProgress?: (seen: number) => void;
}

export interface RotationReport {
  /** Data keys that are wrapped by the new master key now; all there are. */
  readonly dataKeys: number;
  /** How many of them this run has wrapped again. */
  readonly rewrapped: number;
}

/** Two rotations at a time would each undo the other's work. */
const LOCK_KEY = 7446160003;

interface WrappedKey {
  readonly organization_id: string;
  readonly wrapped: Buffer;
}

/**
 * Wraps all data keys by another master key, and makes it the one in force. The secrets themselves stay as they are:
 * they are encrypted with the data keys.
 *
 * Each batch is its own transaction, and a key that is already wrapped again stays as it is: a rotation that was
 * interrupted continues in the next run, and in between every key opens with one of the two. From the first moment on
 * no process that only has the old key can make further data keys; the last transaction keeps all writers away,
 * and opens every data key once more by the new master key.
 *
 * @throws {StartupError} where a data key opens by neither, or another rotation is under way
 */
export async function rotateMasterKey(rotation: Rotation): Promise<RotationReport> {
  const { pool, to, batchSize = 1_000, onProgress } = rotation;
  const lock = await pool.connect();
  let lost: Error | undefined;
  lock.on('error', (error) => (lost = error));
  try {
    const { rows } = await lock.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
      LOCK_KEY,
    ]);
    if (rows[0]?.mine !== true) throw new StartupError('Another rotation of the master key is under way.');
    await putInForce(pool, to);
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
    lock.release(lost);
  }
}

async function putInForce(pool: pg.Pool, masterKey: Buffer): Promise<void> {
  await pool.query(
    `INSERT INTO platform.master_key (fingerprint) VALUES ($1)
     ON CONFLICT (singleton) DO UPDATE SET fingerprint = excluded.fingerprint, since = now()
     WHERE platform.master_key.fingerprint <> excluded.fingerprint`,
    [fingerprintOf(masterKey)],
  );
}

async function rewrapBatch(
  tx: Queryable,
  keys: Pick<Rotation, 'from' | 'to'>,
  after: string,
  limit: number,
): Promise<{ readonly seen: number; readonly rewrapped: number; readonly last: string | undefined }> {
  const { rows } = await tx.query<WrappedKey>(
    `SELECT organization_id, wrapped FROM platform.data_keys
     WHERE organization_id > $1 ORDER BY organization_id LIMIT $2 FOR UPDATE`,
    [after, limit],
  );
  const rewrapped = await rewrap(tx, keys, rows);
  return { seen: rows.length, rewrapped, last: rows.at(-1)?.organization_id };
}

/** Wraps again the keys that the old key wraps; returns how many. */
async function rewrap(
  tx: Queryable,
  { from, to }: Pick<Rotation, 'from' | 'to'>,
  rows: readonly WrappedKey[],
): Promise<number> {
  const changed = rows.flatMap(({ organization_id: id, wrapped }) => {
    const context = dataKeyContext(id);
    const { plain, key } = openDataKey(to, from, wrapped, id);
    return key === to ? [] : [{ id, wrapped: sealWith(to, plain, context) }];
  });
  if (changed.length === 0) return 0;
  await tx.query(
    `UPDATE platform.data_keys AS k SET wrapped = n.wrapped
     FROM unnest($1::text[], $2::bytea[]) AS n(organization_id, wrapped)
     WHERE k.organization_id = n.organization_id`,
    [changed.map(({ id }) => id), changed.map(({ wrapped }) => wrapped)],
  );
  return changed.length;
}

function openDataKey(to: Buffer, from: Buffer, wrapped: Buffer, organizationId: string) {
  try {
    return openWithAny([to, from], wrapped, dataKeyContext(organizationId));
  } catch {
    throw new StartupError(
      `The data key of ${organizationId} opens by neither master key: give the one that it was wrapped by.`,
    );
  }
}

/** With all writers stopped: wraps the keys that were added meanwhile, and opens everything once with the new key. */
async function finish(
  tx: Queryable,
  keys: Pick<Rotation, 'from' | 'to'>,
): Promise<{ readonly dataKeys: number; readonly rewrapped: number }> {
  await tx.query('LOCK TABLE platform.data_keys IN SHARE ROW EXCLUSIVE MODE');
  const all = 'SELECT organization_id, wrapped FROM platform.data_keys';
  const rewrapped = await rewrap(tx, keys, (await tx.query<WrappedKey>(all)).rows);
  const { rows } = await tx.query<WrappedKey>(all);
  for (const { organization_id: id, wrapped } of rows) openDataKey(keys.to, keys.to, wrapped, id);
  return { dataKeys: rows.length, rewrapped };
}
