import { Inject, Injectable } from '@nestjs/common';
import {
  decimal,
  field,
  formatDecimal,
  ok,
  refuse,
  refuseFields,
  type Detail,
  type MessageParams,
  type Result,
  type Tenant,
} from '#kernel';
import { paidInvoicesOf, payableOf, replacementOf } from '#billing';
import type { Command, InvoiceContent } from '#contracts';
import { Contended, type ContentStore } from '#eventing';
import { storedCfdi } from '#fiscal';
import { CONTENTS } from '#hosting';
import {
  BalanceClaims,
  ownStandings,
  standingsOf,
  type BalanceClaim,
  type ClaimStanding,
  type StoredClaim,
} from './balance-claims.js';
import { Fences } from './fences.js';
import { holdOfBalance, lastDeadBalance } from './holds.js';
import type { Invoice } from './invoice.js';
import { Invoices } from './invoices.js';
import { settleInvoice, statedInstallmentsOf, type Standings } from './settle.js';
import { inTurn } from './turns.js';

type Valid = Extract<Invoice, { status: 'valid' }>;
type Targets = ReadonlyMap<string, Valid>;

/** How often others may be quicker, in other processes: in this one payments of an invoice take turns. */
const MAX_ROUNDS = 30;

/**
 * What a payment claims of the invoices that it pays before it is issued, so that payments made at once never pay more
 * than is owed, and never say the same number and balance: what was left to us is worked out from the claims of all.
 */
@Injectable()
export class PaymentClaims {
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    @Inject(CONTENTS) private readonly contents: ContentStore,
    private readonly balances: BalanceClaims,
    private readonly invoices: Invoices,
    private readonly fences: Fences,
  ) {}

  /**
   * Claims for a payment at a revision of its own, and gives the content as it is to be issued at that revision. Asked
   * again at the same one, by whichever command, it says the same.
   * @throws {Contended} where others were quicker every time
   */
  async claim(command: Command, content: InvoiceContent, at: number): Promise<Result<InvoiceContent>> {
    const { tenant } = command;
    const paid = paidInvoicesOf(content);
    if (paid.length === 0) return ok(content);
    const targets = await this.targets(tenant, content);
    const gone = paid.find(({ invoice }) => !targets.has(invoice));
    if (gone) return refuseFields(documentProblems(content, gone.invoice, 'uuid', 'not_allowed'));
    const places = paid.map(({ invoice }) => `${tenant.organizationId} ${invoice}`);
    const claimed = await inTurn(this.turns, places, () => this.claimOf(command, content, targets, at));
    return claimed.ok ? ok(await this.settle(tenant, content, targets, claimed.value)) : claimed;
  }

  private async claimOf(
    command: Command,
    content: InvoiceContent,
    targets: Targets,
    at: number,
  ): Promise<Result<ReadonlyMap<string, ClaimStanding>>> {
    const { tenant, key: payment } = command;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const claims = await this.balances.read(tenant, [...targets.keys()]);
      const own = claims.filter((claim) => claim.payment === payment);
      const replaces = await this.replaced(tenant, content, targets, claims);
      const asked: BalanceClaim[] = paidInvoicesOf(content).map(({ invoice, amount }) => ({
        ...{ invoice, amount, total: totalOf(targets, invoice), replaces },
        installments: statedInstallmentsOf(content, invoice),
      }));
      const before = ownStandings(claims, { payment, at }, asked);
      if (before) return ok(before);
      // This attempt has been ruled out, and another one is under way.
      if (own.some((claim) => claim.at !== null && claim.at >= at)) return refuse('draft_update_in_progress');
      const standings = standingsOf(claims, payment, asked);
      const balanceOf = (invoice: string) => standings.get(invoice)?.balance ?? '0';
      const exceeding = asked.find(({ invoice, amount }) => decimal(amount) > decimal(balanceOf(invoice)));
      const missing = exceeding?.invoice;
      // Payments that an invoice has received are there; what is left of others would make its balance wrong.
      const doubtful = claims.filter(({ invoice, payment: other }) =>
        missing === undefined ? !(other in (targets.get(invoice)?.payments ?? {})) : invoice === missing,
      );
      const others = doubtful.filter((claim) => claim.payment !== payment);
      if (await this.removeDead(command, others)) continue;
      if (exceeding) {
        const code = 'amount_exceeds_related_document_balance';
        const { invoice, amount } = exceeding;
        // Its past may have paid more than there was to pay.
        const balance = decimal(balanceOf(invoice)) > 0n ? balanceOf(invoice) : formatDecimal(0n);
        const params = { amount, balance };
        return refuseFields(documentProblems(content, invoice, 'amount', code, params));
      }
      const claimed = await this.balances.claim(tenant, { payment, at }, asked, claims);
      if (claimed === 'claimed') return ok(standings);
    }
    throw new Contended(`the balance that ${payment} pays`);
  }

  /** The content of a draft as it would be issued now. */
  async look({ tenant, key }: Command, content: InvoiceContent): Promise<InvoiceContent> {
    const targets = await this.targets(tenant, content);
    if (targets.size === 0) return content;
    const claims = await this.balances.read(tenant, [...targets.keys()]);
    const replaces = await this.replaced(tenant, content, targets, claims);
    const asked = [...targets.keys()].map((invoice) => ({
      ...{ invoice, replaces },
      total: totalOf(targets, invoice),
    }));
    return this.settle(tenant, content, targets, standingsOf(claims, key, asked));
  }

  /** Frees what a payment has claimed, as far as nothing can come of it any more. It may be late, and come again. */
  async release({ tenant, key }: Command): Promise<void> {
    const upTo = lastDeadBalance(await this.invoices.state(key, tenant));
    if (upTo !== undefined) await this.balances.release(tenant, key, upTo);
  }

  /** The documents of ours that a payment says to replace: their claims, if they have any, are at its disposal. */
  private async replaced(
    tenant: Tenant,
    content: InvoiceContent,
    targets: Targets,
    claims: readonly StoredClaim[],
  ): Promise<readonly string[]> {
    const uuids = replacementOf(content.related_documents);
    if (uuids.length === 0) return [];
    // Only payments of the same invoices matter: received ones, and those with a claim on them.
    const received = [...targets.values()].flatMap(({ payments }) => Object.keys(payments));
    const replaced: string[] = [];
    for (const payment of new Set([...received, ...claims.map((claim) => claim.payment)])) {
      const state = await this.invoices.state(payment, tenant);
      if ('stamp' in state && uuids.includes(state.stamp.uuid)) replaced.push(payment);
    }
    return replaced;
  }

  /** The invoices that are paid, as far as they can be. */
  private async targets(tenant: Tenant, content: InvoiceContent): Promise<Targets> {
    const targets = new Map<string, Valid>();
    for (const { invoice } of paidInvoicesOf(content)) {
      const target = await this.invoices.state(invoice, tenant);
      // Only who issued an invoice issues its payments.
      if (target.status === 'valid' && target.imported?.issuer_type !== 'receiving')
        targets.set(invoice, target);
    }
    return targets;
  }

  private settle(
    tenant: Tenant,
    content: InvoiceContent,
    targets: Targets,
    standings: Standings,
  ): Promise<InvoiceContent> {
    return settleInvoice(content, standings, async (invoice) => {
      const { stamp, content: own } = targets.get(invoice) as Valid;
      const xml = (await storedCfdi(this.contents, tenant, stamp)) as string;
      return { ...payableOf(xml), currency: own.currency };
    });
  }

  /** Removes the claims of payments that never came to be; whether there were any. */
  private async removeDead(command: Command, others: readonly StoredClaim[]): Promise<boolean> {
    let removed = false;
    for (const claim of others) {
      const found = { ...claim, holder: claim.payment };
      if (!(await this.fences.isDead(command, found, holdOfBalance))) continue;
      await this.balances.remove(command.tenant, claim);
      removed = true;
    }
    return removed;
  }
}

const totalOf = (targets: Targets, invoice: string): string =>
  (targets.get(invoice) as Valid).issue.totals.total;

/** The documents of a payment that are an invoice, each with a problem of one of its fields. */
const documentProblems = (
  { complements = [] }: InvoiceContent,
  invoice: string,
  name: 'uuid' | 'amount',
  code: string,
  params: MessageParams = {},
): Detail[] =>
  complements.flatMap((complement, i) =>
    complement.type !== 'pago'
      ? []
      : complement.data.flatMap(({ related_documents }, j) =>
          related_documents.flatMap((document, k) =>
            document.invoice === invoice
              ? [field(`complements[${i}].data[${j}].related_documents[${k}].${name}`, code, { params })]
              : [],
          ),
        ),
  );
