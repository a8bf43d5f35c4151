import { Injectable } from '@nestjs/common';
import { ok, type Result } from '#kernel';
import type { NewReceipt, ReceiptsContext } from '#contracts';
import { validate } from '#http';
import type { CallContext } from '../../commands.js';
import { InvoiceIssuing } from '../../invoices/issuing.js';
import type { ContentScope } from '../../invoices/scope.js';
import { OrganizationDirectory } from '../../organizations/directory.js';
import { ReceiptContents } from '../content.js';
import { ReceiptBody } from '../dto.js';

/** Who makes many receipts, and what they have in common. */
export interface ManyScope {
  readonly scope: ContentScope;
  readonly context: ReceiptsContext;
}

/** Reads receipts that are made many at a time, each as POST /receipts reads one. */
@Injectable()
export class ReceiptEntries {
  constructor(
    private readonly issuing: InvoiceIssuing,
    private readonly organizations: OrganizationDirectory,
    private readonly contents: ReceiptContents,
  ) {}

  /** @throws {HttpRefusal} in Live: organization_incomplete */
  async scopeOf(call: CallContext): Promise<ManyScope> {
    const { scope, issuer } = await this.issuing.completeScopeOf(call);
    const { receipts, timezone } = await this.organizations.organization(call.tenant.organizationId);
    const { periodicity, duration_days } = receipts;
    return { scope, context: { issuer, expiry: { periodicity, duration_days, time_zone: timezone } } };
  }

  /** What is sent of one receipt as its content. */
  async read(scope: ContentScope, sent: unknown): Promise<Result<Omit<NewReceipt, 'id'>>> {
    const body = validate(ReceiptBody, sent ?? {}, 'body');
    if (!body.ok) return body;
    const content = await this.contents.create(scope, body.value);
    if (!content.ok) return content;
    return ok({ content: content.value, folio_number: body.value.folio_number ?? null });
  }
}
