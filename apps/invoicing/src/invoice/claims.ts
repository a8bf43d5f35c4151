import { Injectable } from '@nestjs/common';
import type { Command, InvoiceContent } from '#contracts';
import { KeyClaims } from '../document/key-claims.js';
import type { Numbering } from './decide.js';
import { Fences } from './fences.js';
import { isFolioFree } from './holds.js';
import type { Invoice } from './invoice.js';
import { Invoices } from './invoices.js';
import { Reservations } from './reservations.js';

/**
 * What an invoice has to hold before its first event is appended, so that no other has it too: its idempotency key and
 * the next folio of its series (the balances that a payment pays are in payment-claims.ts). Claims of invoices that
 * never came to be are found out by asking for those invoices, and are free again.
 */
@Injectable()
export class Claims extends KeyClaims<Invoice> {
  constructor(
    private readonly reservations: Reservations,
    invoices: Invoices,
    fences: Fences,
  ) {
    super(reservations, invoices, fences);
  }

  /** The folio of the n-th issue of an invoice: the caller's own, or the next of the series. */
  async number(command: Command, content: InvoiceContent, issue: number): Promise<Numbering> {
    const series = content.series ?? '';
    if (content.folio_number === null) {
      const folio_number = await this.reservations.nextFolio(command.tenant, series, nameOf(command, issue));
      return { series: content.series, folio_number };
    }
    await this.reservations.passFolio(command.tenant, series, content.folio_number);
    return { series: content.series, folio_number: content.folio_number };
  }

  /** Gives back the folio of an issue that was numbered by us, if `invoice` shows that it will never have it. */
  async returnFolio(
    command: Command,
    content: InvoiceContent,
    issue: Numbering & { readonly number: number },
    invoice: Invoice,
  ): Promise<void> {
    const { series, folio_number, number } = issue;
    if (content.folio_number !== null || !isFolioFree(invoice, number, folio_number)) return;
    const name = nameOf(command, number);
    await this.reservations.returnFolio(command.tenant, series ?? '', folio_number, name);
  }
}

/** A folio belongs to one issue: a draft that was refused gets another one with its next issue. */
const nameOf = ({ key }: Command, issue: number): string => `${key}.${issue}`;
