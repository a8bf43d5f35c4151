import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiBody, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ok, refuse, type Result, type Tenant } from '#kernel';
import { MAX_RECIPIENTS, type InvoiceDoc } from '#contracts';
import { Call, type CallContext } from '../commands.js';
import { nameOf } from '../files/invoice-files.js';
import { Customers } from '../customers/customers.js';
import { parseInvoiceDoc } from '../docs.js';
import { Answers, ByType, HttpRefusal, PathId, email, languageOf, listOf, unwrap } from '#http';
import { Mailer } from '../mailbox/mailer.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { InvoiceQueries, type StoredInvoice } from './queries.js';

class EmailInvoiceBody {
  @ByType(
    { string: email(), list: listOf(email(), { min: 1, max: MAX_RECIPIENTS }) },
    {
      optional: true,
      description: 'One or several addresses; by default, the current address of the customer',
    },
  )
  email?: string | string[];
}

class EmailSent {
  @ApiProperty({ enum: [true] }) ok!: true;
}

/** What can be mailed: an invoice that the tax authority knows. */
const MAILABLE = ['valid', 'canceled'];

/** An invoice by e-mail. */
@ApiTags('invoices')
@Controller('invoices/:invoice_id/email')
export class InvoiceEmailController {
  constructor(
    private readonly mailer: Mailer,
    private readonly organizations: OrganizationDirectory,
    private readonly invoices: InvoiceQueries,
    private readonly customers: Customers,
  ) {}

  /**
   * Answers once the mail is durable and its first try is over, or takes too long to wait for: it is tried again
   * by itself. It is only an error if the mail server permanently refuses every address at the first try.
   */
  @Post()
  @ApiBody({ type: EmailInvoiceBody, required: false })
  @Answers(EmailSent)
  async send(
    @Call() call: CallContext,
    @PathId('invoice_id', 'invoice_not_found') id: string,
    @Body() body: EmailInvoiceBody,
    @Headers('accept-language') languages?: string,
  ): Promise<EmailSent> {
    const invoice = unwrap(await this.invoices.find(call.tenant, id));
    const { status } = invoice;
    if (!MAILABLE.includes(status) || invoice.uuid === null)
      throw new HttpRefusal(refuse('invoice_email_status_not_allowed', { params: { status } }).refusal);
    const doc = parseInvoiceDoc(invoice.doc);
    const standing = unwrap(
      await this.mailer.send(
        {
          template: 'invoice',
          to: unwrap(recipients(body.email ?? (await this.ownAddress(call.tenant, doc)))),
          language: languageOf(languages),
          organization: await this.organizations.organization(call.tenant.organizationId),
          data: { ...partsOf(invoice, nameOf(invoice)), invoice: doc },
        },
        call,
      ),
    );
    if (standing === 'refused') throw new HttpRefusal(refuse('invoice_email_delivery_failed').refusal);
    return { ok: true };
  }

  /** The customer's, as it is now: it may have been corrected since. One that was deleted keeps the invoice's. */
  private async ownAddress(tenant: Tenant, { customer }: InvoiceDoc): Promise<string[]> {
    const current = customer?.id ? await this.customers.find(tenant, customer.id) : undefined;
    const address = current ? current.email : customer?.email;
    return address ? [address] : [];
  }
}

const partsOf = ({ xml_key, timbre_xml, receipt_key }: StoredInvoice, file_name: string) => ({
  ...{ xml_key, timbre_xml, receipt_key, file_name },
});

/** Each address once, in any spelling. */
function recipients(asked: string | readonly string[]): Result<string[]> {
  const all = [asked].flat();
  if (all.length === 0)
    return refuse('invoice_email_recipient_required', { location: 'body', path: 'email' });
  const isFirst = (address: string, index: number) =>
    all.findIndex((other) => other.toLowerCase() === address.toLowerCase()) === index;
  return ok(all.filter(isFirst));
}
