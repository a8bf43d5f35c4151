import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { newId, refuseFields } from '#kernel';
import {
  receiptsReadModel,
  type AskReceiptInvoice,
  type InvoicePreview,
  type IssuerSnapshot,
  type PlannedReceiptInvoice,
  type ReceiptsAsked,
} from '#contracts';
import { ProjectionWatch } from '#eventing';
import { HttpRefusal, unwrap, type VersionedDoc } from '#http';
import { CommandSender, type CallContext } from '../../commands.js';
import { InvoiceFiles } from '../../files/invoice-files.js';
import { InvoiceIssuing } from '../../invoices/issuing.js';
import type { ReceiptsSummary } from './dto.js';

/**
 * How long an answer waits until the receipts show their invoice. It is stamped then, and they are sure to follow: it is
 * better answered than refused.
 */
const RECEIPTS_SEEN_MS = 5_000;

/** A planned invoice, with its amounts as they would be stamped. */
interface Tried {
  readonly plan: PlannedReceiptInvoice;
  readonly preview: InvoicePreview;
}

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
    const { plan } = await this.try(call, issuer, ask);
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
    const { plan, preview } = await this.try(call, issuer, ask);
    const { content } = plan;
    const { invoice, totals } = preview;
    const { series, folio_number } = content;
    const unstamped = {
      ...{ content, totals, issuer, series, folio_number, status: 'preview' as const },
      ...{ livemode: call.tenant.livemode, date: invoice.date, created_at: invoice.created_at },
    };
    return unwrap(await this.files.printUnstamped(call, newId(), unstamped, 'vista-previa'));
  }

  private async try(call: CallContext, issuer: IssuerSnapshot, ask: AskReceiptInvoice): Promise<Tried> {
    const key = newId();
    const planned = await this.sender.send({ type: 'receipts.plan', key, data: { ask, issuer } }, call);
    const plan = unwrap(planned).data;
    const data = { content: plan.content, issuer };
    const { data: preview } = unwrap(await this.sender.send({ type: 'invoicing.preview', key, data }, call));
    if (preview.problems.length > 0) throw new HttpRefusal(refuseFields(preview.problems).refusal);
    return { plan, preview };
  }

  /** `last`: who reads it next sees all receipts of the invoice as invoiced. */
  private async waitForReceipts({ last }: ReceiptsAsked): Promise<void> {
    await this.watch.reached(receiptsReadModel, last, RECEIPTS_SEEN_MS);
  }
}
