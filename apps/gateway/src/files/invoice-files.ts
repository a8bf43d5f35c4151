import { Inject, Injectable } from '@nestjs/common';
import { ok, refuse, type Result } from '#kernel';
import type { RenderData, UnstampedDocument } from '#contracts';
import { type ContentStore } from '#eventing';
import { storedCfdi } from '#fiscal';
import { CONTENTS } from '#hosting';
import { CommandSender, type CallContext } from '../commands.js';
import { parseInvoiceDoc } from '../docs.js';
import { InvoiceQueries, type StoredInvoice } from '../invoices/queries.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import type { FileHead, OutgoingFile } from './file.js';
import { printFile } from './printing.js';
import { fileNameOf } from './names.js';

/** An available file, and the function that makes it. */
export interface AvailableFile {
  readonly head: FileHead;
  make(): Promise<Result<OutgoingFile>>;
}

/** The files of an invoice: XML, PDF, both in a ZIP, and its cancellation receipt. */
@Injectable()
export class InvoiceFiles {
  constructor(
    @Inject(CONTENTS) private readonly contents: ContentStore,
    private readonly sender: CommandSender,
    private readonly organizations: OrganizationDirectory,
    private readonly invoices: InvoiceQueries,
  ) {}

  /** Refused: invoice_not_found, invoice_not_stamped (a PDF shows a draft too), not_found for another format. */
  async document(call: CallContext, id: string, format: string): Promise<Result<AvailableFile>> {
    const found = await this.invoices.find(call.tenant, id);
    if (format !== 'xml' && format !== 'pdf' && format !== 'zip') return noFormat('xml, pdf, zip');
    if (!found.ok) return found;
    const invoice = found.value;
    const isStamped = invoice.xml_key !== null && invoice.timbre_xml !== null;
    if (format !== 'pdf' && !isStamped) return refuse('invoice_not_stamped');
    const head: FileHead = { name: `${await this.nameOf(call, invoice)}.${format}`, format };
    return ok({
      head,
      make: async () => {
        if (!isStamped) return this.renderUnstamped(call, invoice, head);
        if (format !== 'xml') return this.render(call, invoice, format, head);
        const xml = await storedCfdi(this.contents, call.tenant, invoice);
        return xml === undefined ? refuse('invoice_not_stamped') : ok(fileOf(head, Buffer.from(xml)));
      },
    });
  }

  /** Refused: invoice_not_found, invoice_not_stamped, or why there is no receipt. */
  async receipt(call: CallContext, id: string, format: string): Promise<Result<AvailableFile>> {
    const found = await this.invoices.find(call.tenant, id);
    if (!found.ok) return found;
    const invoice = found.value;
    if (format !== 'xml' && format !== 'pdf') return noFormat('xml, pdf');
    if (invoice.status === 'draft' || invoice.uuid === null) return refuse('invoice_not_stamped');
    const { receipt_key } = invoice;
    if (receipt_key === null)
      return refuse(
        isCanceledElsewhere(invoice)
          ? 'invoice_cancellation_receipt_external'
          : 'invoice_cancellation_receipt_unavailable',
      );
    const head: FileHead = { name: `acuse-${await this.nameOf(call, invoice)}.${format}`, format };
    return ok({
      head,
      make: async () => {
        if (format === 'pdf') return this.render(call, invoice, 'receipt-pdf', head);
        const acuse = await this.contents.get(call.tenant, receipt_key);
        return acuse ? ok(fileOf(head, acuse)) : refuse('invoice_cancellation_receipt_unavailable');
      },
    });
  }

  private async render(
    call: CallContext,
    invoice: StoredInvoice,
    format: 'pdf' | 'zip' | 'receipt-pdf',
    head: FileHead,
  ): Promise<Result<OutgoingFile>> {
    const { id, xml_key, timbre_xml, receipt_key } = invoice;
    const answer = parseInvoiceDoc(invoice.doc);
    const organization = await this.organizations.organization(call.tenant.organizationId);
    const file_name = fileNameOf(invoice, organization);
    const stamped = { format, invoice: answer, xml_key, timbre_xml, receipt_key, file_name };
    const rendered = await this.print(call, id, { ...stamped, organization });
    return rendered.ok ? ok(fileOf(head, rendered.value)) : rendered;
  }

  private async renderUnstamped(
    call: CallContext,
    invoice: StoredInvoice,
    head: FileHead,
  ): Promise<Result<OutgoingFile>> {
    const { id } = invoice;
    const asked = await this.sender.send({ type: 'invoicing.unstamped', key: id, data: {} }, call);
    if (!asked.ok) return asked;
    const unstamped = asked.value.data;
    const rendered = await this.printUnstamped(call, id, unstamped, id);
    return rendered.ok ? ok(fileOf(head, rendered.value)) : rendered;
  }

  private async nameOf({ tenant }: CallContext, invoice: StoredInvoice): Promise<string> {
    return fileNameOf(invoice, await this.organizations.organization(tenant.organizationId));
  }

  /** Has a document without a stamp printed in the name of the caller's organization. */
  async printUnstamped(
    call: CallContext,
    key: string,
    unstamped: UnstampedDocument,
    file_name: string,
  ): Promise<Result<Buffer>> {
    const organization = await this.organizations.organization(call.tenant.organizationId);
    return this.print(call, key, { format: 'pdf', unstamped, organization, file_name });
  }

  private print(call: CallContext, key: string, data: RenderData): Promise<Result<Buffer>> {
    const { sender, contents } = this;
    return printFile({ sender, contents }, call, key, data);
  }
}

export const fileOf = (head: FileHead, content: Buffer): OutgoingFile => ({
  ...head,
  length: content.length,
  content,
});

/** Canceled without this service, which therefore knows no motive. */
const isCanceledElsewhere = ({ status, doc }: StoredInvoice): boolean =>
  status === 'canceled' && parseInvoiceDoc(doc).cancellation?.motive === null;

/** A file that an invoice does not have, and the formats of those that it has. */
const noFormat = (values: string) =>
  refuse('not_found', { location: 'params', path: 'format', params: { values } });
