import { Body, Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { decimal, deterministicUuid, field, newId, ok, refuseFields, type Result } from '#kernel';
import type { SandboxSupplier, SuppliedAsked } from '#contracts';
import { Answers, NoQuery, PathUuid, unwrap } from '#http';
import { parseRfc } from '#sat';
import { Call, CommandSender, type CallContext } from '../../commands.js';
import { draftIssuerOf } from '../../invoices/issuer.js';
import { OrganizationDirectory } from '../../organizations/directory.js';
import { PLAYED, SupplierCancellation, SupplierInvoices, SupplierInvoicesBody } from './dto.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Up to it, nobody asks the receiver whether it agrees (RMF 2.7.1.35). */
const WITHOUT_ACCEPTANCE = decimal('1000');

/** Suppliers that the sandbox plays: what they issue to an organization can be downloaded, and they may want it canceled. */
@ApiTags('sandbox')
@Controller('sandbox/supplier-invoices')
export class SandboxSuppliersController {
  constructor(
    private readonly sender: CommandSender,
    private readonly organizations: OrganizationDirectory,
  ) {}

  @Post()
  @ApiCreatedResponse({ type: SupplierInvoices, description: 'What was issued' })
  async issue(
    @Call() call: CallContext,
    @NoQuery() _query: void,
    @Body() body: SupplierInvoicesBody,
  ): Promise<SupplierInvoices> {
    const organization = await this.organizations.organization(call.tenant.organizationId);
    const { tax_id, legal_name, tax_system, address } = draftIssuerOf(organization, call.tenant);
    const receiver = { tax_id, legal_name, tax_system, zip: address.zip ?? '' };
    const asked = unwrap(askedOf(body, receiver));
    const command = { type: 'stamping.supply', key: newId(), data: { asked } } as const;
    const { documents } = unwrap(await this.sender.send(command, call)).data;
    return { data: documents.map((one) => ({ ...one, total: Number(one.total) })) };
  }

  @Post(':uuid/cancel')
  @HttpCode(HttpStatus.OK)
  @Answers(SupplierCancellation)
  async cancel(
    @Call() call: CallContext,
    @NoQuery() _query: void,
    @PathUuid('uuid', 'invoice_not_found') uuid: string,
  ): Promise<SupplierCancellation> {
    const key = deterministicUuid('supplier invoice', uuid);
    const command = { type: 'stamping.cancel-supplied', key, data: { uuid } } as const;
    const { status } = unwrap(await this.sender.send(command, call)).data;
    return { uuid: uuid.toUpperCase(), status };
  }
}

function askedOf(
  { supplier, quantity = 1, total = '1160', payment_method = 'PUE', acceptance, pays }: SupplierInvoicesBody,
  receiver: SuppliedAsked['receiver'],
): Result<SuppliedAsked> {
  const whom: SandboxSupplier = {
    tax_id: (supplier?.tax_id ?? PLAYED.tax_id).toUpperCase(),
    legal_name: (supplier?.legal_name ?? PLAYED.legal_name).trim().toUpperCase(),
  };
  const wrong = [
    ...(parseRfc(whom.tax_id) ? [] : [field('supplier.tax_id', 'invalid_format')]),
    // It would have issued them itself.
    ...(whom.tax_id === receiver.tax_id.toUpperCase() ? [field('supplier.tax_id', 'not_allowed')] : []),
    ...(pays === undefined || UUID.test(pays) ? [] : [field('pays', 'invalid_format')]),
  ];
  if (wrong.length > 0) return refuseFields(wrong);
  return ok({
    ...{ receiver, supplier: whom, quantity, total, payment_method },
    acceptance: acceptance ?? decimal(total) > WITHOUT_ACCEPTANCE,
    pays: pays?.toUpperCase() ?? null,
  });
}
