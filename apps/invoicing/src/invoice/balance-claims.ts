import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { decimal, formatDecimal, type Tenant } from '#kernel';
import { afterPayment, payWith, type Standing } from '#billing';
import { type Queryable } from '#eventing';
import { POOL } from '#hosting';

/** After this long a claim without a payment behind it is taken to be one whose maker died. */
const CLAIM_GRACE = "interval '2 seconds'";

/** What a payment is about to pay of an invoice. Amounts are decimal text in the invoice's currency. */
export interface BalanceClaim {
  readonly invoice: string;
  readonly amount: string;
  readonly total: string;
  /** The numbers that its parts state, in their order; null: the next. */
  readonly installments: readonly (number | null)[];
  /** The payments that it replaces, of any invoices. */
  readonly replaces: readonly string[];
}

/**
 * The balance of an invoice before a payment, and the payments that this one replaces: only the first replacement
 * counts.
 */
export interface ClaimStanding extends Standing {
  readonly replaces: readonly string[];
}

/** Who else has claimed of an invoice; `settled` is false while that payment may still be in the making. */
export interface Claimant {
  readonly invoice: string;
  readonly payment: string;
  readonly settled: boolean;
}

/** The fields of a claim that determine the balance of its invoice. */
type Asked = Pick<BalanceClaim, 'invoice' | 'total' | 'replaces'>;

/** What became of a claim. */
export interface Claimed {
  /** The first invoice whose balance is too small: then nothing was claimed. */
  readonly missing?: string;
  /** The other claimants, where something is missing those of that invoice. */
  readonly others: readonly Claimant[];
  /** How invoices stand before this payment. */
  readonly standings: ReadonlyMap<string, ClaimStanding>;
}

interface OtherClaim {
  readonly id: string;
  readonly amount: string;
  readonly replaces: readonly string[];
  readonly installment: number;
  readonly settled: boolean;
}

/**
 * What payments pay of an invoice, from before they are issued until they are known never to be stamped, or canceled:
 * together at most its total, however many ask at the same time.
 */
@Injectable()
export class BalanceClaims {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  /** Claims for one payment, all or none. What it claimed before is replaced. */
  async claim(tenant: Tenant, payment: string, claims: readonly BalanceClaim[]): Promise<Claimed> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      const all: Claimant[] = [];
      const standings = new Map<string, ClaimStanding>();
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
             (organization_id, livemode, invoice_id, payment_id, amount, installment, replaces)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (organization_id, livemode, invoice_id, payment_id) DO UPDATE
           SET amount = excluded.amount, installment = excluded.installment, replaces = excluded.replaces,
             claimed_at = now()`,
          [
            ...[tenant.organizationId, tenant.livemode, invoice, payment, amount],
            ...[lastInstallment(standing, installments), standing.replaces],
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
    invoices: readonly Asked[],
  ): Promise<ReadonlyMap<string, ClaimStanding>> {
    const standings = new Map<string, ClaimStanding>();
    for (const one of invoices)
      standings.set(one.invoice, (await standingOf(this.pool, tenant, payment, one)).standing);
    return standings;
  }

  /** The payments that have claimed of some invoices. */
  async claimants(tenant: Tenant, invoices: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `SELECT DISTINCT payment_id AS id FROM invoicing.balance_claims
       WHERE organization_id = $1 AND livemode = $2 AND invoice_id = ANY($3)`,
      [tenant.organizationId, tenant.livemode, invoices],
    );
    return rows.map(({ id }) => id);
  }

  /** Frees what a payment claimed: it never was stamped, or was canceled. */
  async release(tenant: Tenant, payment: string): Promise<void> {
    await this.pool.query(
      `DELETE FROM invoicing.balance_claims WHERE organization_id = $1 AND livemode = $2 AND payment_id = $3`,
      [tenant.organizationId, tenant.livemode, payment],
    );
  }
}

/** The balance of an invoice before a payment, given the claims of others. */
async function standingOf(
  client: Queryable,
  tenant: Tenant,
  payment: string,
  { invoice, total, replaces }: Asked,
): Promise<{ readonly standing: ClaimStanding; readonly others: readonly Claimant[] }> {
  const { rows } = await client.query<OtherClaim>(
    `SELECT payment_id AS id, amount::text, installment, replaces, claimed_at < now() - ${CLAIM_GRACE} AS settled
     FROM invoicing.balance_claims
     WHERE organization_id = $1 AND livemode = $2 AND invoice_id = $3 AND payment_id <> $4
     ORDER BY claimed_at`,
    [tenant.organizationId, tenant.livemode, invoice, payment],
  );
  const claimed = payWith(rows, replaces);
  return {
    standing: {
      total,
      balance: formatDecimal(decimal(total) - claimed.paid + claimed.freed),
      // Above every number in use: of payments that were canceled, those of the others stay as they are.
      installment: Math.max(0, ...claimed.others.map(({ installment }) => installment)) + 1,
      replaces: claimed.replaces,
    },
    others: rows.map(({ id, settled }) => ({ invoice, payment: id, settled })),
  };
}

/** The highest number that a payment uses up. */
const lastInstallment = (standing: Standing, stated: readonly (number | null)[]): number =>
  stated.reduce((at, own) => afterPayment(at, '0', own ?? at.installment), standing).installment - 1;
