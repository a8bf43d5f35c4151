import { Inject, Injectable } from '@nestjs/common';
import { field, ok, refuse, refuseFields, type Detail, type Result, type Tenant } from '#kernel';
import { paidInvoicesOf, payableOf, replacementOf } from '#billing';
import type { Command, InvoiceContent } from '#contracts';
import { type ContentStore } from '#eventing';
import { storedCfdi } from '#fiscal';
import { CONTENTS } from '#hosting';
import { BalanceClaims, type Claimant } from './balance-claims.js';
import { Claims } from './claims.js';
import type { Invoice } from './invoice.js';
import { Invoices } from './invoices.js';
import { settleInvoice, statedInstallmentsOf, type Standings } from './settle.js';

type Valid = Extract<Invoice, { status: 'valid' }>;
type Targets = ReadonlyMap<string, Valid>;

/**
 * What a payment claims of the invoices that it pays before it is issued, so that payments made at once never pay more
 * than is owed, and never say the same number and balance: what was left to us is worked out from the claims of all.
 */
@Injectable()
export class PaymentClaims {
  constructor(
    @Inject(CONTENTS) private readonly contents: ContentStore,
    private readonly balances: BalanceClaims,
    private readonly invoices: Invoices,
    private readonly claims: Claims,
  ) {}

  /** Claims, and gives the content as it is to be issued. */
  async claim(command: Command, content: InvoiceContent): Promise<Result<InvoiceContent>> {
    const { tenant, key } = command;
    const paid = paidInvoicesOf(content);
    if (paid.length === 0) return ok(content);
    const targets = await this.targets(tenant, content);
    const gone = paid.find(({ invoice }) => !targets.has(invoice));
    if (gone) return refuseFields(documentProblems(content, gone.invoice, 'uuid', 'not_allowed'));
    const replaces = await this.replaced(tenant, content, targets);
    const asked = paid.map(({ invoice, amount }) => ({
      ...{ invoice, amount, total: totalOf(targets, invoice), replaces },
      installments: statedInstallmentsOf(content, invoice),
    }));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { missing, others, standings } = await this.balances.claim(tenant, key, asked);
      // Payments that an invoice has received are there; what is left of others would make its balance wrong.
      const doubtful = others.filter(
        ({ invoice, payment }) => !(payment in (targets.get(invoice)?.payments ?? {})),
      );
      if (await this.freeVacant(command, missing === undefined ? doubtful : others)) continue;
      if (missing === undefined) return ok(await this.settle(tenant, content, targets, standings));
      const code = 'amount_exceeds_related_document_balance';
      return refuseFields(documentProblems(content, missing, 'amount', code));
    }
    await this.balances.release(tenant, key);
    return refuse('conflict');
  }

  /** The content of a draft as it would be issued now. */
  async look({ tenant, key }: Command, content: InvoiceContent): Promise<InvoiceContent> {
    const targets = await this.targets(tenant, content);
    if (targets.size === 0) return content;
    const replaces = await this.replaced(tenant, content, targets);
    const asked = [...targets.keys()].map((invoice) => ({
      invoice,
      total: totalOf(targets, invoice),
      replaces,
    }));
    return this.settle(tenant, content, targets, await this.balances.standings(tenant, key, asked));
  }

  async release({ tenant, key }: Command, content: InvoiceContent): Promise<void> {
    if (paidInvoicesOf(content).length > 0) await this.balances.release(tenant, key);
  }

  /** The documents of ours that a payment says to replace: their claims, if they have any, are at its disposal. */
  private async replaced(
    tenant: Tenant,
    content: InvoiceContent,
    targets: Targets,
  ): Promise<readonly string[]> {
    const uuids = replacementOf(content.related_documents);
    if (uuids.length === 0) return [];
    // Only payments of the same invoices matter: received ones, and those with a claim on them.
    const received = [...targets.values()].flatMap(({ payments }) => Object.keys(payments));
    const claiming = await this.balances.claimants(tenant, [...targets.keys()]);
    const replaced: string[] = [];
    for (const payment of new Set([...received, ...claiming])) {
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
      if (target.status === 'valid') targets.set(invoice, target);
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

  /** Frees the claims of payments that never came to be; whether there were any. */
  private async freeVacant(command: Command, others: readonly Claimant[]): Promise<boolean> {
    let freed = false;
    for (const { payment, settled: sure } of others) {
      const { status } = await this.invoices.state(payment, command.tenant);
      // A draft that is just being stamped has claimed already.
      const vacant = status === 'failed' || status === 'canceled' || (status === 'draft' && sure);
      if (!vacant && !(await this.claims.isVacant(command, payment, sure))) continue;
      await this.balances.release(command.tenant, payment);
      freed = true;
    }
    return freed;
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
): Detail[] =>
  complements.flatMap((complement, i) =>
    complement.type !== 'pago'
      ? []
      : complement.data.flatMap(({ related_documents }, j) =>
          related_documents.flatMap((document, k) =>
            document.invoice === invoice
              ? [field(`complements[${i}].data[${j}].related_documents[${k}].${name}`, code)]
              : [],
          ),
        ),
  );
