import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#eventing';
import { deriveKey, type KeyRing, type Keys } from '../config/keys.js';
import { StartupError } from '../postgres/startup-error.js';
import { fingerprintOf, keyInForce, openWith, openWithAny, sealWith } from './sealing.js';
import { dataKeyContext, valueContext, type VaultPurpose } from './vault.js';

/** Owners whose secrets are all of signing: the sandbox's authority, which issues the CSDs of Test. */
const SIGNING_OWNERS = new Set(['sandbox']);
/** Of other owners those by these names; the rest is of documents. */
const isOfSigning = (name: string): boolean => name.startsWith('csd/');

/** What stands as the master key's fingerprint since then: programs of before neither start nor make data keys. */
export const TAKEN_OVER = 'taken over: documents, signing, bus';

const BATCH = 500;

interface OldKey {
  readonly id: string;
  readonly wrapped: Buffer;
}
interface OpenedKey {
  readonly id: string;
  readonly key: Buffer;
}
interface OldSecret {
  readonly organization_id: string;
  readonly name: string;
  readonly sealed: Buffer;
}

/**
 * Takes over what an installation sealed when the master key was its only one: data keys wrapped by it become those of
 * documents, and what signs is sealed again, under data keys of its own. Later starts find nothing to do. Each batch is
 * its own transaction: a start that was killed leaves the rest to the next one.
 * @returns how many organizations' keys were taken over
 * @throws {StartupError} without the master key that all of it was sealed by
 */
export async function takeOverMasterKey(pool: pg.Pool, keys: Keys): Promise<number> {
  if (keys.documents.length === 0 && keys.signing.length === 0) return 0;
  const { rows } = await pool.query<{ old: boolean; fingerprint: string | null }>(
    `SELECT EXISTS (SELECT FROM platform.data_keys) AS old,
       (SELECT fingerprint FROM platform.master_key) AS fingerprint`,
  );
  const { old = false, fingerprint = null } = rows[0] ?? {};
  if (!old && fingerprint === TAKEN_OVER) return 0;
  if (old) requireMasterKey(keys, fingerprint);
  const all = withDerived(keys);
  let taken = 0;
  for (let more = old; more;) {
    const count = await inTransaction(pool, (tx) => takeBatch(tx, all));
    taken += count;
    more = count > 0;
  }
  await pool.query(
    `INSERT INTO platform.master_key (fingerprint) VALUES ($1)
     ON CONFLICT (singleton) DO UPDATE SET fingerprint = excluded.fingerprint, since = now()`,
    [TAKEN_OVER],
  );
  return taken;
}

/** A process that needs one of the keys takes over for both: the other follows from the master key. */
function withDerived(keys: Keys): Keys {
  const ring = (purpose: VaultPurpose): KeyRing =>
    keys[purpose].length > 0 ? keys[purpose] : keys.master.map((key) => deriveKey(key, purpose));
  return { ...keys, documents: ring('documents'), signing: ring('signing') };
}

function requireMasterKey({ master }: Keys, inForce: string | null): void {
  if (master.length === 0)
    throw new StartupError(
      'What is stored was sealed when TIMBRA_MASTER_KEY was the only key: start one process with it beside the new keys, once (docs/operations.md).',
    );
  if (inForce !== null && inForce !== TAKEN_OVER && !master.some((key) => fingerprintOf(key) === inForce))
    throw new StartupError(
      'The master key was changed: set TIMBRA_MASTER_KEY to the new one; where it is in the data folder, run "npm run rotate-master-key" again to its end.',
    );
}

async function takeBatch(tx: Queryable, keys: Keys): Promise<number> {
  // Processes that start together do it one after the other; whoever comes late finds nothing.
  await tx.query('LOCK TABLE platform.data_keys IN SHARE ROW EXCLUSIVE MODE');
  const { rows } = await tx.query<OldKey>(
    'SELECT organization_id AS id, wrapped FROM platform.data_keys ORDER BY organization_id LIMIT $1',
    [BATCH],
  );
  const opened = rows.map((row) => openOldKey(keys, row));
  const [ofSigning, ofDocuments] = [true, false].map((signing) =>
    opened.filter(({ id }) => SIGNING_OWNERS.has(id) === signing),
  ) as [OpenedKey[], OpenedKey[]];
  await adopt(tx, 'signing', keys, ofSigning);
  await adopt(tx, 'documents', keys, ofDocuments);
  await sealAgain(tx, keys, ofDocuments);
  await tx.query('DELETE FROM platform.data_keys WHERE organization_id = ANY($1)', [
    rows.map(({ id }) => id),
  ]);
  return rows.length;
}

function openOldKey({ master }: Keys, { id, wrapped }: OldKey): OpenedKey {
  try {
    return { id, key: openWithAny(master, wrapped, `data key of ${id}`).plain };
  } catch {
    throw new StartupError(
      `The master key is not the one that the data key of ${id} was sealed with: set TIMBRA_MASTER_KEY, or restore master.key in the data folder.`,
    );
  }
}

/** Stores data keys under the key of a purpose; where an organization has one already, that stays. */
async function adopt(
  tx: Queryable,
  purpose: VaultPurpose,
  keys: Keys,
  opened: readonly OpenedKey[],
): Promise<void> {
  const wrapping = await wrappingKey(tx, purpose, keys);
  await tx.query(
    `INSERT INTO platform.wrapped_keys (purpose, organization_id, wrapped)
     SELECT $1, n.organization_id, n.wrapped FROM unnest($2::text[], $3::bytea[]) AS n(organization_id, wrapped)
     ON CONFLICT DO NOTHING`,
    [
      purpose,
      opened.map(({ id }) => id),
      opened.map(({ id, key }) => sealWith(wrapping, key, dataKeyContext(purpose, id))),
    ],
  );
}

/** The key in force, which a rotation that was broken off may have set already. */
async function wrappingKey(tx: Queryable, purpose: VaultPurpose, keys: Keys): Promise<Buffer> {
  const { rows } = await tx.query<{ fingerprint: string }>(
    'SELECT fingerprint FROM platform.keys_in_force WHERE purpose = $1',
    [purpose],
  );
  const key = keyInForce(keys[purpose], rows[0]?.fingerprint ?? null);
  if (key === undefined) throw new StartupError(`The key of ${purpose} that is in force is missing.`);
  return key;
}

/** What signs gets data keys of its own; what was sealed beside a data key of documents that was there gets that one. */
async function sealAgain(tx: Queryable, keys: Keys, opened: readonly OpenedKey[]): Promise<void> {
  const { rows: secrets } = await tx.query<OldSecret>(
    'SELECT organization_id, name, sealed FROM platform.secrets WHERE organization_id = ANY($1)',
    [opened.map(({ id }) => id)],
  );
  const signers = new Set(
    secrets.flatMap(({ organization_id: id, name }) => (isOfSigning(name) ? [id] : [])),
  );
  const made = [...signers].map((id) => ({ id, key: randomBytes(32) }));
  await adopt(tx, 'signing', keys, made);
  const dataKeys = {
    signing: await readDataKeys(tx, 'signing', keys, made),
    documents: await readDataKeys(tx, 'documents', keys, opened),
  };
  const old = new Map(opened.map(({ id, key }) => [id, key]));
  const changed = secrets.flatMap(({ organization_id: id, name, sealed }) => {
    const before = old.get(id);
    const now = dataKeys[isOfSigning(name) ? 'signing' : 'documents'].get(id);
    if (before === undefined || now === undefined || before.equals(now)) return [];
    const context = valueContext(id, name);
    const plain = openedBy(before, sealed, context);
    return plain === undefined ? [] : [{ id, name, sealed: sealWith(now, plain, context) }];
  });
  await tx.query(
    `UPDATE platform.secrets AS s SET sealed = n.sealed, updated_at = now()
     FROM unnest($1::text[], $2::text[], $3::bytea[]) AS n(organization_id, name, sealed)
     WHERE s.organization_id = n.organization_id AND s.name = n.name`,
    [changed.map(({ id }) => id), changed.map(({ name }) => name), changed.map((one) => one.sealed)],
  );
}

/** Undefined for what the old data key never sealed: it is under a new one already. */
function openedBy(key: Buffer, sealed: Buffer, context: string): Buffer | undefined {
  try {
    return openWith(key, sealed, context);
  } catch {
    return undefined;
  }
}

async function readDataKeys(
  tx: Queryable,
  purpose: VaultPurpose,
  keys: Keys,
  of: readonly OpenedKey[],
): Promise<ReadonlyMap<string, Buffer>> {
  const { rows } = await tx.query<OldKey>(
    'SELECT organization_id AS id, wrapped FROM platform.wrapped_keys WHERE purpose = $1 AND organization_id = ANY($2)',
    [purpose, of.map(({ id }) => id)],
  );
  return new Map(
    rows.map(({ id, wrapped }) => [
      id,
      openWithAny(keys[purpose], wrapped, dataKeyContext(purpose, id)).plain,
    ]),
  );
}
