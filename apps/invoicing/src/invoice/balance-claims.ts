import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { decimal, formatDecimal, type Tenant } from '#kernel';
import { afterPayment, payWith, type Standing } from '#billing';
import { CONFIG, POOL, type Config } from '#hosting';
import type { ClaimedAt } from '../document/holds.js';

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

/** The fields of a claim that determine the balance of its invoice. */
export type Asked = Pick<BalanceClaim, 'invoice' | 'total' | 'replaces'>;

/** A claim as it is stored. */
export interface StoredClaim {
  readonly invoice: string;
  readonly payment: string;
  /** The revision of the payment at which it was made. */
  readonly at: ClaimedAt;
  readonly amount: string;
  readonly replaces: readonly string[];
  /** The first and the highest number that it uses up, and the balance before it; null of the release before. */
  readonly first: number | null;
  readonly installment: number;
  readonly balance: string | null;
  /** Whether its payment should have come to be by now. */
  readonly settled: boolean;
  /** Tells this claim from a later one of the same payment. */
  readonly mark: string;
}

/** What a payment has paid of an invoice. */
export interface AdoptedPayment {
  readonly invoice: string;
  readonly amount: string;
  /** The highest number (NumParcialidad) that it uses up. */
  readonly installment: number;
  readonly replaces: readonly string[];
}

/** `held`: the payment has claimed already, at this revision or a later one. `moved`: others have claimed meanwhile. */
export type Claimed = 'claimed' | 'held' | 'moved';

/**
 * What payments pay of an invoice, from before they are issued until they are known never to be stamped, or canceled:
 * together at most its total, however many ask at the same time.
 */
@Injectable()
export class BalanceClaims {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'claimGraceMs'>,
  ) {}

  /** All claims of some invoices, the oldest first. */
  async read(tenant: Tenant, invoices: readonly string[]): Promise<readonly StoredClaim[]> {
    const { rows } = await this.pool.query<StoredClaim>(
      `SELECT invoice_id AS invoice, payment_id AS payment, revision AS at, amount::text, replaces,
         first_installment AS first, installment, balance::text,
         claimed_at < now() - $4 * interval '1 millisecond' AS settled,
         concat_ws(' ', invoice_id, payment_id, (extract(epoch FROM claimed_at) * 1000000)::bigint) AS mark
       FROM invoicing.balance_claims
       WHERE organization_id = $1 AND livemode = $2 AND invoice_id = ANY($3)
       ORDER BY claimed_at`,
      [tenant.organizationId, tenant.livemode, invoices, this.config.claimGraceMs],
    );
    return rows;
  }

  /**
   * Claims for a payment at one of its revisions, all or none, if nobody else has claimed of these invoices since
   * `seen` was read. In one call: a process that sleeps in between holds no lock. Earlier claims of the payment go.
   */
  async claim(
    tenant: Tenant,
    { payment, at }: { readonly payment: string; readonly at: number },
    claims: readonly BalanceClaim[],
    seen: readonly StoredClaim[],
  ): Promise<Claimed> {
    const standings = standingsOf(seen, payment, claims);
    const rows = claims.map(({ invoice, amount, installments }) => {
      const standing = standings.get(invoice) as ClaimStanding;
      const { balance, installment: first_installment, replaces } = standing;
      const last_installment = lastInstallment(standing, installments);
      return { invoice, amount, balance, first_installment, last_installment, replaces };
    });
    const marks = seen.filter((claim) => claim.payment !== payment).toSorted(byPlace);
    const { rows: answer } = await this.pool.query<{ claimed: Claimed }>(
      'SELECT invoicing.claim_balances($1, $2, $3, $4, $5, $6) AS claimed',
      [
        ...[tenant.organizationId, tenant.livemode, payment, at],
        ...[marks.map(({ mark }) => mark), JSON.stringify(rows)],
      ],
    );
    return answer[0]?.claimed ?? 'moved';
  }

  /**
   * What a payment that was issued elsewhere, or before its invoice was known here, has paid: no claim that could be refused, as it
   * is a fact. Again, it changes nothing.
   */
  async adopt(tenant: Tenant, payment: string, paid: AdoptedPayment): Promise<void> {
    await adoptPayment(this.pool, tenant, payment, paid);
  }

  /** Removes one claim, as it was seen: it is dead. A later one of the same payment stays. */
  async remove(tenant: Tenant, { payment, at }: Pick<StoredClaim, 'payment' | 'at'>): Promise<void> {
    await this.pool.query(
      `DELETE FROM invoicing.balance_claims
       WHERE organization_id = $1 AND livemode = $2 AND payment_id = $3 AND revision IS NOT DISTINCT FROM $4::int`,
      [tenant.organizationId, tenant.livemode, payment, at],
    );
  }

  /** Frees what a payment claimed at revisions up to `upTo`, and at the release before: all of it is dead. */
  async release(tenant: Tenant, payment: string, upTo: number): Promise<void> {
    await this.pool.query(
      `DELETE FROM invoicing.balance_claims
       WHERE organization_id = $1 AND livemode = $2 AND payment_id = $3 AND (revision <= $4 OR revision IS NULL)`,
      [tenant.organizationId, tenant.livemode, payment, upTo],
    );
  }
}

/** What {@link BalanceClaims.adopt} does, for who has no commands to answer. */
export async function adoptPayment(
  pool: pg.Pool,
  tenant: Tenant,
  payment: string,
  paid: AdoptedPayment,
): Promise<void> {
  await pool.query('SELECT invoicing.adopt_payment($1, $2, $3, $4, $5, $6, $7)', [
    ...[tenant.organizationId, tenant.livemode, paid.invoice, payment],
    ...[paid.amount, paid.installment, paid.replaces],
  ]);
}

/** As the database compares the lists: by the bytes of the ids. */
const byPlace = (a: StoredClaim, b: StoredClaim): number =>
  a.invoice < b.invoice || (a.invoice === b.invoice && a.payment < b.payment) ? -1 : 1;

/** How invoices stand before a payment, given the claims of others. */
export const standingsOf = (
  claims: readonly StoredClaim[],
  payment: string,
  asked: readonly Asked[],
): ReadonlyMap<string, ClaimStanding> =>
  new Map(
    asked.map((one) => {
      const others = claims.filter((claim) => claim.invoice === one.invoice && claim.payment !== payment);
      return [one.invoice, standingOf(others, one)];
    }),
  );

function standingOf(others: readonly StoredClaim[], { total, replaces }: Asked): ClaimStanding {
  const claimed = payWith(
    others.map((claim) => ({ ...claim, id: claim.payment })),
    replaces,
  );
  return {
    total,
    balance: formatDecimal(decimal(total) - claimed.paid + claimed.freed),
    // Above every number in use: of payments that were canceled, those of the others stay as they are.
    installment: Math.max(0, ...claimed.others.map(({ installment }) => installment)) + 1,
    replaces: claimed.replaces,
  };
}

/**
 * What a payment has claimed at a revision before, by another delivery of its command, say: it says the same again.
 * Undefined where that is not what it asks now.
 */
export function ownStandings(
  claims: readonly StoredClaim[],
  { payment, at }: { readonly payment: string; readonly at: number },
  asked: readonly BalanceClaim[],
): ReadonlyMap<string, ClaimStanding> | undefined {
  const own = new Map(
    claims.filter((claim) => claim.payment === payment && claim.at === at).map((one) => [one.invoice, one]),
  );
  const standings = new Map<string, ClaimStanding>();
  for (const { invoice, amount, total } of asked) {
    const claim = own.get(invoice);
    if (!claim || claim.first === null || claim.balance === null) return undefined;
    if (decimal(claim.amount) !== decimal(amount)) return undefined;
    const { balance, first: installment, replaces } = claim;
    standings.set(invoice, { total, balance, installment, replaces });
  }
  return standings;
}

/** The highest number that a payment uses up. */
const lastInstallment = (standing: Standing, stated: readonly (number | null)[]): number =>
  stated.reduce((at, own) => afterPayment(at, '0', own ?? at.installment), standing).installment - 1;
