import { Inject, Injectable } from '@nestjs/common';
import { ok, type Clock, type Result } from '#kernel';
import type { PrintedReceipt, RenderData } from '#contracts';
import type { ContentStore } from '#eventing';
import { CLOCK, CONTENTS } from '#hosting';
import { CommandSender, type CallContext } from '../../commands.js';
import { parseReceiptDoc } from '../../docs.js';
import type { FileHead } from '../../files/file.js';
import { fileOf, type AvailableFile } from '../../files/stamped-files.js';
import { printFile } from '../../files/printing.js';
import { receiptFileName } from '../../files/names.js';
import { OrganizationDirectory } from '../../organizations/directory.js';
import { ReceiptAnswers } from '../answers.js';
import { ReceiptQueries, type StoredReceipt } from '../queries.js';

/** On what a receipt is printed: the roll of a ticket printer, 80 mm wide, or Letter. */
export const RECEIPT_SIZES = ['ticket', 'letter'] as const;
export type ReceiptSize = (typeof RECEIPT_SIZES)[number];

/** A receipt in columns, and the base of its file's name. */
export interface Ticket {
  readonly name: string;
  readonly content: Buffer;
}

/** The files of a receipt. */
@Injectable()
export class ReceiptFiles {
  constructor(
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly sender: CommandSender,
    private readonly organizations: OrganizationDirectory,
    private readonly receipts: ReceiptQueries,
    private readonly answers: ReceiptAnswers,
  ) {}

  /** Refused: receipt_not_found. */
  async pdf(call: CallContext, id: string, size: ReceiptSize): Promise<Result<AvailableFile>> {
    const found = await this.receipts.find(call.tenant, id);
    return found.ok ? ok(await this.pdfOf(call, found.value, size)) : found;
  }

  /** The same of a receipt that was read already. */
  async pdfOf(call: CallContext, receipt: StoredReceipt, size: ReceiptSize): Promise<AvailableFile> {
    const organization = await this.organizations.organization(receipt.organization_id);
    const file_name = receiptFileName(receipt, organization);
    const head: FileHead = { name: `${file_name}.pdf`, format: 'pdf' };
    return {
      head,
      make: async () => {
        const data: RenderData = {
          ...{ format: `receipt-${size}`, file_name, organization },
          ...(await this.printed(call, receipt)),
        };
        const rendered = await this.print(call, receipt.id, data);
        return rendered.ok ? ok(fileOf(head, rendered.value)) : rendered;
      },
    };
  }

  /** A receipt in columns of text. Refused: receipt_not_found. */
  async ticket(
    call: CallContext,
    id: string,
    paper: { readonly format: 'receipt-text' | 'receipt-escpos'; readonly columns: 32 | 48 },
  ): Promise<Result<Ticket>> {
    const found = await this.receipts.find(call.tenant, id);
    if (!found.ok) return found;
    const organization = await this.organizations.organization(found.value.organization_id);
    const file_name = receiptFileName(found.value, organization);
    const data = { file_name, organization, ...paper, ...(await this.printed(call, found.value)) };
    const rendered = await this.print(call, id, data);
    return rendered.ok ? ok({ name: file_name, content: rendered.value }) : rendered;
  }

  /** What of a receipt is printed. */
  async printed({ tenant }: CallContext, receipt: StoredReceipt): Promise<PrintedReceipt> {
    const { organization_id, key, doc } = receipt;
    return {
      receipt: parseReceiptDoc(doc),
      self_invoice_url: await this.answers.selfInvoiceUrl(organization_id, key),
      is_expired: new Date(receipt.expires_at).getTime() < this.clock.now(tenant).getTime(),
    };
  }

  private print(call: CallContext, key: string, data: RenderData): Promise<Result<Buffer>> {
    const { sender, contents } = this;
    return printFile({ sender, contents }, call, key, data);
  }
}
