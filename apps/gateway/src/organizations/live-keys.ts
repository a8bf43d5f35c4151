import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { field, ok, refuseFields, type Result } from '#kernel';
import { endOf, newSecretKey, organizationsReadModel, printOfKey, type LiveKey } from '#contracts';
import { POOL } from '#hosting';
import { KeyUses } from './key-uses.js';
import { parseOrganizationDoc } from '../docs.js';
import { readLimits } from './live-key-limits.js';
import { DEFAULT_HOURS, type AddLiveKeyBody, type LiveKeyAnswer } from './live-keys.dto.js';
import type { OrganizationCall } from './caller.js';
import { Organizations } from './organizations.js';

/** The Live keys of organizations: made here, and kept nowhere. Only their prints travel and are stored. */
@Injectable()
export class LiveKeys {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly organizations: Organizations,
    private readonly uses: KeyUses,
  ) {}

  /** Those that work, oldest first. Refused: organization_not_found. */
  async list(id: string, { principal }: OrganizationCall): Promise<Result<LiveKeyAnswer[]>> {
    const known = await this.organizations.findActive(id, principal);
    return known.ok ? ok(await this.show(id)) : known;
  }

  /** Makes a key, and gives it out this once. Refused: organization_not_found, invalid_request, rate_limit_exceeded. */
  async add(
    id: string,
    body: AddLiveKeyBody,
    call: OrganizationCall,
  ): Promise<Result<{ readonly id: string; readonly key: string }>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const { replaces, old_key_ends_in_hours: hours } = body;
    if (hours !== undefined && !replaces) return refuseFields([field('replaces', 'required')]);
    const limits = readLimits(body, parseOrganizationDoc(known.value).timezone);
    if (!limits.ok) return limits;
    const key = newSecretKey('live');
    const print = printOfKey(key);
    const data = {
      ...limits.value,
      key: print,
      name: body.name?.normalize('NFC').trim() || null,
      ...(replaces && {
        replaces: { key_id: replaces.toLowerCase(), ends_in_hours: hours ?? DEFAULT_HOURS },
      }),
    };
    const sent = await this.organizations.send({ type: 'organizations.add-live-key', key: id, data }, call);
    return sent.ok ? ok({ id: print.id, key }) : sent;
  }

  /** Ends a key, which works nowhere any more when this returns; gives those that are left. Refused: not_found. */
  async delete(id: string, keyId: string, call: OrganizationCall): Promise<Result<LiveKeyAnswer[]>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const data = { key_id: keyId };
    const sent = await this.organizations.send(
      { type: 'organizations.delete-live-key', key: id, data },
      call,
    );
    return sent.ok ? ok(await this.show(id)) : sent;
  }

  private async show(id: string): Promise<LiveKeyAnswer[]> {
    const { rows } = await this.pool.query<{ live_keys: readonly LiveKey[] }>(
      `SELECT live_keys FROM ${organizationsReadModel.table} WHERE id = $1`,
      [id],
    );
    const keys = rows[0]?.live_keys ?? [];
    const used = await this.uses.of(keys.map(({ hash }) => hash));
    const now = this.uses.now(id);
    return keys
      .filter((key) => endOf(key, used.get(key.hash) ?? null, now) === undefined)
      .map(({ id: keyId, first_12, created_at, name, expires_at, hash, operations, allowed_ips }) => ({
        ...{ id: keyId, first_12, created_at, name, expires_at },
        ...{ operations: operations ?? null, allowed_ips: allowed_ips ?? null },
        last_used_at: used.get(hash)?.toISOString() ?? null,
      }));
  }
}
