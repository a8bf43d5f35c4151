import type { Pool } from 'pg';

/** Any number works, as long as nothing else of the database takes the same. */
const MIGRATION_LOCK = 730_145_001;

/**
 * The sandbox's own storage, apart from the service's data: what a real PAC and the tax authority would keep.
 * Nothing outside the sandbox reads or writes it, so the two can be compared.
 */
const SCHEMA = `
create schema if not exists pac_sandbox;

-- The authority's and the PAC's certificates; private keys sealed by the caller's key.
create sequence if not exists pac_sandbox.certificate_number;
create table if not exists pac_sandbox.certificates (
  no_certificado text primary key,
  kind text not null check (kind in ('authority', 'pac')),
  cer bytea not null,
  sealed_key bytea not null,
  not_after timestamptz not null
);

-- The ledger: a row is a stamp.
create table if not exists pac_sandbox.stamps (
  seq bigint generated always as identity,
  uuid uuid primary key,
  organization_id text not null,
  livemode boolean not null,
  request_id text not null,
  issuer_rfc text not null,
  receiver_rfc text not null,
  total text not null,
  sello_tail text not null,
  sello_hash bytea not null,
  xml_hash bytea not null,
  stamped_at timestamptz not null,
  cancel_trigger text,
  timbre_xml text not null
);
create unique index if not exists stamps_document on pac_sandbox.stamps (sello_hash, organization_id, livemode);
create index if not exists stamps_account on pac_sandbox.stamps (organization_id, livemode, seq desc);

-- Whether the kind of document spares its receiver's acceptance, whenever it is cancelled.
alter table pac_sandbox.stamps add column if not exists spares_acceptance boolean not null default true;

-- A Comprobante, or a document of retentions.
alter table pac_sandbox.stamps add column if not exists kind text not null default 'comprobante'
  check (kind in ('comprobante', 'retencion'));

-- What a document says of others: CfdiRelacionados by TipoRelacion, documents that a payment pays as "pago".
create table if not exists pac_sandbox.relations (
  uuid uuid not null,
  related uuid not null,
  kind text not null,
  primary key (related, uuid, kind)
);

-- How often a document with a fault trigger was sent (stamp) or its cancellation asked for (cancel).
create table if not exists pac_sandbox.attempts (
  subject text primary key,
  attempts integer not null
);

-- The sandbox tax authority: every cancellation request that it took.
create table if not exists pac_sandbox.cancellations (
  seq bigint generated always as identity primary key,
  uuid uuid not null references pac_sandbox.stamps (uuid),
  request_id text not null,
  motive text not null,
  substitution uuid,
  state text not null check (state in ('pending', 'verifying', 'accepted', 'rejected', 'expired')),
  estatus text not null,
  acuse text not null,
  requested_at timestamptz not null
);
create index if not exists cancellations_document on pac_sandbox.cancellations (uuid, seq desc);
`;

/**
 * Creates what is missing of the schema `pac_sandbox`. Safe to run by several processes at once, and again. A login that
 * may make no schemas finds what one made that may.
 */
export async function migrateSandboxPac(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ may: boolean }>(
      "select has_database_privilege(current_database(), 'CREATE') as may",
    );
    if (rows[0]?.may !== true) return;
    // Of the session, before the transaction: one that waited for it inside could still have the catalogue of before in
    // mind, and make the schema again. What is sent as one text is one transaction.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      await client.query(SCHEMA);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    }
  } finally {
    client.release();
  }
}
