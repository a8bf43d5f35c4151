import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import {
  endOf,
  hashSecretKey,
  operationsOfPerson,
  organizationsReadModel,
  secretKeyKind,
  usersReadModel,
  type LiveKey,
  type OrganizationRow,
  type Team,
  type UserKey,
} from '#contracts';
import { ProjectionWatch } from '#eventing';
import { POOL, SOLE_INSTANCE } from '#hosting';
import { readGrant } from '../actors.js';
import { CommandSender } from '../commands.js';
import type { FreshCache } from '../fresh-cache.js';
import { cacheOfPeople } from './cache-of-people.js';
import { KeyUses } from './key-uses.js';
import type { KeyDirectory, Principal } from '#http';

/** A key as it was looked up; with `live`, each use of it is judged and noted. */
interface Found {
  readonly principal: Principal;
  readonly live?: {
    readonly organizationId: string;
    readonly key: LiveKey;
    readonly lastUsedAt: Date | null;
  };
}

/**
 * Finds who owns a secret key by its hash. A renewed or revoked key is forgotten as soon as the read model shows it: before
 * its renewal is answered, and also where the operator's program revoked it. Whether a Live key has ended by itself is
 * judged at each use.
 */
@Injectable()
export class PostgresKeyDirectory implements KeyDirectory {
  private readonly cache: FreshCache<Found>;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(SOLE_INSTANCE) soleInstance: boolean,
    sender: CommandSender,
    watch: ProjectionWatch,
    private readonly uses: KeyUses,
  ) {
    this.cache = cacheOfPeople({ soleInstance, sender, watch });
  }

  async find(secret: string): Promise<Principal | undefined> {
    const kind = secretKeyKind(secret);
    if (!kind) return undefined;
    const hash = hashSecretKey(secret);
    const found = await this.cache.get(hash, () => this.load(hash, kind));
    if (found?.live && !this.use(hash, found.live)) return undefined;
    return found?.principal;
  }

  /** A Live key that has ended by itself is known until it is removed. */
  async findEnded(secret: string): Promise<Principal | undefined> {
    const kind = secretKeyKind(secret);
    if (!kind) return undefined;
    const hash = hashSecretKey(secret);
    return (await this.cache.get(hash, () => this.load(hash, kind)))?.principal;
  }

  /** What a Live key made stays for minutes, so that its last use does not matter here. */
  async isInForce(organizationId: string, grant: string, operation?: string): Promise<boolean> {
    const { person, keyId } = readGrant(grant);
    if (person !== undefined) return this.isPersonInForce(organizationId, person, keyId, operation);
    const { rows } = await this.pool.query<Pick<OrganizationRow, 'test_key_id' | 'live_keys'>>({
      name: 'organization-key-in-force',
      text: `SELECT test_key_id, live_keys FROM ${organizationsReadModel.table} WHERE id = $1`,
      values: [organizationId],
    });
    const [row] = rows;
    if (!row) return false;
    const now = this.uses.now(organizationId);
    const isLive = row.live_keys.some((key) => key.id === keyId && endOf(key, now, now) === undefined);
    return row.test_key_id === keyId || isLive;
  }

  private async isPersonInForce(
    organizationId: string,
    userId: string,
    keyId: string,
    operation: string | undefined,
  ): Promise<boolean> {
    const { rows } = await this.pool.query<{ keys: readonly UserKey[]; team: Team }>({
      name: 'user-key-in-force',
      text: `SELECT u.keys, o.team FROM ${usersReadModel.table} AS u
             JOIN ${organizationsReadModel.table} AS o ON o.id = $1 AND o.closed IS NULL
             WHERE u.id = $2 AND u.suspended_at IS NULL`,
      values: [organizationId, userId],
    });
    const [row] = rows;
    if (!row?.keys.some(({ id }) => id === keyId)) return false;
    const operations: readonly string[] | undefined = operationsOfPerson(organizationId, row.team, userId);
    return operations !== undefined && (operation === undefined || operations.includes(operation));
  }

  /** Whether a Live key still works: then it is used now. */
  private use(hash: string, { organizationId, key, lastUsedAt }: NonNullable<Found['live']>): boolean {
    const now = this.uses.now(organizationId);
    if (endOf(key, this.uses.since(hash, lastUsedAt), now) !== undefined) return false;
    this.uses.note(hash, now);
    return true;
  }

  private load(hash: string, kind: 'test' | 'live' | 'user'): Promise<Found | undefined> {
    if (kind === 'user') return this.user(hash);
    return kind === 'live' ? this.live(hash) : this.test(hash);
  }

  private async test(hash: string): Promise<Found | undefined> {
    const { rows } = await this.pool.query<{ id: string; test_key_id: string | null }>({
      name: 'organization-by-key',
      text: `SELECT id, test_key_id FROM ${organizationsReadModel.table} WHERE key_hashes @> ARRAY[$1]`,
      values: [hash],
    });
    const [row] = rows;
    if (!row || row.test_key_id === null) return undefined;
    return { principal: { kind: 'test', organizationId: row.id, keyId: row.test_key_id } };
  }

  private async live(hash: string): Promise<Found | undefined> {
    const { rows } = await this.pool.query<LiveRow>({
      name: 'organization-by-live-key',
      text: `SELECT o.id, o.live_keys, u.last_used_at FROM ${organizationsReadModel.table} AS o
             LEFT JOIN gateway.key_uses AS u ON u.key_hash = $1 WHERE o.key_hashes @> ARRAY[$1]`,
      values: [hash],
    });
    const [row] = rows;
    const key = row?.live_keys.find((one) => one.hash === hash);
    if (!row || !key) return undefined;
    const { id: organizationId, last_used_at: lastUsedAt } = row;
    const { id: keyId, operations, allowed_ips } = key;
    const limits = { ...(operations && { operations }), ...(allowed_ips && { allowed_ips }) };
    const isNarrowed = Object.keys(limits).length > 0;
    const principal = { kind: 'live' as const, organizationId, keyId, ...(isNarrowed && { limits }) };
    return { principal, live: { organizationId, key, lastUsedAt } };
  }

  private async user(hash: string): Promise<Found | undefined> {
    const { rows } = await this.pool.query<{ id: string; keys: readonly UserKey[] }>({
      name: 'user-by-key',
      text: `SELECT id, keys FROM ${usersReadModel.table} WHERE key_hashes @> ARRAY[$1]`,
      values: [hash],
    });
    const [row] = rows;
    const key = row?.keys.find((one) => one.hash === hash);
    return row && key && { principal: { kind: 'user', userId: row.id, keyId: key.id } };
  }
}

type LiveRow = Pick<OrganizationRow, 'id' | 'live_keys'> & { readonly last_used_at: Date | null };
