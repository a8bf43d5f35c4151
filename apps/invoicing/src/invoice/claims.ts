import { Injectable } from '@nestjs/common';
import { ok, refuse, type Result } from '#kernel';
import type { Command, InvoiceContent } from '#contracts';
import type { Numbering } from './decide.js';
import type { Invoice } from './invoice.js';
import { Invoices } from './invoices.js';
import { Reservations } from './reservations.js';

/**
 * What an invoice has to hold before its first event is appended, so that no other has it too: its idempotency key and
 * the next folio of its series (the balances that a payment pays are in payment-claims.ts). Claims of invoices that
 * never came to be are found out by asking for those invoices, and are free again.
 */
@Injectable()
export class Claims {
  constructor(
    private readonly reservations: Reservations,
    private readonly invoices: Invoices,
  ) {}

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

  /** Whether the holder of a claim is gone, or never became an invoice: then it is made sure that it never will. */
  async isVacant(command: Command, holder: string, settled: boolean): Promise<boolean> {
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

const inUse = (resourceId: string) =>
  refuse('idempotency_key_in_use', { path: 'idempotency_key', location: 'body', resourceId });
