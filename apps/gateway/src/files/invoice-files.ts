import { Inject, Injectable } from '@nestjs/common';
import { ok, type Result, type Tenant } from '#kernel';
import type { OrganizationDoc, StampedDocument, UnstampedDocument } from '#contracts';
import { type ContentStore } from '#eventing';
import { CONTENTS } from '#hosting';
import { CommandSender, type CallContext } from '../commands.js';
import { parseInvoiceDoc } from '../docs.js';
import { InvoiceQueries, type StoredInvoice } from '../invoices/queries.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { fileNameOf } from './names.js';
import { StampedFiles } from './stamped-files.js';

/** The files of an invoice. */
@Injectable()
export class InvoiceFiles extends StampedFiles<StoredInvoice> {
  protected readonly notStamped = 'invoice_not_stamped';

  constructor(
    @Inject(CONTENTS) contents: ContentStore,
    sender: CommandSender,
    private readonly directory: OrganizationDirectory,
    private readonly invoices: InvoiceQueries,
  ) {
    super(contents, sender, directory);
  }

  protected find(tenant: Tenant, id: string): Promise<Result<StoredInvoice>> {
    return this.invoices.find(tenant, id);
  }

  protected fileName(invoice: StoredInvoice, organization: OrganizationDoc): string {
    return fileNameOf(invoice, organization);
  }

  protected stamped({ doc, xml_key, timbre_xml, receipt_key }: StoredInvoice): StampedDocument {
    return { invoice: parseInvoiceDoc(doc), xml_key, timbre_xml, receipt_key };
  }

  protected async unstamped(
    call: CallContext,
    { id }: StoredInvoice,
  ): Promise<Result<{ unstamped: UnstampedDocument }>> {
    const asked = await this.sender.send({ type: 'invoicing.unstamped', key: id, data: {} }, call);
    return asked.ok ? ok({ unstamped: asked.value.data }) : asked;
  }

  protected isCanceledElsewhere({ status, doc }: StoredInvoice): boolean {
    return status === 'canceled' && parseInvoiceDoc(doc).cancellation?.motive === null;
  }

  /** Has a document without a stamp printed in the name of the caller's organization. */
  async printUnstamped(
    call: CallContext,
    key: string,
    unstamped: UnstampedDocument,
    file_name: string,
  ): Promise<Result<Buffer>> {
    const organization = await this.directory.organization(call.tenant.organizationId);
    return this.print(call, key, { format: 'pdf', unstamped, organization, file_name });
  }
}
