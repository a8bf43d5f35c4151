import { Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel';
import { ExportedDocuments } from './documents.js';
import { invoiceRowOf, type InvoiceRow } from './invoices/row.js';
import { instantsAround } from './month.js';
import type { Rows } from './sheets/columns.js';

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
  async *invoices({ tenant, month, issuerType }: MonthAsked, signal: AbortSignal): Rows<InvoiceRow> {
    const { from, until } = instantsAround(month);
    const documents = this.documents.read(
      tenant,
      (where) => {
        where.and("status IN ('valid', 'canceled')").and('sort_at >= ? AND sort_at < ?', from, until);
        return issuerType === undefined ? where : where.and('issuer_type = ?', issuerType);
      },
      signal,
    );
    for await (const doc of documents) {
      const row = invoiceRowOf(doc);
      if (row.fecha.startsWith(month)) yield row;
    }
  }
}
