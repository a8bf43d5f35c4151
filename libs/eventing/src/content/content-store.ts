import { Rounds, type Tenant } from '#kernel';
import { EVENT_FOLLOWS } from '../projections/checkpoints.js';
import { HandedFiles } from './handed-files.js';
import { pack, Packed, unpack } from './packing.js';
import type { SharedPool } from '../databases.js';

/**
 * Documents by key: signed XML, acuses. Written once; writing the same key again keeps the first.
 * A document becomes durable with the next event that is appended. So store it first, then append an event that
 * names it.
 */
export interface ContentStore {
  put(tenant: Tenant, key: string, content: Buffer | Packed, options?: PutOptions): Promise<void>;
  get(tenant: Tenant, key: string): Promise<Buffer | undefined>;
  /** A file for one reader, who waits for it and takes it at once: nothing names it, and nobody gets it but by `take`. */
  hand(tenant: Tenant, key: string, content: Buffer, expiresAt: Date): Promise<void>;
  /** Gets a document and removes it: for files that are made for one reader. */
  take(tenant: Tenant, key: string): Promise<Buffer | undefined>;
  remove(tenant: Tenant, keys: readonly string[]): Promise<void>;
}

export interface PutOptions {
  /** From then on the content cannot be read, and it is removed soon after. Without it the content is kept. */
  readonly expiresAt?: Date;
}

/** Seals documents with a key of their organization, bound to their name (the vault of documents, in libs/hosting). */
export interface DocumentSealing {
  seal(organizationId: string, name: string, plain: Buffer): Promise<Buffer>;
  open(organizationId: string, name: string, sealed: Buffer): Promise<Buffer>;
}

/** What a document is bound to beside its organization. */
export const contentName = (livemode: boolean, key: string): string =>
  `contents/${livemode ? 'live' : 'test'}/${key}`;

const handedName = ({ organizationId, livemode }: Tenant, key: string): string =>
  `${organizationId}/${contentName(livemode, key)}`;

interface Put {
  readonly tenant: Tenant;
  readonly key: string;
  readonly sealed: Buffer;
  readonly expiresAt: Date | undefined;
}

/** A document as it is stored: sealed, or in clear since before documents were. */
interface StoredContent {
  readonly bytes: Buffer | null;
  readonly sealed: Buffer | null;
}

const ALIVE = '(expires_at IS NULL OR expires_at > now())';

const insert = (rows: string): string =>
  `INSERT INTO platform.contents (organization_id, livemode, key, sealed, expires_at) ${rows}
   ON CONFLICT DO NOTHING RETURNING ${EVENT_FOLLOWS}`;
const INSERT_ONE = insert('VALUES ($1, $2, $3, $4, $5)');
const INSERT_MANY = insert(
  'SELECT * FROM unnest($1::text[], $2::boolean[], $3::text[], $4::bytea[], $5::timestamptz[])',
);

/** Most that a sweep removes, so that it never holds others up for long. */
const SWEEP_ROWS = 500;

export interface PostgresContentStoreOptions {
  /** No other process reads these documents: a file that is handed over is not stored while there is room for it in memory. */
  readonly soleInstance?: boolean;
}

/**
 * Keeps documents in PostgreSQL, compressed and sealed. Puts go in rounds, and do not wait for the disk: the log is
 * written in order, so the commit of the event that names a document brings both there.
 */
export class PostgresContentStore implements ContentStore {
  private readonly puts: Rounds<Put, void>;
  private readonly handed: HandedFiles | undefined;

  constructor(
    private readonly pool: SharedPool,
    private readonly sealing: DocumentSealing,
    { soleInstance = false }: PostgresContentStoreOptions = {},
  ) {
    this.handed = soleInstance ? new HandedFiles() : undefined;
    const sizeOf = ({ sealed }: Put): number => sealed.length;
    this.puts = new Rounds((puts) => this.store(puts), { most: 64, mostSize: 4_000_000, sizeOf });
  }

  async put(
    tenant: Tenant,
    key: string,
    content: Buffer | Packed,
    { expiresAt }: PutOptions = {},
  ): Promise<void> {
    const { organizationId, livemode } = tenant;
    const packed = content instanceof Packed ? content.bytes : await pack(content);
    const sealed = await this.sealing.seal(organizationId, contentName(livemode, key), packed);
    return this.puts.add({ tenant, key, sealed, expiresAt });
  }

  private async store(puts: readonly Put[]): Promise<void[]> {
    const columns: unknown[][] = [
      puts.map(({ tenant }) => tenant.organizationId),
      puts.map(({ tenant }) => tenant.livemode),
      puts.map(({ key }) => key),
      puts.map(({ sealed }) => sealed),
      puts.map(({ expiresAt }) => expiresAt),
    ];
    // A document by itself goes as it is; in an array it would be written as text, twice as long.
    await this.pool.query(
      puts.length === 1
        ? { name: 'content-put', text: INSERT_ONE, values: columns.map(([only]) => only) }
        : { name: 'content-put-many', text: INSERT_MANY, values: columns },
    );
    return [];
  }

  async get(tenant: Tenant, key: string): Promise<Buffer | undefined> {
    const { rows } = await this.pool.query<StoredContent>({
      name: 'content-get',
      text: `SELECT bytes, sealed FROM platform.contents
             WHERE organization_id = $1 AND livemode = $2 AND key = $3 AND ${ALIVE}`,
      values: [tenant.organizationId, tenant.livemode, key],
    });
    return rows[0] && this.open(tenant, key, rows[0]);
  }

  async hand(tenant: Tenant, key: string, content: Buffer, expiresAt: Date): Promise<void> {
    if (this.handed?.hand(handedName(tenant, key), content, expiresAt)) return;
    await this.put(tenant, key, content, { expiresAt });
  }

  async take(tenant: Tenant, key: string): Promise<Buffer | undefined> {
    const handed = this.handed?.take(handedName(tenant, key));
    if (handed) return handed;
    const { rows } = await this.pool.query<StoredContent>(
      `DELETE FROM platform.contents
       WHERE organization_id = $1 AND livemode = $2 AND key = $3 AND ${ALIVE} RETURNING bytes, sealed`,
      [tenant.organizationId, tenant.livemode, key],
    );
    return rows[0] && this.open(tenant, key, rows[0]);
  }

  private async open(
    { organizationId, livemode }: Tenant,
    key: string,
    { bytes, sealed }: StoredContent,
  ): Promise<Buffer | undefined> {
    if (sealed === null) return bytes ?? undefined;
    return unpack(await this.sealing.open(organizationId, contentName(livemode, key), sealed));
  }

  async remove(tenant: Tenant, keys: readonly string[]): Promise<void> {
    await this.pool.query(
      'DELETE FROM platform.contents WHERE organization_id = $1 AND livemode = $2 AND key = ANY($3)',
      [tenant.organizationId, tenant.livemode, keys],
    );
  }

  /** Removes some of what has expired; says how many that were. */
  async sweep(): Promise<number> {
    const { rowCount } = await this.pool.query(
      `DELETE FROM platform.contents WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM platform.contents WHERE expires_at <= now() LIMIT ${SWEEP_ROWS} FOR UPDATE SKIP LOCKED))`,
    );
    return rowCount ?? 0;
  }
}
