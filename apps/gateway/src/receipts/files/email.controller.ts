import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { field, ok, refuse, refuseFields, type Result, type Tenant } from '#kernel';
import type { ReceiptDoc } from '#contracts';
import { Answers, HttpRefusal, PathId, languageOf, unwrap } from '#http';
import { Call, type CallContext } from '../../commands.js';
import { Customers } from '../../customers/customers.js';
import { receiptFileName } from '../../files/names.js';
import { Mailer } from '../../mailbox/mailer.js';
import { OrganizationDirectory } from '../../organizations/directory.js';
import { ReceiptQueries } from '../queries.js';
import { EmailReceiptBody, ReceiptEmailSent } from './dto.js';
import { ReceiptFiles } from './receipt-files.js';

/** A receipt by e-mail. */
@ApiTags('receipts')
@Controller('receipts/:receipt_id/email')
export class ReceiptEmailController {
  constructor(
    private readonly mailer: Mailer,
    private readonly organizations: OrganizationDirectory,
    private readonly receipts: ReceiptQueries,
    private readonly files: ReceiptFiles,
    private readonly customers: Customers,
  ) {}

  /**
   * Answers once the mail is durable and its first try is over, or takes too long to wait for: it is tried again
   * by itself. It is only an error if the mail server permanently refuses every address at the first try.
   */
  @Post()
  @ApiBody({ type: EmailReceiptBody, required: false })
  @Answers(ReceiptEmailSent)
  async send(
    @Call() call: CallContext,
    @PathId('receipt_id', 'receipt_not_found') id: string,
    @Body() body: EmailReceiptBody,
    @Headers('accept-language') languages?: string,
  ): Promise<ReceiptEmailSent> {
    const found = unwrap(await this.receipts.find(call.tenant, id));
    const organization = await this.organizations.organization(call.tenant.organizationId);
    const printed = await this.files.printed(call, found);
    const standing = unwrap(
      await this.mailer.send(
        {
          template: 'receipt',
          to: unwrap(recipients(body.email ?? (await this.ownAddress(call.tenant, printed.receipt)))),
          language: languageOf(languages),
          organization,
          data: { ...printed, file_name: receiptFileName(found, organization) },
        },
        call,
      ),
    );
    if (standing === 'refused') throw new HttpRefusal(refusedByServer().refusal);
    return { ok: true };
  }

  /** The customer's, as it is now. One that was deleted, or is in no list, has the receipt's. */
  private async ownAddress(tenant: Tenant, { customer, customer_info }: ReceiptDoc): Promise<string[]> {
    const current = customer === null ? undefined : await this.customers.find(tenant, customer);
    const address = current ? current.email : customer_info?.email;
    return address ? [address] : [];
  }
}

/** The specification has no code of its own for receipts here: it is the addresses that the server did not take. */
const refusedByServer = () =>
  refuseFields([
    field('email', 'not_allowed', {
      message: {
        es: 'El servidor de correo rechazó en definitiva todas las direcciones.',
        en: 'The mail server permanently refused every address.',
      },
    }),
  ]);

/** Each address once, in any spelling. */
function recipients(asked: string | readonly string[]): Result<string[]> {
  const all = [asked].flat();
  if (all.length === 0) return refuse('customer_email_required', { location: 'body', path: 'email' });
  const isFirst = (address: string, index: number) =>
    all.findIndex((other) => other.toLowerCase() === address.toLowerCase()) === index;
  return ok(all.filter(isFirst));
}
