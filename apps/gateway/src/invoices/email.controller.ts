import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiBody, ApiProperty, ApiTags } from '@nestjs/swagger';
import { issuersAlone } from '#billing';
import { refuse, refuseFields } from '#kernel';
import { Call, type CallContext } from '../commands.js';
import { Customers } from '../customers/customers.js';
import { parseInvoiceDoc } from '../docs.js';
import { Answers, HttpRefusal, PathId, languageOf, unwrap } from '#http';
import { fileNameOf } from '../files/names.js';
import { Mailer } from '../mailbox/mailer.js';
import { RecipientsBody } from '../mailbox/recipients.dto.js';
import { addressNow, recipients } from '../mailbox/recipients.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { InvoiceQueries, type StoredInvoice } from './queries.js';

class EmailInvoiceBody extends RecipientsBody {}

class EmailSent {
  @ApiProperty({ enum: [true], description: 'The mail is on its way' }) ok!: true;
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
    // The mail says that the organization sends its document.
    if (invoice.issuer_type === 'receiving')
      throw new HttpRefusal(refuseFields([issuersAlone('mail')]).refusal);
    if (!MAILABLE.includes(status) || invoice.uuid === null)
      throw new HttpRefusal(refuse('invoice_email_status_not_allowed', { params: { status } }).refusal);
    const doc = parseInvoiceDoc(invoice.doc);
    const organization = await this.organizations.organization(call.tenant.organizationId);
    const asked = body.email ?? (await addressNow(this.customers, call.tenant, doc.customer));
    const standing = unwrap(
      await this.mailer.send(
        {
          template: 'invoice',
          to: unwrap(recipients(asked, 'invoice_email_recipient_required')),
          language: languageOf(languages),
          organization,
          data: { ...partsOf(invoice, fileNameOf(invoice, organization)), invoice: doc },
        },
        call,
      ),
    );
    if (standing === 'refused') throw new HttpRefusal(refuse('invoice_email_delivery_failed').refusal);
    return { ok: true };
  }
}

const partsOf = ({ xml_key, timbre_xml, receipt_key }: StoredInvoice, file_name: string) => ({
  ...{ xml_key, timbre_xml, receipt_key, file_name },
});
