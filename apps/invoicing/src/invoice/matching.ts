import { Injectable } from '@nestjs/common';
import { deterministicUuid, type Tenant } from '#kernel';
import { replacementOf } from '#billing';
import { importedInvoiceId, type Command, type InvoiceContent } from '#contracts';
import { ALL } from '../document/holds.js';
import { BalanceClaims } from './balance-claims.js';
import type { Invoice } from './invoice.js';
import { Invoices } from './invoices.js';
import { PaidDocuments, type StoredPaid } from './paid-documents.js';

type Valid = Extract<Invoice, { status: 'valid' }>;

/** Whether a document can have a balance that payments lower (PPD): of others a payment changes nothing. */
const isPayable = (invoice: Invoice): invoice is Valid =>
  invoice.status === 'valid' && invoice.content.payment_method === 'PPD' && invoice.content.type !== 'P';

/**
 * Makes payments count that name what they pay by UUID, as documents that were issued elsewhere do. Every step can be done again,
 * late or by several at once: a payment counts by its id, and a claim by its payment.
 */
@Injectable()
export class PaymentMatching {
  constructor(
    private readonly invoices: Invoices,
    private readonly paid: PaidDocuments,
    private readonly balances: BalanceClaims,
  ) {}

  /** Brings the balance of a document in line with the payments that are known to name it. */
  async settle(command: Command, id: string): Promise<void> {
    const { tenant } = command;
    const invoice = await this.invoices.state(id, tenant);
    if (!isPayable(invoice)) return;
    for (const paid of await this.paid.of(tenant, invoice.stamp.uuid))
      await this.count(command, id, invoice, paid);
  }

  /** Takes back what a canceled payment has paid, wherever it was made to count. */
  async revert(command: Command, payment: string, paid: readonly StoredPaid[]): Promise<void> {
    const now = new Date(command.time);
    for (const { invoice } of paid)
      if (invoice !== null)
        await this.invoices.handle(
          step(command, 'revert', payment, invoice),
          { type: 'revert-payment', now, payment },
          { key: invoice },
        );
    await this.balances.release(command.tenant, payment, ALL);
  }

  private async count(command: Command, id: string, invoice: Valid, paid: StoredPaid): Promise<void> {
    const { tenant } = command;
    const { payment, amount, installment } = paid;
    if (payment in invoice.payments && paid.invoice === id) return;
    if (!pays(await this.invoices.state(payment, tenant), invoice)) return;
    // Who cancels the payment from here on finds where it counts; who did before is seen at the next look.
    await this.paid.mark(tenant, paid, id);
    const maker = await this.invoices.state(payment, tenant);
    if (!pays(maker, invoice)) return;
    const replaces = replacedBy(tenant, maker.content);
    await this.balances.adopt(tenant, payment, { invoice: id, amount, installment, replaces });
    const now = new Date(command.time);
    // Before it counts: who finds that it counts goes no further.
    await this.invoices.handle(
      step(command, 'match', payment, id),
      { type: 'match-payment', now, invoice: id },
      { key: payment },
    );
    const received = { payment, amount, ...(replaces.length > 0 && { replaces }) };
    await this.invoices.handle(
      step(command, 'pay', payment, id),
      { type: 'record-payment', now, ...received },
      { key: id },
    );
    // Canceled in between: the payment was disregarded there, and what it has claimed is free as well.
    if (!pays(await this.invoices.state(payment, tenant), invoice))
      await this.balances.release(tenant, payment, ALL);
  }
}

/** Whether a document is a valid payment of who issued the invoice: what somebody else says of it does not count. */
const pays = (payment: Invoice, invoice: Valid): payment is Valid =>
  payment.status === 'valid' &&
  payment.content.type === 'P' &&
  payment.issue.issuer.tax_id === invoice.issue.issuer.tax_id;

/** The payments in whose place one is (c_TipoRelacion 04), as they would have been imported. */
const replacedBy = (tenant: Tenant, { related_documents }: InvoiceContent): readonly string[] =>
  replacementOf(related_documents).map((uuid) => importedInvoiceId(tenant, uuid));

/** A part of a command on another stream, or one of several on the same: each is done once. */
const step = (
  { ifRevision: _, ...command }: Command,
  name: string,
  payment: string,
  invoice: string,
): Command => ({
  ...command,
  id: deterministicUuid(command.id, name, payment, invoice),
});
