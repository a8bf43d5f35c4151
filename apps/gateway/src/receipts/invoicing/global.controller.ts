import { Body, Controller, Inject, Post, Res } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Clock } from '#kernel';
import { CLOCK } from '#hosting';
import { unwrap, Versioned, type VersionedDoc } from '#http';
import { Call, type CallContext } from '../../commands.js';
import { InvoiceIssuing } from '../../invoices/issuing.js';
import { OrganizationDirectory } from '../../organizations/directory.js';
import { GlobalInvoiceBody } from './dto.js';
import { GlobalPeriod } from './global-period.dto.js';
import { askGlobalOf } from './global-asks.js';
import { ImportedGlobals } from './imported.js';
import { ReceiptInvoicing } from './invoicing.js';
import { AnswersInvoiceOrSummary } from './to-invoice.controller.js';

/** One invoice to the public in general, of the receipts of a period that nobody asked an invoice for. */
@ApiTags('receipts')
@ApiExtraModels(GlobalPeriod)
@Controller('receipts/global-invoice')
export class GlobalInvoiceController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly issuing: InvoiceIssuing,
    private readonly organizations: OrganizationDirectory,
    private readonly invoicing: ReceiptInvoicing,
    private readonly imports: ImportedGlobals,
  ) {}

  @Post()
  @AnswersInvoiceOrSummary()
  @Versioned()
  async create(
    @Call() call: CallContext,
    @Body() body: GlobalInvoiceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<VersionedDoc> {
    const dry = body.dry_run ?? false;
    const { scope, issuer } = await (dry
      ? this.issuing.completeScopeOf(call)
      : this.issuing.issuingScopeOf(call));
    const organization = await this.organizations.organization(call.tenant.organizationId);
    const now = this.clock.now(call.tenant);
    const named = unwrap(await this.imports.named(call, body, scope.timeZone));
    const ask = unwrap(askGlobalOf(named, { scope, organization, taxSystem: issuer.tax_system, now }));
    return dry ? this.invoicing.summarize(call, issuer, ask) : this.invoicing.issue(call, issuer, ask, reply);
  }
}
