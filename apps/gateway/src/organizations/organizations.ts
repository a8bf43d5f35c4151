import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { field, newId, ok, refuse, type Result } from '#kernel';
import {
  containsPattern,
  organizationsReadModel,
  testKeySecret,
  type OrganizationLegalInput,
  type CommandTypeOn,
  type Team,
} from '#contracts';
import { POOL, Vault } from '#hosting';
import { CommandSender, type OutgoingCommand } from '../commands.js';
import { Conditions, type DocTable } from '../doc-table.js';
import { PublicUrl } from '../portal/public-url.js';
import { contextOf, type OrganizationCall } from './caller.js';
import type { InstantRange, Principal } from '#http';
import { OrganizationTable } from './organization-table.js';
import { unreadableFor } from './unreadable.js';

const readModel = organizationsReadModel;
const { table } = organizationsReadModel;

/** Organizations for the API: what a user's key reaches, and what an organization's own keys do. */
@Injectable()
export class Organizations {
  readonly table: DocTable;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly vault: Vault,
    private readonly sender: CommandSender,
    publicUrl: PublicUrl,
  ) {
    this.table = new OrganizationTable(pool, publicUrl);
  }

  async create(name: string, ownerId: string, call: OrganizationCall): Promise<Result<string>> {
    const id = newId();
    const data = { name, owner_id: ownerId };
    const sent = await this.send({ type: 'organizations.create', key: id, data }, call);
    return sent.ok ? this.findDoc(id, call.principal) : sent;
  }

  async setLegal(id: string, legal: OrganizationLegalInput, call: OrganizationCall): Promise<Result<string>> {
    const known = await this.findActive(id, call.principal);
    if (!known.ok) return known;
    const sent = await this.send({ type: 'organizations.set-legal', key: id, data: { legal } }, call);
    return sent.ok ? this.findDoc(id, call.principal) : sent;
  }

  /** The Test key in force, in clear. Refused: organization_not_found, not_found after its keys were revoked. */
  async testKey(id: string, principal: Principal): Promise<Result<string>> {
    const { rows } = await this.pool.query<{ test_key_id: string | null }>(
      `SELECT test_key_id FROM ${table} WHERE id = $1 AND closed IS NULL AND ${reachSql(principal)}`,
      [id, reachValue(principal)],
    );
    const [row] = rows;
    if (!row) return refuse('organization_not_found');
    if (row.test_key_id === null) return noTestKey();
    const key = await this.vault.get(id, testKeySecret(row.test_key_id));
    if (!key) throw new Error(`the Test key of organization ${id} is not in the vault`);
    return ok(key.toString('utf8'));
  }

  /** Makes another Test key; the one before stops working before this returns. */
  async renewTestKey(id: string, call: OrganizationCall): Promise<Result<string>> {
    const known = await this.findActive(id, call.principal);
    if (!known.ok) return known;
    const sent = await this.send({ type: 'organizations.renew-test-key', key: id, data: {} }, call);
    return sent.ok ? this.testKey(id, call.principal) : sent;
  }

  /** An organization that the caller reaches, as JSON text; any other is not found. */
  async findDoc(id: string, principal: Principal): Promise<Result<string>> {
    const doc = await this.table.findDoc(id, this.reach(principal));
    return doc === undefined ? refuse('organization_not_found') : ok(doc.json);
  }

  /** The same, but not of one that is deleted: nothing is done with it until it is restored. */
  async findActive(id: string, principal: Principal): Promise<Result<string>> {
    const doc = await this.table.findDoc(id, this.reach(principal).and('closed IS NULL'));
    return doc === undefined ? refuse('organization_not_found') : ok(doc.json);
  }

  /** The names of an organization's series, in the order in which they were added. */
  async seriesOf(id: string, principal: Principal): Promise<Result<readonly string[]>> {
    const { rows } = await this.pool.query<{ series: string[] }>(
      `SELECT series FROM ${table} WHERE id = $1 AND closed IS NULL AND ${reachSql(principal)}`,
      [id, reachValue(principal)],
    );
    return rows[0] ? ok(rows[0].series) : refuse('organization_not_found');
  }

  /** The people of an organization, and when it was made. Refused: organization_not_found. */
  async teamOf(id: string, principal: Principal): Promise<Result<{ team: Team; createdAt: string }>> {
    const { rows } = await this.pool.query<{ team: Team; created_at: Date }>(
      `SELECT team, created_at FROM ${table} WHERE id = $1 AND closed IS NULL AND ${reachSql(principal)}`,
      [id, reachValue(principal)],
    );
    const [row] = rows;
    if (!row) return refuse('organization_not_found');
    return ok({ team: row.team, createdAt: row.created_at.toISOString() });
  }

  /** What finds the organizations that a user may read, for lists of them. */
  async search(userId: string, q: string | undefined, range: InstantRange | undefined): Promise<Conditions> {
    const conditions = new Conditions().and('user_ids @> ARRAY[?::text]', userId).within('created_at', range);
    const unreadable = await unreadableFor(this.pool, userId);
    if (unreadable.length > 0) conditions.and('NOT id = ANY(?)', unreadable);
    return q === undefined ? conditions : conditions.and('search LIKE ?', containsPattern(q));
  }

  private reach(principal: Principal): Conditions {
    const sql = reachSql(principal).replace('$2', '?');
    return new Conditions().and(sql, reachValue(principal));
  }

  /** Organizations stand above the environments: their streams are their own tenant's. */
  send<Type extends CommandTypeOn<'organizations'>>(message: OutgoingCommand<Type>, call: OrganizationCall) {
    return this.sender.send(message, contextOf(message.key, call), { readModel });
  }
}

/** After its keys were revoked. */
const noTestKey = () =>
  refuse('not_found', {
    details: [
      field('organization_id', 'not_allowed', {
        location: 'params',
        message: {
          es: 'Las llaves de la organización fueron revocadas. Genere otra llave Test con PUT en esta misma ruta.',
          en: 'The keys of the organization were revoked. Create another Test key with PUT on this path.',
        },
      }),
    ],
  });

/** A user reaches the organizations it belongs to; an organization's key reaches that one. */
const reachSql = (principal: Principal): string =>
  principal.kind === 'user' ? 'user_ids @> ARRAY[$2::text]' : 'id = $2';
const reachValue = (principal: Principal): string =>
  principal.kind === 'user' ? principal.userId : principal.organizationId;
