import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { newId } from '#kernel';
import {
  receiptsReadModel,
  type AskReceiptInvoice,
  type IssuerSnapshot,
  type ReceiptsAsked,
} from '#contracts';
import { ProjectionWatch } from '#eventing';
import { unwrap, type VersionedDoc } from '#http';
import { CommandSender, type CallContext } from '../../commands.js';
import { InvoiceFiles } from '../../files/invoice-files.js';
import { InvoiceIssuing } from '../../invoices/issuing.js';
import type { ReceiptsSummary } from './dto.js';
import { planInvoice, RECEIPTS_SEEN_MS } from './plan.js';

/** Has receipts invoiced, and shows what an invoice of them would be. */
@Injectable()
export class ReceiptInvoicing {
  constructor(
    private readonly sender: CommandSender,
    private readonly issuing: InvoiceIssuing,
    private readonly files: InvoiceFiles,
    private readonly watch: ProjectionWatch,
  ) {}

  /** Issues the invoice, and waits for its stamp and then until the receipts show it. */
  async issue(
    call: CallContext,
    issuer: IssuerSnapshot,
    ask: AskReceiptInvoice,
    reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const id = newId();
    const command = { type: 'receipts.invoice', key: id, data: { ask, issuer } } as const;
    return this.issuing.issueAndWait(call, id, command, reply, (asked) => this.waitForReceipts(asked));
  }

  /** What the invoice would be. Throws what asking for it would be refused with, and what its stamp would be. */
  async summarize(call: CallContext, issuer: IssuerSnapshot, ask: AskReceiptInvoice): Promise<VersionedDoc> {
    const { plan } = unwrap(await planInvoice(this.sender, call, issuer, ask));
    const { receipts, total, content } = plan;
    const { currency, items } = content;
    const summary: ReceiptsSummary = {
      ...{ ok: true, dry_run: true, total: Number(total), currency },
      ...{ receipts, items: items.length },
    };
    // Nothing is stored, so it has no revision.
    return { json: JSON.stringify(summary), revision: 0 };
  }

  /** The PDF of what the invoice would be. Throws as {@link summarize}. */
  async print(call: CallContext, issuer: IssuerSnapshot, ask: AskReceiptInvoice): Promise<Buffer> {
    const { plan, preview } = unwrap(await planInvoice(this.sender, call, issuer, ask));
    const { content } = plan;
    const { invoice, totals } = preview;
    const { series, folio_number } = content;
    const unstamped = {
      ...{ content, totals, issuer, series, folio_number, status: 'preview' as const },
      ...{ livemode: call.tenant.livemode, date: invoice.date, created_at: invoice.created_at },
    };
    return unwrap(await this.files.printUnstamped(call, newId(), unstamped, 'vista-previa'));
  }

  /** `last`: who reads it next sees all receipts of the invoice as invoiced. */
  private async waitForReceipts({ last }: ReceiptsAsked): Promise<void> {
    await this.watch.reached(receiptsReadModel, last, RECEIPTS_SEEN_MS);
  }
}
