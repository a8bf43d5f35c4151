import { Injectable } from '@nestjs/common';
import type { InvoiceDoc } from '#contracts';
import type { Tenant } from '#kernel';
import type { Conditions } from '../doc-table.js';
import { ExportedDocuments } from './documents.js';
import { invoiceRowOf, type InvoiceRow } from './invoices/row.js';
import { instantsAround } from './month.js';
import type { Rows } from './sheets/columns.js';
import type { DetailRow } from './taxes/columns.js';
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
    for await (const doc of documents)
      for (const line of linesOf(doc, replaced.by(doc))) if (line.on.startsWith(asked.month)) yield line;
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
