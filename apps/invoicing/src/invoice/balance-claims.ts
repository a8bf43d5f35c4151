import type pg from 'pg';
import { decimal, formatDecimal, type Tenant } from '#kernel';
import { afterPayment, type Standing } from '#billing';

/** After this long a claim without a payment behind it is taken to be one whose maker died. */
const CLAIM_GRACE = "interval '2 seconds'";

/** What a payment is about to pay of an invoice. Amounts are decimal text in the invoice's currency. */
export interface BalanceClaim {
  readonly invoice: string;
  readonly amount: string;
  readonly total: string;
  /** The numbers that its parts state, in their order; null: the next. */
  readonly installments: readonly (number | null)[];
}

/** Who else has claimed of an invoice; `settled` is false while that payment may still be in the making. */
export interface Claimant {
  readonly invoice: string;
  readonly payment: string;
  readonly settled: boolean;
}

/** What became of a claim. */
export interface Claimed {
  /** The first invoice whose balance is too small: then nothing was claimed. */
  readonly missing?: string;
  /** The other claimants, where something is missing those of that invoice. */
  readonly others: readonly Claimant[];
  /** How invoices stand before this payment. */
  readonly standings: ReadonlyMap<string, Standing>;
}

interface OtherClaim {
  readonly payment_id: string;
  readonly amount: string;
  readonly installment: number;
  readonly settled: boolean;
}

/**
 * What payments pay of an invoice, from before they are issued until they are known never to be stamped, or canceled:
 * together no more than its total, however many ask at once.
 */
export class BalanceClaims {
  constructor(private readonly pool: pg.Pool) {}

  /** Claims for one payment, all or none. What it claimed before is replaced. */
  async claim(tenant: Tenant, payment: string, claims: readonly BalanceClaim[]): Promise<Claimed> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      const all: Claimant[] = [];
      const standings = new Map<string, Standing>();
      // In the order of their ids, so that two payments of the same invoices never wait for each other.
      for (const claim of [...claims].sort((a, b) => (a.invoice < b.invoice ? -1 : 1))) {
        const { invoice, amount, installments } = claim;
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
          `balance ${tenant.organizationId} ${invoice}`,
        ]);
        const { standing, others } = await standingOf(client, tenant, payment, claim);
        if (decimal(amount) > decimal(standing.balance)) {
          await client.query('ROLLBACK');
          return { missing: invoice, others, standings };
        }
        standings.set(invoice, standing);
        all.push(...others);
        await client.query(
          `INSERT INTO invoicing.balance_claims
             (organization_id, livemode, invoice_id, payment_id, amount, installment)
           VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (organization_id, livemode, invoice_id, payment_id) DO UPDATE
           SET amount = excluded.amount, installment = excluded.installment, claimed_at = now()`,
          [
            ...[tenant.organizationId, tenant.livemode, invoice, payment, amount],
            lastInstallment(standing, installments),
          ],
        );
      }
      await client.query('COMMIT');
      return { others: all, standings };
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  /** How invoices stand now before a payment that is not to be issued yet: nothing is claimed. */
  async standings(
    tenant: Tenant,
    payment: string,
    invoices: readonly Pick<BalanceClaim, 'invoice' | 'total'>[],
  ): Promise<ReadonlyMap<string, Standing>> {
    const standings = new Map<string, Standing>();
    for (const one of invoices)
      standings.set(one.invoice, (await standingOf(this.pool, tenant, payment, one)).standing);
    return standings;
  }

  /** Frees what a payment claimed: it never was stamped, or was canceled. */
  async release(tenant: Tenant, payment: string): Promise<void> {
    await this.pool.query(
      `DELETE FROM invoicing.balance_claims WHERE organization_id = $1 AND livemode = $2 AND payment_id = $3`,
      [tenant.organizationId, tenant.livemode, payment],
    );
  }
}

/** How an invoice stands before a payment, by what others have claimed of it. */
async function standingOf(
  client: Pick<pg.Pool | pg.PoolClient, 'query'>,
  tenant: Tenant,
  payment: string,
  { invoice, total }: Pick<BalanceClaim, 'invoice' | 'total'>,
): Promise<{ readonly standing: Standing; readonly others: readonly Claimant[] }> {
  const { rows } = (await client.query(
    `SELECT payment_id, amount::text, installment, claimed_at < now() - ${CLAIM_GRACE} AS settled
     FROM invoicing.balance_claims
     WHERE organization_id = $1 AND livemode = $2 AND invoice_id = $3 AND payment_id <> $4`,
    [tenant.organizationId, tenant.livemode, invoice, payment],
  )) as { rows: OtherClaim[] };
  const claimed = rows.reduce((sum, { amount }) => sum + decimal(amount), 0n);
  return {
    standing: {
      total,
      balance: formatDecimal(decimal(total) - claimed),
      // Above every number in use: of payments that were canceled, those of the others stay as they are.
      installment: Math.max(0, ...rows.map(({ installment }) => installment)) + 1,
    },
    others: rows.map(({ payment_id, settled }) => ({ invoice, payment: payment_id, settled })),
  };
}

/** The highest number that a payment uses up. */
const lastInstallment = (standing: Standing, stated: readonly (number | null)[]): number =>
  stated.reduce((at, own) => afterPayment(at, '0', own ?? at.installment), standing).installment - 1;
