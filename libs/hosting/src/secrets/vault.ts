import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { keyVariable, type KeyPurpose, type KeyRing } from '../config/keys.js';
import { StartupError } from '../postgres/startup-error.js';
import { DataKeyDestroyed } from '#kernel';
import { fingerprintOf, keyInForce, openWith, openWithAny, sealWith } from './sealing.js';

/** What is stored under data keys: messages of the bus are sealed by their key itself. */
export type VaultPurpose = Exclude<KeyPurpose, 'bus'>;

export const dataKeyContext = (purpose: VaultPurpose, organizationId: string): string =>
  `${purpose} data key of ${organizationId}`;

/** What a value of an organization is bound to. */
export const valueContext = (organizationId: string, name: string): string => `${organizationId}/${name}`;

/** What a process is told that does not have the key in force. */
export const notInForce = (purpose: KeyPurpose): string =>
  `The key of ${purpose} was changed, or is being changed: start this process with the new one in ${keyVariable(purpose)} (or TIMBRA_MASTER_KEY, if it follows from that); where the key is in the data folder, run "npm run rotate-master-key" again to its end.`;

/** Data keys that a process keeps at hand; another one costs a look into the database. */
const KEPT = 10_000;

/** How long destroyed data keys are looked for: longer than any process sleeps. */
const REMEMBERED_DAYS = 7;

interface Standing {
  readonly in_force: string | null;
  readonly wrapped: Buffer | null;
}

/**
 * What is sealed for one purpose: each organization has a data key of its own, wrapped by the purpose's key. Values are
 * bound to organization and name; what belongs to one environment has it in its name.
 */
export class Vault {
  private readonly listeners: ((organizationId: string) => void)[] = [];
  private readonly dataKeys = new LRUCache<string, Promise<Buffer>>({ max: KEPT });

  /** @param keys the one that wraps first, then others that have wrapped; none: what seals or opens throws */
  constructor(
    private readonly pool: pg.Pool,
    readonly purpose: VaultPurpose,
    private readonly keys: KeyRing,
  ) {
    if (keys.some(({ length }) => length !== 32)) throw new Error('a key has 32 bytes');
  }

  /**
   * Makes sure at the start that the key is the one that the stored data keys were wrapped with.
   * @throws {StartupError} when it is another one
   */
  async verify(): Promise<void> {
    const { purpose, pool, keys } = this;
    const [own] = keys;
    if (own === undefined) return;
    // From the first start on it is known which key it is: a rotation from another one changes nothing.
    await pool.query(
      'INSERT INTO platform.keys_in_force (purpose, fingerprint) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [purpose, fingerprintOf(own)],
    );
    const { rows } = await pool.query<Standing & { organization_id: string | null }>(
      `SELECT f.fingerprint AS in_force, k.organization_id, k.wrapped
       FROM (SELECT $1::text AS purpose) AS asked
       LEFT JOIN platform.keys_in_force AS f USING (purpose)
       LEFT JOIN LATERAL (SELECT organization_id, wrapped FROM platform.wrapped_keys AS w
         WHERE w.purpose = asked.purpose AND destroyed_at IS NULL ORDER BY organization_id LIMIT 1) AS k ON true`,
      [purpose],
    );
    const { in_force, organization_id, wrapped } = rows[0] ?? {};
    this.wrappingKey(in_force ?? null);
    if (!organization_id || !wrapped) return;
    try {
      openWithAny(keys, wrapped, dataKeyContext(purpose, organization_id));
    } catch {
      throw new StartupError(
        `The key of ${purpose} is not the one that what is stored was sealed with: set ${keyVariable(purpose)} or TIMBRA_MASTER_KEY, or restore master.key in the data folder.`,
      );
    }
  }

  async seal(organizationId: string, name: string, plain: Buffer): Promise<Buffer> {
    return sealWith(await this.dataKey(organizationId), plain, valueContext(organizationId, name));
  }

  async open(organizationId: string, name: string, sealed: Buffer): Promise<Buffer> {
    return openWith(await this.dataKey(organizationId), sealed, valueContext(organizationId, name));
  }

  /** Stores a secret under a name; an existing one of that name is replaced. */
  async put(organizationId: string, name: string, plain: Buffer): Promise<void> {
    const sealed = await this.seal(organizationId, name, plain);
    await this.pool.query(
      `INSERT INTO platform.secrets (organization_id, name, sealed) VALUES ($1, $2, $3)
       ON CONFLICT (organization_id, name) DO UPDATE SET sealed = excluded.sealed, updated_at = now()`,
      [organizationId, name, sealed],
    );
  }

  async get(organizationId: string, name: string): Promise<Buffer | undefined> {
    const { rows } = await this.pool.query<{ sealed: Buffer }>(
      'SELECT sealed FROM platform.secrets WHERE organization_id = $1 AND name = $2',
      [organizationId, name],
    );
    return rows[0] && this.open(organizationId, name, rows[0].sealed);
  }

  /** Removes those whose names begin so, but for the last by name: it has replaced them, in whichever order they came. */
  async keepLast(organizationId: string, prefix: string): Promise<void> {
    await this.pool.query(
      `DELETE FROM platform.secrets AS s USING (
         SELECT max(name) AS name FROM platform.secrets WHERE organization_id = $1 AND starts_with(name, $2)) AS last
       WHERE s.organization_id = $1 AND starts_with(s.name, $2) AND s.name < last.name`,
      [organizationId, prefix],
    );
  }

  async remove(organizationId: string, name: string): Promise<void> {
    await this.pool.query('DELETE FROM platform.secrets WHERE organization_id = $1 AND name = $2', [
      organizationId,
      name,
    ]);
  }

  /**
   * Destroys the data key of an organization, and its secrets: what it sealed never opens again, whoever has the master key,
   * and no other data key is ever made for it. The row stays, without a key, so that nobody can make one at the same
   * moment. Repeated, it does nothing.
   */
  async destroy(organizationId: string): Promise<void> {
    await this.pool.query(
      `INSERT INTO platform.wrapped_keys AS w (purpose, organization_id, wrapped, destroyed_at)
       VALUES ($1, $2, '', now())
       ON CONFLICT (purpose, organization_id) DO UPDATE
       SET wrapped = '', destroyed_at = coalesce(w.destroyed_at, excluded.destroyed_at)`,
      [this.purpose, organizationId],
    );
    this.forget(organizationId);
    await this.pool.query('DELETE FROM platform.secrets WHERE organization_id = $1', [organizationId]);
  }

  /** Calls back with each organization whose data key is destroyed, for what others keep of its secrets; maybe repeatedly. */
  onDestroyed(listener: (organizationId: string) => void): void {
    this.listeners.push(listener);
  }

  /** Forgets the data keys that another process has destroyed. Call it now and then. */
  async forgetDestroyed(): Promise<void> {
    if (this.keys.length === 0) return;
    const { rows } = await this.pool.query<{ organization_id: string }>(
      `SELECT organization_id FROM platform.wrapped_keys
       WHERE purpose = $1 AND destroyed_at > now() - interval '${REMEMBERED_DAYS} days'`,
      [this.purpose],
    );
    for (const { organization_id } of rows) this.forget(organization_id);
  }

  private forget(organizationId: string): void {
    this.dataKeys.delete(organizationId);
    for (const listener of this.listeners) listener(organizationId);
  }

  private dataKey(organizationId: string): Promise<Buffer> {
    const known = this.dataKeys.get(organizationId);
    if (known) return known;
    const loading = this.loadDataKey(organizationId);
    this.dataKeys.set(organizationId, loading);
    loading.catch(() => this.dataKeys.delete(organizationId));
    return loading;
  }

  private async loadDataKey(organizationId: string): Promise<Buffer> {
    const { purpose, pool, keys } = this;
    if (keys.length === 0) throw new Error(`this process has no key of ${purpose}`);
    const context = dataKeyContext(purpose, organizationId);
    // Twice at most: the key in force may change between the look and the insert.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { rows } = await pool.query<Standing>(
        `SELECT (SELECT fingerprint FROM platform.keys_in_force WHERE purpose = $1) AS in_force,
           (SELECT wrapped FROM platform.wrapped_keys WHERE purpose = $1 AND organization_id = $2) AS wrapped`,
        [purpose, organizationId],
      );
      const { in_force = null, wrapped = null } = rows[0] ?? {};
      if (wrapped?.length === 0) throw new DataKeyDestroyed(organizationId);
      if (wrapped) return openWithAny(keys, wrapped, context).plain;
      const key = this.wrappingKey(in_force);
      // The first caller creates the data key; all use that one. A key that is not in force wraps none.
      await pool.query(
        `INSERT INTO platform.wrapped_keys (purpose, organization_id, wrapped)
         SELECT $1, $2, $3 WHERE NOT EXISTS (
           SELECT FROM platform.keys_in_force WHERE purpose = $1 AND fingerprint <> $4)
         ON CONFLICT DO NOTHING`,
        [purpose, organizationId, sealWith(key, randomBytes(32), context), fingerprintOf(key)],
      );
    }
    throw new Error(notInForce(purpose));
  }

  /** The key that wraps: the one in force, which may be the second one of this process; at first its own. */
  private wrappingKey(inForce: string | null): Buffer {
    const key = keyInForce(this.keys, inForce);
    if (key === undefined) throw new StartupError(notInForce(this.purpose));
    return key;
  }
}
