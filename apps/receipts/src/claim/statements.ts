import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import {
  MAX_GLOBAL_RECEIPTS,
  type AskGlobalInvoice,
  type ClaimedReceipt,
  type ReceiptStatus,
} from '#contracts';
import type { Tenant } from '#kernel';
import { EVENT_FOLLOWS, rowTypes } from '#eventing';
import { CONFIG, POOL, type Config } from '#hosting';
import type { ReceiptHead } from '../receipt/store.js';

/** A receipt that an invoice holds, as its row says. */
export interface HeldReceipt extends ClaimedReceipt {
  readonly status: ReceiptStatus;
  /** Its stream may say more than its row: credit notes have given back some of it. */
  readonly refunded: boolean;
}

/** What rows say from now on of the receipts that an invoice held. */
export interface Passing {
  readonly status: ReceiptStatus;
  readonly invoice: string | null;
  readonly holder: string | null;
}

type Range = Pick<AskGlobalInvoice, 'from' | 'until' | 'payment_form'>;
type RangeAsked = Range & Pick<AskGlobalInvoice, 'origin'>;

/**
 * The SQL of claims on the receipts' rows. Every statement names the holder, and the revisions that were read: one that
 * comes late, from a process that slept, finds what it names or changes nothing.
 */
@Injectable()
export class ClaimRows {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'claimGraceMs'>,
  ) {}

  /**
   * Holds receipts for an invoice, all or none: those that are open, that nobody else holds, and that say what was read. They
   * are locked in one order, so that statements that want the same receipts wait for each other and never in a circle.
   */
  async hold(tenant: Tenant, invoice: string, receipts: readonly ClaimedReceipt[]): Promise<boolean> {
    const { rows } = await this.pool.query<{ held: string }>({
      name: 'hold-receipts',
      text: `WITH wanted AS (
               SELECT unnest($4::text[]) AS id, unnest($5::integer[]) AS revision
             ), locked AS MATERIALIZED (
               SELECT r.id FROM receipts.receipts AS r JOIN wanted USING (id)
               WHERE r.organization_id = $1 AND r.livemode = $2 AND r.status = 'open'
                 AND (r.holder IS NULL OR r.holder = $3)
                 AND r.revision = wanted.revision
               ORDER BY r.id FOR UPDATE OF r
             ), held AS (
               UPDATE receipts.receipts AS r SET holder = $3, held_at = now()
               FROM locked WHERE r.id = locked.id AND (SELECT count(*) FROM locked) = cardinality($4::text[])
               RETURNING r.id
             )
             SELECT count(*) AS held, ${EVENT_FOLLOWS} FROM held`,
      values: [tenant.organizationId, tenant.livemode, invoice, ...columnsOf(receipts)],
    });
    return Number(rows[0]?.held) === receipts.length;
  }

  /** Lets go of open receipts that an invoice holds, but for some: the caller knows that nothing comes of that hold. */
  async letGo(invoice: string, but: readonly string[] = []): Promise<void> {
    await this.pool.query({
      name: 'let-go-of-receipts',
      text: `UPDATE receipts.receipts SET holder = NULL, held_at = NULL
             WHERE holder = $1 AND status = 'open' AND NOT id = ANY($2::text[])
             RETURNING ${EVENT_FOLLOWS}`,
      values: [invoice, but],
    });
  }

  /** The receipts that an invoice holds, in order of id. */
  async heldBy(invoice: string): Promise<HeldReceipt[]> {
    const { rows } = await this.pool.query<HeldReceipt>({
      name: 'receipts-held-by',
      text: 'SELECT id, revision, status, refunded FROM receipts.receipts WHERE holder = $1 ORDER BY id',
      values: [invoice],
    });
    return rows;
  }

  /** Shows in the rows of receipts that an invoice holds what their streams say now. Rows that show more stay. */
  async pass(invoice: string, receipts: readonly ClaimedReceipt[], to: Passing): Promise<void> {
    await this.pool.query({
      name: 'pass-receipts',
      text: `UPDATE receipts.receipts AS r
             SET revision = shown.revision, status = $4, invoice_id = $5, holder = $6,
               held_at = CASE WHEN $6::text IS NULL THEN NULL ELSE r.held_at END
             FROM (SELECT unnest($2::text[]) AS id, unnest($3::integer[]) AS revision) AS shown
             WHERE r.id = shown.id AND r.holder = $1 AND r.revision < shown.revision
             RETURNING ${EVENT_FOLLOWS}`,
      values: [invoice, ...columnsOf(receipts), to.status, to.invoice, to.holder],
    });
  }

  /**
   * Open receipts in MXN of a period that nobody holds but this invoice, in order of date: one more than a global invoice can
   * have at most, to see whether there are more. Those that withhold taxes are among them where somebody waits for the answer:
   * they are refused by name, so that nobody takes the period for invoiced. At the end of a period they are left out, and told.
   */
  async freeOf(
    tenant: Tenant,
    invoice: string,
    { from, until, payment_form, origin }: RangeAsked,
  ): Promise<ReceiptHead[]> {
    const takesAll = origin !== 'automatic';
    const { rows } = await this.pool.query<ReceiptHead>({
      name: 'free-receipts-of-period',
      text: `SELECT ${HEAD}, true AS settled FROM receipts.receipts
             WHERE organization_id = $1 AND livemode = $2 AND status = 'open' AND date >= $3 AND date < $4
               AND ($5::text IS NULL OR payment_form = $5) AND (holder IS NULL OR holder = $6)
               AND revision >= 0 AND currency = 'MXN' AND ($7 OR NOT withholds) AND item_count > 0
             ORDER BY date, id LIMIT ${MAX_GLOBAL_RECEIPTS + 1}`,
      values: [tenant.organizationId, tenant.livemode, from, until, payment_form, invoice, takesAll],
      types: rowTypes,
    });
    return rows;
  }

  /** Open receipts of a period that somebody else holds, or that are being made: one for each who does. */
  async heldOf(
    tenant: Tenant,
    invoice: string,
    { from, until, payment_form }: Range,
  ): Promise<ReceiptHead[]> {
    const { rows } = await this.pool.query<ReceiptHead>({
      name: 'held-receipts-of-period',
      text: `SELECT DISTINCT ON (coalesce(holder, id)) ${HEAD},
               coalesce(held_at, made_at) < now() - $6 * interval '1 millisecond' AS settled
             FROM receipts.receipts
             WHERE organization_id = $1 AND livemode = $2 AND status = 'open' AND date >= $3 AND date < $4
               AND ($5::text IS NULL OR payment_form = $5) AND (holder <> $7 OR revision < 0)
             ORDER BY coalesce(holder, id), id`,
      values: [
        tenant.organizationId,
        tenant.livemode,
        from,
        until,
        payment_form,
        this.config.claimGraceMs,
        invoice,
      ],
      types: rowTypes,
    });
    return rows;
  }
}

const columnsOf = (receipts: readonly ClaimedReceipt[]) =>
  [receipts.map(({ id }) => id), receipts.map(({ revision }) => revision)] as const;

/** As in receipt/store.ts: test/seams holds a statement to its row by the constants of its own file. */
const HEAD = `id, organization_id, livemode, key, revision, status, invoice_id, holder, held_at, date, expires_at,
  folio_number, payment_form, currency, total, item_count, withholds, totals`;
