import { Injectable } from '@nestjs/common';
import { receiptJson, selfInvoiceUrl } from '#answers';
import type { Tenant } from '#kernel';
import type { Page, RowDoc, VersionedDoc } from '#http';
import { OrganizationDirectory } from '../organizations/directory.js';
import { PublicUrl } from '../portal/public-url.js';
import type { StoredReceipt } from './queries.js';

/** Receipts as the API answers them: their rows, with the page on which their customers invoice them. */
@Injectable()
export class ReceiptAnswers {
  constructor(
    private readonly organizations: OrganizationDirectory,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** A receipt, and its version. */
  async of({ organization_id, doc, revision }: StoredReceipt): Promise<VersionedDoc> {
    const organization = await this.organizations.organization(organization_id);
    return { json: receiptJson(doc, this.publicUrl.base, organization), revision };
  }

  /** A page of the receipts of one tenant. */
  async page({ organizationId }: Tenant, { rows, ...page }: Page): Promise<Page> {
    const organization = await this.organizations.organization(organizationId);
    const { base } = this.publicUrl;
    const show = (doc: RowDoc): RowDoc =>
      typeof doc === 'string'
        ? receiptJson(doc, base, organization)
        : async () => {
            const bytes = await doc();
            return bytes && Buffer.from(receiptJson(bytes.toString(), base, organization));
          };
    return { ...page, rows: rows.map((row) => ({ ...row, doc: show(row.doc) })) };
  }

  /** Where the customer of a receipt invoices it. */
  async selfInvoiceUrl(organizationId: string, key: string): Promise<string> {
    return selfInvoiceUrl(this.publicUrl.base, await this.organizations.organization(organizationId), key);
  }
}
