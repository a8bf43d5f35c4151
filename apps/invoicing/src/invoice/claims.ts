import type pg from 'pg';
import { field, ok, refuse, refuseFields, type Detail, type Result } from '#kernel';
import { paidInvoices } from '#billing';
import type { Command, InvoiceContent, InvoiceEvent } from '#contracts';
import type { Aggregates } from '#platform';
import { BalanceClaims, type BalanceClaim, type Claimant } from './balance-claims.js';
import type { InvoiceCommand, Numbering } from './decide.js';
import type { Invoice } from './invoice.js';
import { Reservations } from './reservations.js';

/**
 * What an invoice has to hold before its first event is appended, so that no other has it too: its idempotency key, the
 * next folio of its series, and, of a payment, the balances that it pays. Claims of invoices that never came to be are
 * found out by asking for those invoices, and are free again.
 */
export class Claims {
  private readonly reservations: Reservations;
  private readonly balanceClaims: BalanceClaims;

  constructor(
    pool: pg.Pool,
    private readonly invoices: Aggregates<Invoice, InvoiceCommand, InvoiceEvent>,
  ) {
    this.reservations = new Reservations(pool);
    this.balanceClaims = new BalanceClaims(pool);
  }

  /** A payment claims what it pays of each invoice, so that payments made at once never pay more than it owes. */
  async balances(command: Command, content: InvoiceContent): Promise<Result<void>> {
    const paid = paidInvoices(content);
    if (paid.length === 0) return ok(undefined);
    const claims: BalanceClaim[] = [];
    for (const { invoice, amount } of paid) {
      const target = await this.invoices.state(invoice, command.tenant);
      if (target.status !== 'valid') return refuseFields(documentProblems(content, invoice, 'uuid', 'not_allowed'));
      claims.push({ invoice, amount, total: target.issue.totals.total });
    }
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const missing = await this.balanceClaims.claim(command.tenant, command.key, claims);
      if (!missing) return ok(undefined);
      const freed = await this.freeVacant(command, missing.others);
      if (!freed)
        return refuseFields(
          documentProblems(content, missing.invoice, 'amount', 'amount_exceeds_related_document_balance'),
        );
    }
    return refuse('conflict');
  }

  /** Frees the claims of payments that never came to be; whether there were any. */
  private async freeVacant(command: Command, others: readonly Claimant[]): Promise<boolean> {
    let freed = false;
    for (const { payment, settled } of others) {
      const { status } = await this.invoices.state(payment, command.tenant);
      const vacant = status === 'failed' || status === 'canceled' || status === 'draft';
      if (!vacant && !(await this.isVacant(command, payment, settled))) continue;
      await this.balanceClaims.release(command.tenant, payment);
      freed = true;
    }
    return freed;
  }

  async releaseBalances(command: Command, content: InvoiceContent): Promise<void> {
    if (paidInvoices(content).length > 0) await this.balanceClaims.release(command.tenant, command.key);
  }

  /** The folio of this issue: the caller's own, or the next of the series. */
  async number(command: Command, content: InvoiceContent): Promise<Numbering> {
    const series = content.series ?? '';
    if (content.folio_number === null) {
      const folio_number = await this.reservations.nextFolio(command.tenant, series, command.key);
      return { series: content.series, folio_number };
    }
    await this.reservations.passFolio(command.tenant, series, content.folio_number);
    return { series: content.series, folio_number: content.folio_number };
  }

  async key(command: Command, key: string | null, request?: string): Promise<Result<void>> {
    if (!key) return ok(undefined);
    const { tenant } = command;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const claim = await this.reservations.claimKey(tenant, key, command.key, request);
      if (claim.kind === 'claimed') return ok(undefined);
      if (!(await this.isVacant(command, claim.holder, claim.settled))) return inUse(claim.holder);
      const change = { from: claim.holder, to: command.key, request };
      if (await this.reservations.takeOverKey(tenant, key, change)) return ok(undefined);
    }
    return refuse('conflict');
  }

  /** Whether the holder of a key is gone, or never became an invoice: then it is made sure that it never will. */
  private async isVacant(command: Command, holder: string, settled: boolean): Promise<boolean> {
    let state = await this.invoices.state(holder, command.tenant);
    if (state.status === 'absent' && settled) {
      const now = new Date(command.time);
      const forgone = await this.invoices.handle(command, { type: 'forgo', now }, { key: holder });
      if (forgone.ok) state = forgone.value.state;
    }
    const { status } = state;
    return status === 'refused' || status === 'deleted' || (status === 'failed' && state.refused === true);
  }

  async releaseKey(command: Command, key: string | null): Promise<void> {
    if (key) await this.reservations.releaseKey(command.tenant, key, command.key);
  }

  async returnFolio(
    { tenant, key }: Command,
    invoice: Extract<Invoice, { status: 'pending' }>,
  ): Promise<void> {
    if (invoice.content.folio_number !== null) return;
    const { series, folio_number } = invoice.issue;
    await this.reservations.returnFolio(tenant, series ?? '', folio_number, key);
  }
}

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
              ? [
                  field(`complements[${i}].data[${j}].related_documents[${k}].${name}`, code, {
                    location: 'body',
                  }),
                ]
              : [],
          ),
        ),
  );

const inUse = (resourceId: string) =>
  refuse('idempotency_key_in_use', { path: 'idempotency_key', location: 'body', resourceId });
