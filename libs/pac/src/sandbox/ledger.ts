import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { Rounds } from '#kernel';
import type { DocumentKind, PacAccount } from '../port.js';
import type { Relation } from './relations.js';

/** What the ledger knows of a document that it stamped. */
export interface NewStamp {
  readonly uuid: string;
  readonly kind: DocumentKind;
  readonly account: PacAccount;
  readonly requestId: string;
  readonly issuerRfc: string;
  readonly receiverRfc: string;
  /** Decimal text as the document has it; of a retention its MontoTotOperacion. */
  readonly total: string;
  /** The issuer's whole Sello. */
  readonly sello: string;
  readonly xml: string;
  readonly stampedAt: Date;
  readonly timbreXml: string;
  readonly cancelTrigger?: string;
  /** Whether its receiver has no say in its cancellation (see `sparesAcceptance`). */
  readonly sparesAcceptance: boolean;
  readonly relations: readonly Relation[];
}

/** One row of the ledger's listing. */
export interface SandboxStamp {
  readonly uuid: string;
  readonly kind: DocumentKind;
  readonly issuerRfc: string;
  readonly receiverRfc: string;
  readonly total: string;
  /** Last 8 characters of the issuer's Sello. */
  readonly selloTail: string;
  /** ISO 8601, UTC. */
  readonly stampedAt: string;
  readonly requestId: string;
}

export interface StampPage {
  readonly total: number;
  readonly data: readonly SandboxStamp[];
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What the ledger answers: the stamp that counts, this one or an earlier one of the same account's same document. */
export interface Recorded {
  readonly timbreXml: string;
  readonly duplicate: boolean;
}

/** Writes stamps, those of one moment with one commit: the rows are the stamps. */
export class Ledger {
  private readonly rounds: Rounds<NewStamp, Recorded>;

  /** @param commit an expression of SQL that says how the commit of a stamp waits; undefined: for the disk */
  constructor(
    private readonly pool: Pool,
    private readonly commit = 'null',
  ) {
    this.rounds = new Rounds((stamps) => this.write(stamps), { most: 64 });
  }

  /** Writes a stamp, unless the document has one: earlier, or of the same moment. */
  record(stamp: NewStamp): Promise<Recorded> {
    return this.rounds.add(stamp);
  }

  private async write(stamps: readonly NewStamp[]): Promise<Recorded[]> {
    const { rows } = await this.pool.query<{ uuid: string }>({
      name: 'pac_sandbox_record',
      text: `with asked as (
               select * from json_to_recordset($1) as r(${Object.entries(COLUMNS)
                 .map((column) => column.join(' '))
                 .join(', ')}, relations json)
             ), stamped as (
               insert into pac_sandbox.stamps (${Object.keys(COLUMNS).join(', ')})
               select ${Object.keys(COLUMNS).join(', ')} from asked
               on conflict (sello_hash, organization_id, livemode) do nothing returning uuid
             ), related as (
               insert into pac_sandbox.relations (uuid, related, kind)
               select uuid, r.related, r.kind
               from stamped join asked using (uuid), json_to_recordset(relations) as r(related uuid, kind text)
             )
             select uuid, ${this.commit} from stamped`,
      values: [JSON.stringify(stamps.map(rowOf))],
    });
    const written = new Set(rows.map(({ uuid }) => uuid));
    return Promise.all(
      stamps.map(async (stamp) =>
        written.has(stamp.uuid.toLowerCase())
          ? { timbreXml: stamp.timbreXml, duplicate: false }
          : { timbreXml: await this.earlier(stamp), duplicate: true },
      ),
    );
  }

  private async earlier({ sello, account }: NewStamp): Promise<string> {
    const { rows } = await this.pool.query<{ timbre_xml: string }>(
      `select timbre_xml from pac_sandbox.stamps
        where sello_hash = $1 and organization_id = $2 and livemode = $3`,
      [sha256(sello), account.organizationId, account.livemode],
    );
    if (!rows[0]) throw new Error('the ledger refused a stamp and does not have it');
    return rows[0].timbre_xml;
  }
}

const COLUMNS = {
  uuid: 'uuid',
  organization_id: 'text',
  livemode: 'boolean',
  request_id: 'text',
  issuer_rfc: 'text',
  receiver_rfc: 'text',
  total: 'text',
  sello_tail: 'text',
  sello_hash: 'bytea',
  xml_hash: 'bytea',
  stamped_at: 'timestamptz',
  cancel_trigger: 'text',
  timbre_xml: 'text',
  spares_acceptance: 'boolean',
  kind: 'text',
} as const;

const bytea = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

const rowOf = (stamp: NewStamp): Record<keyof typeof COLUMNS | 'relations', unknown> => ({
  uuid: stamp.uuid,
  organization_id: stamp.account.organizationId,
  livemode: stamp.account.livemode,
  request_id: stamp.requestId,
  issuer_rfc: stamp.issuerRfc,
  receiver_rfc: stamp.receiverRfc,
  total: stamp.total,
  sello_tail: stamp.sello.slice(-8),
  sello_hash: bytea(sha256(stamp.sello)),
  xml_hash: bytea(sha256(stamp.xml)),
  stamped_at: stamp.stampedAt,
  cancel_trigger: stamp.cancelTrigger ?? null,
  timbre_xml: stamp.timbreXml,
  spares_acceptance: stamp.sparesAcceptance,
  kind: stamp.kind,
  relations: stamp.relations.map(({ uuid, kind }) => ({ related: uuid, kind })),
});

/** The stamp of exactly these bytes for this account; `sello` is their Sello attribute. */
export async function findStamp(
  pool: Pool,
  account: PacAccount,
  sello: string,
  xml: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ timbre_xml: string }>(
    `select timbre_xml from pac_sandbox.stamps
      where sello_hash = $1 and organization_id = $2 and livemode = $3 and xml_hash = $4`,
    [sha256(sello), account.organizationId, account.livemode, sha256(xml)],
  );
  return rows[0]?.timbre_xml;
}

/** Counts an attempt on a document with a trigger, and returns its number from 1 on. It survives restarts. */
export async function countAttempt(
  db: Pool | PoolClient,
  operation: 'stamp' | 'cancel',
  key: string,
): Promise<number> {
  const { rows } = await db.query<{ attempts: number }>(
    `insert into pac_sandbox.attempts values ($1, 1)
     on conflict (subject) do update set attempts = pac_sandbox.attempts.attempts + 1 returning attempts`,
    [`${operation}:${key}`],
  );
  return rows[0]?.attempts ?? 1;
}

/** Key of a document's attempts: the same bytes of the same account. */
export const attemptKey = (account: PacAccount, xml: string): string =>
  `${account.organizationId}:${String(account.livemode)}:${sha256(xml).toString('hex')}`;

interface StampRow {
  uuid: string;
  kind: DocumentKind;
  issuer_rfc: string;
  receiver_rfc: string;
  total: string;
  sello_tail: string;
  stamped_at: Date;
  request_id: string;
}

/** An account's stamps, newest first. `page` counts from 1; `total` is the number of all of them. */
export async function listStamps(
  pool: Pool,
  query: PacAccount & { readonly page: number; readonly limit: number },
): Promise<StampPage> {
  const account = [query.organizationId, query.livemode];
  const counted = await pool.query<{ n: string }>(
    `select count(*) as n from pac_sandbox.stamps where organization_id = $1 and livemode = $2`,
    account,
  );
  const { rows } = await pool.query<StampRow>(
    `select uuid, kind, issuer_rfc, receiver_rfc, total, sello_tail, stamped_at, request_id from pac_sandbox.stamps
      where organization_id = $1 and livemode = $2 order by seq desc limit $3 offset $4`,
    [...account, query.limit, (query.page - 1) * query.limit],
  );
  return {
    total: Number(counted.rows[0]?.n ?? 0),
    data: rows.map((row) => ({
      uuid: row.uuid.toUpperCase(),
      kind: row.kind,
      issuerRfc: row.issuer_rfc,
      receiverRfc: row.receiver_rfc,
      total: row.total,
      selloTail: row.sello_tail,
      stampedAt: row.stamped_at.toISOString(),
      requestId: row.request_id,
    })),
  };
}

/** The caller's id of the stamping of an account's document; undefined for one that the account has not. */
export async function stampedAs(pool: Pool, account: PacAccount, uuid: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ request_id: string }>(
    `select request_id from pac_sandbox.stamps
      where uuid = $1 and organization_id = $2 and livemode = $3 and kind = 'comprobante'`,
    [uuid, account.organizationId, account.livemode],
  );
  return rows[0]?.request_id;
}

/** A stamp as the sandbox's own tax authority has it. */
export interface PeriodStamp {
  readonly uuid: string;
  readonly requestId: string;
  readonly issuerRfc: string;
  readonly receiverRfc: string;
  readonly total: string;
  readonly timbreXml: string;
  readonly stampedAt: Date;
  /** When its cancellation was asked for, of one that is cancelled. */
  readonly canceledAt: Date | null;
}

/** The most stamps that are looked at: Test is no archive. */
const MAX_PERIOD = 10_000;

/** What an account had stamped between two instants, both included, oldest first; retentions are not of it. */
export async function stampsOfPeriod(
  pool: Pool,
  query: PacAccount & { readonly from: Date; readonly until: Date },
): Promise<readonly PeriodStamp[]> {
  const { rows } = await pool.query<
    StampRow & { readonly timbre_xml: string; readonly canceled_at: Date | null }
  >(
    `select s.uuid, s.request_id, s.issuer_rfc, s.receiver_rfc, s.total, s.timbre_xml, s.stamped_at,
       (select c.requested_at from pac_sandbox.cancellations c
         where c.uuid = s.uuid and c.state in ('accepted', 'expired') order by c.seq desc limit 1) as canceled_at
     from pac_sandbox.stamps s
     where s.organization_id = $1 and s.livemode = $2 and s.kind = 'comprobante'
       and s.stamped_at between $3 and $4
     order by s.seq limit ${MAX_PERIOD}`,
    [query.organizationId, query.livemode, query.from, query.until],
  );
  return rows.map((row) => ({
    ...{ uuid: row.uuid.toUpperCase(), requestId: row.request_id, issuerRfc: row.issuer_rfc },
    ...{ receiverRfc: row.receiver_rfc, total: row.total, timbreXml: row.timbre_xml },
    ...{ stampedAt: row.stamped_at, canceledAt: row.canceled_at },
  }));
}
