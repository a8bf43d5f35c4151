import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { parseInvoiceDoc } from '../../docs.js';
import { InvoiceQueries } from '../../invoices/queries.js';
import { Attempts } from './attempts.js';
import { Doors, type Elsewhere, type Place, type Shut } from './doors.js';
import { failureOf } from './form.js';
import { PortalInvoicing } from './invoicing.js';
import { writeKey } from './receipts.js';
import type { PortalPage } from './screens.js';
import { callOf } from './submissions.js';
import { texts } from './texts.js';
import {
  addressOf,
  askPage,
  donePage,
  pendingPage,
  receiptPage,
  type Again,
  type ReceiptVisit,
  type Visit,
} from './views.js';

/** How often a browser looks whether a pending invoice is stamped. */
export const REFRESH_SECONDS = 4;

/** A page that is read; `waits`: it is to be asked for again in a moment. */
export interface Reading {
  readonly page: PortalPage;
  readonly waits?: true;
}

/** Shows what there is: the page that asks for a key, and what became of a receipt. */
@Injectable()
export class Readings {
  constructor(
    private readonly doors: Doors,
    private readonly invoicing: PortalInvoicing,
    private readonly attempts: Attempts,
    private readonly invoices: InvoiceQueries,
  ) {}

  /** The page that asks for a key; undefined for who has typed one. */
  ask(visit: Visit, typed: unknown): PortalPage | undefined {
    if (typeof typed !== 'string') return askPage(visit);
    if (writeKey(typed) !== '') return undefined;
    const errors = [{ name: 'key' as const, message: texts[visit.language].fields.key.hint ?? '' }];
    return askPage(visit, '', { status: 400, errors });
  }

  /** The visit to a receipt that can be shown, or why there is none. */
  async open(
    { visit }: Place,
    key: string,
    request: FastifyRequest,
  ): Promise<{ readonly visit: ReceiptVisit } | Elsewhere | Shut> {
    const sought = await this.doors.find(request, visit, key);
    if (!('found' in sought)) return sought;
    const { found } = sought;
    const ending = this.doors.shut(visit, found);
    return ending ?? { visit: { ...visit, organization: found.organization, receipts: [found] } };
  }

  /** The receipt and its form, or the invoice that it has become. */
  show(visit: ReceiptVisit, again: Again, request: FastifyRequest): Promise<Reading> {
    return visit.receipts[0].state === 'invoiced'
      ? this.showInvoice(visit, again)
      : this.showReceipt(visit, again, request);
  }

  /** After an attempt whose end nobody knew: what has become of that. */
  private async showReceipt(
    visit: ReceiptVisit,
    { attempt }: Again,
    request: FastifyRequest,
  ): Promise<Reading> {
    const [{ receipt }] = visit.receipts;
    const invoice = attempt === undefined ? undefined : this.attempts.read(attempt, receipt.id);
    if (invoice === undefined) return { page: receiptPage(visit, {}) };
    const looked = await this.invoicing.look(callOf(visit.receipts[0], request), invoice);
    if (looked.ok) return waiting(visit, attempt);
    const failure = failureOf(looked.refusal, visit.language);
    return { page: receiptPage(visit, {}, { status: 409, errors: [], failure }) };
  }

  private async showInvoice(visit: ReceiptVisit, { attempt, mailed }: Again): Promise<Reading> {
    const [{ receipt, tenant }] = visit.receipts;
    const found = await this.invoices.find(tenant, receipt.invoice ?? '');
    // The list of invoices is behind that of receipts.
    if (!found.ok || found.value.uuid === null) return waiting(visit, attempt);
    const note = mailed ? { note: texts[visit.language].mailed } : {};
    return { page: donePage(visit, found.value, parseInvoiceDoc(found.value.doc), note) };
  }
}

const waiting = (visit: ReceiptVisit, attempt: string | undefined): Reading => ({
  page: pendingPage(visit, addressOf(visit, attempt === undefined ? {} : { attempt })),
  waits: true,
});
