import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { StartupError } from '../postgres/startup-error.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First byte of every sealed value: the format's version. */
const VERSION = 1;

/** Encrypts with AES-256-GCM; `context` is authenticated, so a value can't be moved to another place. */
export function sealWith(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), body]);
}

/** Opens what `sealWith` made; throws when the key or the context is another one, or a bit has changed. */
export function openWith(key: Buffer, sealed: Buffer, context: string): Buffer {
  if (sealed[0] !== VERSION) throw new Error('unknown format of a sealed value');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  // Without the length, a tag cut down to four bytes would do.
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Opens with the key that fits, and returns which one. Throws as `openWith` does if none fits. */
export function openWithAny(
  keys: readonly [Buffer, ...Buffer[]],
  sealed: Buffer,
  context: string,
): { readonly plain: Buffer; readonly key: Buffer } {
  const [first, ...others] = keys;
  try {
    return { plain: openWith(first, sealed, context), key: first };
  } catch (error) {
    const [next, ...rest] = others;
    if (next === undefined) throw error;
    return openWithAny([next, ...rest], sealed, context);
  }
}

export const dataKeyContext = (organizationId: string): string => `data key of ${organizationId}`;

/** Names a master key without telling it: the database remembers by it which one is in force. */
export const fingerprintOf = (masterKey: Buffer): string =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'timbra master key fingerprint', 16)).toString('hex');

const ROTATED =
  'The master key is being changed, or was: start this process with the new one in TIMBRA_MASTER_KEY; where the key is in the data folder, run "npm run rotate-master-key" again to its end.';

/**
 * Secrets at rest: each organization has a data key of its own, wrapped by the master key. Values are
 * bound to organization and name; what belongs to one environment has it in its name.
 */
export class Vault {
  private readonly dataKeys = new Map<string, Promise<Buffer>>();
  private readonly masterKeys: readonly [Buffer, ...Buffer[]];

  /** @param also opens data keys that are wrapped by it, too, while master keys are changed; wraps none */
  constructor(
    private readonly pool: pg.Pool,
    private readonly masterKey: Buffer,
    also?: Buffer,
  ) {
    this.masterKeys = [masterKey, ...(also ? [also] : [])];
    if (this.masterKeys.some(({ length }) => length !== 32)) throw new Error('the master key has 32 bytes');
  }

  /**
   * Makes sure at the start that the master key is the one that the stored secrets were sealed with.
   * @throws {StartupError} when it is another one
   */
  async verifyMasterKey(): Promise<void> {
    const { rows: inForce } = await this.pool.query<{ fingerprint: string }>(
      'SELECT fingerprint FROM platform.master_key',
    );
    if (inForce[0] && inForce[0].fingerprint !== fingerprintOf(this.masterKey))
      throw new StartupError(ROTATED);
    const { rows } = await this.pool.query<{ organization_id: string; wrapped: Buffer }>(
      'SELECT organization_id, wrapped FROM platform.data_keys ORDER BY organization_id LIMIT 1',
    );
    const [stored] = rows;
    if (!stored) return;
    try {
      openWithAny(this.masterKeys, stored.wrapped, dataKeyContext(stored.organization_id));
    } catch {
      throw new StartupError(
        'The master key is not the one that the stored secrets were sealed with: set TIMBRA_MASTER_KEY, or restore master.key in the data folder.',
      );
    }
  }

  async seal(organizationId: string, name: string, plain: Buffer): Promise<Buffer> {
    return sealWith(await this.dataKey(organizationId), plain, `${organizationId}/${name}`);
  }

  async open(organizationId: string, name: string, sealed: Buffer): Promise<Buffer> {
    return openWith(await this.dataKey(organizationId), sealed, `${organizationId}/${name}`);
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

  private dataKey(organizationId: string): Promise<Buffer> {
    const known = this.dataKeys.get(organizationId);
    if (known) return known;
    const loading = this.loadDataKey(organizationId);
    this.dataKeys.set(organizationId, loading);
    loading.catch(() => this.dataKeys.delete(organizationId));
    return loading;
  }

  private async loadDataKey(organizationId: string): Promise<Buffer> {
    const context = dataKeyContext(organizationId);
    const wrapped = sealWith(this.masterKey, randomBytes(32), context);
    // The first caller creates the key; all use that one. A replaced master key creates none.
    await this.pool.query(
      `INSERT INTO platform.data_keys (organization_id, wrapped)
       SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM platform.master_key WHERE fingerprint <> $3)
       ON CONFLICT DO NOTHING`,
      [organizationId, wrapped, fingerprintOf(this.masterKey)],
    );
    const { rows } = await this.pool.query<{ wrapped: Buffer }>(
      'SELECT wrapped FROM platform.data_keys WHERE organization_id = $1',
      [organizationId],
    );
    const stored = rows[0]?.wrapped;
    if (!stored) throw new Error(ROTATED);
    return openWithAny(this.masterKeys, stored, context).plain;
  }
}
