import type pg from 'pg';
import { decimal, type Tenant } from '#kernel';

/** After this long a claim without a payment behind it is taken to be one whose maker died. */
const CLAIM_GRACE = "interval '2 seconds'";

/** What a payment is about to pay of an invoice. Amounts are decimal text in the invoice's currency. */
export interface BalanceClaim {
  readonly invoice: string;
  readonly amount: string;
  readonly total: string;
}

/** Who else has claimed what is missing; `settled` is false while that payment may still be in the making. */
export interface Claimant {
  readonly payment: string;
  readonly settled: boolean;
}

/**
 * What payments pay of an invoice, from before they are issued until they are known never to be stamped, or canceled:
 * together no more than its total, however many ask at once.
 */
export class BalanceClaims {
  constructor(private readonly pool: pg.Pool) {}

  /**
   * Claims for one payment, all or none. What it claimed before is replaced.
   * @returns undefined, or the first invoice whose balance is too small, with the other claimants of it
   */
  async claim(
    tenant: Tenant,
    payment: string,
    claims: readonly BalanceClaim[],
  ): Promise<{ readonly invoice: string; readonly others: readonly Claimant[] } | undefined> {
    const scope = [tenant.organizationId, tenant.livemode];
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      // In the order of their ids, so that two payments of the same invoices never wait for each other.
      for (const { invoice, amount, total } of [...claims].sort((a, b) => (a.invoice < b.invoice ? -1 : 1))) {
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
          `balance ${tenant.organizationId} ${invoice}`,
        ]);
        const { rows } = await client.query<{ payment_id: string; amount: string; settled: boolean }>(
          `SELECT payment_id, amount::text, claimed_at < now() - ${CLAIM_GRACE} AS settled
           FROM invoicing.balance_claims
           WHERE organization_id = $1 AND livemode = $2 AND invoice_id = $3 AND payment_id <> $4`,
          [...scope, invoice, payment],
        );
        const claimed = rows.reduce((sum, row) => sum + decimal(row.amount), 0n);
        if (claimed + decimal(amount) > decimal(total)) {
          await client.query('ROLLBACK');
          const others = rows.map(({ payment_id, settled }) => ({ payment: payment_id, settled }));
          return { invoice, others };
        }
        await client.query(
          `INSERT INTO invoicing.balance_claims (organization_id, livemode, invoice_id, payment_id, amount)
           VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (organization_id, livemode, invoice_id, payment_id) DO UPDATE SET amount = excluded.amount`,
          [...scope, invoice, payment, amount],
        );
      }
      await client.query('COMMIT');
      return undefined;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  /** Frees what a payment claimed: it never was stamped, or was canceled. */
  async release(tenant: Tenant, payment: string): Promise<void> {
    await this.pool.query(
      `DELETE FROM invoicing.balance_claims WHERE organization_id = $1 AND livemode = $2 AND payment_id = $3`,
      [tenant.organizationId, tenant.livemode, payment],
    );
  }
}
