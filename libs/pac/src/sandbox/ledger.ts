import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { PacAccount } from '../port.js';
import type { Relation } from './relations.js';

/** What the ledger knows of a document that it stamped. */
export interface NewStamp {
  readonly uuid: string;
  readonly account: PacAccount;
  readonly requestId: string;
  readonly issuerRfc: string;
  readonly receiverRfc: string;
  /** Decimal text as the document has it. */
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

/**
 * Writes a stamp and answers with the stamp that counts: this one, or the one that the same account's same
 * document got before or at the same moment. One statement, one commit: the row is the stamp.
 */
export async function record(
  pool: Pool,
  stamp: NewStamp,
): Promise<{ timbreXml: string; duplicate: boolean }> {
  const { account } = stamp;
  const selloHash = sha256(stamp.sello);
  const inserted = await pool.query({
    name: 'pac_sandbox_record',
    text: `with stamped as (
             insert into pac_sandbox.stamps (uuid, organization_id, livemode, request_id, issuer_rfc, receiver_rfc,
               total, sello_tail, sello_hash, xml_hash, stamped_at, cancel_trigger, timbre_xml, spares_acceptance)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
             on conflict (sello_hash, organization_id, livemode) do nothing returning uuid
           ), related as (
             insert into pac_sandbox.relations (uuid, related, kind)
             select stamped.uuid, r.related, r.kind from stamped, unnest($15::uuid[], $16::text[]) as r(related, kind)
           )
           select uuid from stamped`,
    values: [
      stamp.uuid,
      account.organizationId,
      account.livemode,
      stamp.requestId,
      stamp.issuerRfc,
      stamp.receiverRfc,
      stamp.total,
      stamp.sello.slice(-8),
      selloHash,
      sha256(stamp.xml),
      stamp.stampedAt,
      stamp.cancelTrigger ?? null,
      stamp.timbreXml,
      stamp.sparesAcceptance,
      stamp.relations.map(({ uuid }) => uuid),
      stamp.relations.map(({ kind }) => kind),
    ],
  });
  if (inserted.rowCount === 1) return { timbreXml: stamp.timbreXml, duplicate: false };
  const { rows } = await pool.query<{ timbre_xml: string }>(
    `select timbre_xml from pac_sandbox.stamps
      where sello_hash = $1 and organization_id = $2 and livemode = $3`,
    [selloHash, account.organizationId, account.livemode],
  );
  const earlier = rows[0];
  if (!earlier) throw new Error('the ledger refused a stamp and does not have it');
  return { timbreXml: earlier.timbre_xml, duplicate: true };
}

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
    `select uuid, issuer_rfc, receiver_rfc, total, sello_tail, stamped_at, request_id from pac_sandbox.stamps
      where organization_id = $1 and livemode = $2 order by seq desc limit $3 offset $4`,
    [...account, query.limit, (query.page - 1) * query.limit],
  );
  return {
    total: Number(counted.rows[0]?.n ?? 0),
    data: rows.map((row) => ({
      uuid: row.uuid.toUpperCase(),
      issuerRfc: row.issuer_rfc,
      receiverRfc: row.receiver_rfc,
      total: row.total,
      selloTail: row.sello_tail,
      stampedAt: row.stamped_at.toISOString(),
      requestId: row.request_id,
    })),
  };
}
