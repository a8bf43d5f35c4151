import { createHash } from 'node:crypto';
import type pg from 'pg';
import { parseComprobante, type ParsedComprobante } from '#cfdi';
import type { EventStore, RecordedEvent } from '#event-store';
import { PostgresContentStore } from '#eventing';
import { sealedMailName } from '#contracts';
import { storedCfdi } from '#fiscal';
import { Vault, keysOf } from '#hosting';
import { readEvents } from '../support/events.js';

/** What the service and everybody around it have at the end, each from its own side. */
export interface Books {
  /** Rows of the read model that the API shows. */
  readonly invoices: readonly BookedInvoice[];
  /** The provider's own ledger. */
  readonly stamps: readonly BookedStamp[];
  /** What the stamped documents say, by invoice. */
  readonly documents: ReadonlyMap<string, BookedDocument>;
  /** The feed, in its order. */
  readonly events: readonly RecordedEvent[];
  /** Every copy of a mail that a mailbox or a mail server has got. */
  readonly copies: readonly MailCopy[];
  /** Idempotency keys with the invoice that holds each. */
  readonly keys: readonly { readonly key: string; readonly holder: string }[];
  /** Commands of process managers that are due and not done. */
  readonly undone: readonly string[];
}

export interface BookedInvoice {
  readonly id: string;
  readonly external_id: string | null;
  readonly status: string;
  readonly uuid: string | null;
  readonly series: string | null;
  readonly folio_number: string | null;
  /** Decimal text. */
  readonly total: string;
  readonly cancellation_status: string;
  /** PUE or PPD; null where it has none. */
  readonly payment_method: string | null;
  /** Decimal text; null: nothing is ever due of it. */
  readonly amount_due: string | null;
}

export interface BookedStamp {
  readonly uuid: string;
  /** The invoice and the number of its issue: `<id>.<number>`. */
  readonly request_id: string;
  readonly total: string;
  readonly sello_tail: string;
  readonly canceled: boolean;
}

export interface BookedDocument {
  readonly uuid: string;
  readonly total: string;
  readonly series: string | null;
  readonly folio: string;
  readonly sello: string;
  /** Of a payment: what it says of each document that it pays (DoctoRelacionado). */
  readonly pays: readonly BookedPart[];
}

/** Amounts are decimal text in the currency of the paid document. */
export interface BookedPart {
  /** The UUID of the paid document. */
  readonly uuid: string;
  readonly installment: string;
  readonly before: string;
  readonly amount: string;
  readonly after: string;
}

export interface MailCopy {
  readonly messageId: string;
  readonly to: string;
  /** Of the whole message, byte by byte. */
  readonly digest: string;
}

/** A copy out of the bytes of a message. */
export function mailCopy(raw: Buffer): MailCopy {
  const text = raw.toString('latin1');
  return {
    messageId: /^Message-ID: (.+)$/im.exec(text)?.[1]?.trim() ?? '',
    to: /^To: (.+)$/im.exec(text)?.[1]?.trim() ?? '',
    digest: createHash('sha256').update(raw).digest('hex'),
  };
}

/**
 * Reads everything, while nothing happens. `masterKey`: base64, opens documents and mails. `copies`: what a mail server
 * got; otherwise the local mailbox is read.
 */
export async function readBooks(
  pool: pg.Pool,
  store: EventStore,
  masterKey: string,
  copies?: readonly MailCopy[],
): Promise<Books> {
  const vault = new Vault(pool, 'documents', keysOf(Buffer.from(masterKey, 'base64')).documents);
  const { rows: invoices } = await pool.query<BookedInvoice>(
    `SELECT id, external_id, status, uuid, series, folio_number, total, cancellation_status,
            payment_method, amount_due::text AS amount_due
     FROM gateway.invoices WHERE NOT hidden ORDER BY id`,
  );
  const { rows: stamps } = await pool.query<BookedStamp>(
    `SELECT upper(uuid::text) AS uuid, request_id, total, sello_tail,
            EXISTS (SELECT FROM pac_sandbox.cancellations c WHERE c.uuid = s.uuid AND c.state = 'accepted') AS canceled
     FROM pac_sandbox.stamps s ORDER BY seq`,
  );
  const { rows: keys } = await pool.query<{ key: string; holder: string }>(
    'SELECT key, holder FROM invoicing.idempotency_keys ORDER BY key',
  );
  return {
    invoices,
    stamps,
    keys,
    documents: await readDocuments(pool, vault),
    events: await readEvents(store),
    copies: copies ?? (await readMailbox(pool, vault)),
    undone: await readUndone(pool),
  };
}

/**
 * Commands that are due, or have failed and will be tried again; those planned for a later time (looks at a cancellation,
 * tries of a stamp) are no debt.
 */
export async function readUndone(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(
    `SELECT concat(command->>'type', ' ', command->>'key', ': ', last_error) AS what
     FROM platform.pending_commands WHERE due_at <= now() OR leased_until > now() OR attempts > 0 ORDER BY due_at`,
  );
  return rows.map(({ what }) => what);
}

async function readDocuments(pool: pg.Pool, vault: Vault): Promise<Map<string, BookedDocument>> {
  const contents = new PostgresContentStore(pool, vault);
  const { rows } = await pool.query<{
    id: string;
    organization_id: string;
    livemode: boolean;
    xml_key: string | null;
    timbre_xml: string | null;
  }>(
    'SELECT id, organization_id, livemode, xml_key, timbre_xml FROM gateway.invoices WHERE uuid IS NOT NULL',
  );
  const documents = new Map<string, BookedDocument>();
  for (const { id, organization_id: organizationId, livemode, ...parts } of rows) {
    const xml = await storedCfdi(contents, { organizationId, livemode }, parts);
    const parsed = xml === undefined ? undefined : parseComprobante(xml);
    if (!parsed?.ok) continue;
    const { attributes, sello, timbre, complementos } = parsed.value;
    documents.set(id, {
      ...{ uuid: timbre?.uuid ?? '', total: attributes['Total'] ?? '', sello },
      ...{ series: attributes['Serie'] ?? null, folio: attributes['Folio'] ?? '' },
      pays: partsOf(complementos),
    });
  }
  return documents;
}

/** What the payments in a document's complements pay, in their order. */
const partsOf = (complementos: ParsedComprobante['complementos']): BookedPart[] =>
  complementos
    .filter(({ name }) => name === 'Pagos')
    .flatMap(({ children }) => children.filter(({ name }) => name === 'Pago'))
    .flatMap(({ children }) => children.filter(({ name }) => name === 'DoctoRelacionado'))
    .map(({ attributes }) => ({
      uuid: (attributes['IdDocumento'] ?? '').toUpperCase(),
      installment: attributes['NumParcialidad'] ?? '',
      before: attributes['ImpSaldoAnt'] ?? '',
      amount: attributes['ImpPagado'] ?? '',
      after: attributes['ImpSaldoInsoluto'] ?? '',
    }));

async function readMailbox(pool: pg.Pool, vault: Vault): Promise<MailCopy[]> {
  const { rows } = await pool.query<{ owner: string; livemode: boolean; id: string; sealed: Buffer }>(
    'SELECT organization_id AS owner, livemode, id, sealed FROM platform.mailbox ORDER BY id',
  );
  return Promise.all(
    rows.map(async ({ owner, livemode, id, sealed }) =>
      mailCopy(await vault.open(owner, sealedMailName(livemode, id, 'message'), sealed)),
    ),
  );
}
