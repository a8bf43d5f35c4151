import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { field, refuseFields } from '#kernel';
import { Answers, HttpRefusal, PathId, languageOf, unwrap } from '#http';
import { Call, type CallContext } from '../../commands.js';
import { Customers } from '../../customers/customers.js';
import { receiptFileName } from '../../files/names.js';
import { Mailer } from '../../mailbox/mailer.js';
import { addressNow, recipients } from '../../mailbox/recipients.js';
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
    const { customer, customer_info } = printed.receipt;
    const named = { id: customer, email: customer_info?.email ?? null };
    const asked = body.email ?? (await addressNow(this.customers, call.tenant, named));
    const standing = unwrap(
      await this.mailer.send(
        {
          template: 'receipt',
          to: unwrap(recipients(asked, 'customer_email_required')),
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
