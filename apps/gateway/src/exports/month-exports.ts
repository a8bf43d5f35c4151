import { Injectable } from '@nestjs/common';
import type { InvoiceDoc } from '#contracts';
import type { Tenant } from '#kernel';
import type { Conditions } from '../doc-table.js';
import { ExportedDocuments } from './documents.js';
import { invoiceRowOf, type InvoiceRow } from './invoices/row.js';
import { instantsAround } from './month.js';
import type { Rows } from './sheets/columns.js';
import type { DetailRow } from './taxes/columns.js';
import { ByIssuer, inParts, paidBy } from './taxes/counted.js';
import { offUnpaidOf, type Reads } from './taxes/credit-notes.js';
import { linesOf, type TaxLine } from './taxes/lines.js';
import { MAY_REPLACE, ReplacedDocuments } from './taxes/replaced.js';
import { TaxSums, type TaxSum } from './taxes/sums.js';

/** What is asked for. */
export interface MonthAsked {
  readonly tenant: Tenant;
  /** YYYY-MM. */
  readonly month: string;
  /** Undefined: both. */
  readonly issuerType: 'issuing' | 'receiving' | undefined;
}

/** Documents whose payments are looked up together. */
const PART = 200;

/** The rows of a month's exports, as they are read. */
@Injectable()
export class MonthExports {
  constructor(private readonly documents: ExportedDocuments) {}

  /** Stamped documents by their Fecha, canceled ones too, oldest first. */
  async *invoices(asked: MonthAsked, signal: AbortSignal): Rows<InvoiceRow> {
    const { from, until } = instantsAround(asked.month);
    const documents = this.read(asked, signal, (where) =>
      where.and("status IN ('valid', 'canceled')").and('sort_at >= ? AND sort_at < ?', from, until),
    );
    for await (const doc of documents) {
      const row = invoiceRowOf(doc);
      if (row.fecha.startsWith(asked.month)) yield row;
    }
  }

  /** The sums of each counterparty, then those of each side. All documents are read before the first row. */
  async *taxSums(asked: MonthAsked, signal: AbortSignal): Rows<TaxSum> {
    const sums = new TaxSums();
    for await (const line of this.taxLines(asked, signal)) sums.add(line);
    yield* sums.parties();
    yield* sums.totals();
  }

  /** The documents behind those sums as they are read, then the sums of each side. */
  async *taxDetail(asked: MonthAsked, signal: AbortSignal): Rows<DetailRow> {
    const sums = new TaxSums();
    for await (const line of this.taxLines(asked, signal)) {
      sums.add(line);
      yield line;
    }
    yield* sums.totals();
  }

  /**
   * What counts in a month: invoices paid at once and credit notes of it, and payments made in it, which may be documented
   * in any later month.
   */
  private async *taxLines(asked: MonthAsked, signal: AbortSignal): Rows<TaxLine> {
    const { from, until } = instantsAround(asked.month);
    const replaced = await this.replacedSince(asked, from, signal);
    const documents = this.read(asked, signal, (where) =>
      where
        .and("status = 'valid'")
        .and('sort_at >= ?', from)
        .and(`(type = 'P' OR sort_at < ? AND (type = 'E' OR type = 'I' AND payment_method = 'PUE'))`, until),
    );
    const offUnpaid = await offUnpaidOf(this.readsOf(asked, signal), from, until);
    for await (const part of inParts(documents, PART)) {
      const atOnce = await this.paidAtOnce(asked, paidBy(part), signal);
      for (const doc of part) {
        const lines = linesOf(doc, {
          ...{ replacedBy: replaced.by(doc), offUnpaid: offUnpaid.get(doc.uuid ?? '') },
          isCounted: (uuid) => atOnce.named(uuid, doc) !== undefined,
        });
        for (const line of lines) if (line.on.startsWith(asked.month)) yield line;
      }
    }
  }

  /** Which of some documents are valid invoices that were paid at once: a payment of one says nothing new. */
  private async paidAtOnce(
    asked: MonthAsked,
    uuids: readonly string[],
    signal: AbortSignal,
  ): Promise<ByIssuer<true>> {
    const found = new ByIssuer<true>();
    if (uuids.length === 0) return found;
    const documents = this.read(asked, signal, (where) =>
      where
        .and("status = 'valid' AND type = 'I' AND payment_method = 'PUE'")
        .and('uuid IS NOT NULL AND uuid = ANY(?)', uuids),
    );
    for await (const doc of documents) found.set(doc, true);
    return found;
  }

  private readsOf(asked: MonthAsked, signal: AbortSignal): Reads {
    const valid = (narrow: (where: Conditions) => Conditions) =>
      this.read(asked, signal, (where) => narrow(where.and("status = 'valid'")));
    return {
      creditNotes: (from, until) =>
        valid((where) =>
          where.and("type = 'E'").within('sort_at', { gte: from, ...(until && { lt: until }) }),
        ),
      owed: (uuids) =>
        valid((where) =>
          where.and("type = 'I' AND payment_method = 'PPD'").and('uuid IS NOT NULL AND uuid = ANY(?)', uuids),
        ),
      byId: (ids) => valid((where) => where.and("type = 'P'").and('id = ANY(?)', ids)),
    };
  }

  /** What valid documents issued since then have replaced: before a document nothing takes its place. */
  private async replacedSince(
    asked: MonthAsked,
    from: Date,
    signal: AbortSignal,
  ): Promise<ReplacedDocuments> {
    const replaced = new ReplacedDocuments();
    const documents = this.read(asked, signal, (where) =>
      where.and("status = 'valid'").and('sort_at >= ?', from).and("type IN ('I', 'E', 'P')").and(MAY_REPLACE),
    );
    // Of each only what says what it replaces is kept.
    for await (const { uuid, type, date, issuer_type, issuer_info, related_documents } of documents)
      replaced.add({ uuid, type, date, issuer_type, issuer_info, related_documents });
    return replaced;
  }

  private read(
    { tenant, issuerType }: MonthAsked,
    signal: AbortSignal,
    narrow: (where: Conditions) => Conditions,
  ): AsyncGenerator<InvoiceDoc, void, void> {
    const ofSide = (where: Conditions): Conditions =>
      issuerType === undefined ? where : where.and('issuer_type = ?', issuerType);
    return this.documents.read(tenant, (where) => ofSide(narrow(where)), signal);
  }
}
