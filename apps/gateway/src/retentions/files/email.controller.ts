import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ApiBody, ApiProperty, ApiTags } from '@nestjs/swagger';
import { refuse } from '#kernel';
import { Answers, HttpRefusal, PathId, languageOf, unwrap } from '#http';
import { Call, type CallContext } from '../../commands.js';
import { Customers } from '../../customers/customers.js';
import { parseRetentionDoc } from '../../docs.js';
import { retentionFileName } from '../../files/names.js';
import { Mailer } from '../../mailbox/mailer.js';
import { RecipientsBody } from '../../mailbox/recipients.dto.js';
import { addressNow, recipients } from '../../mailbox/recipients.js';
import { OrganizationDirectory } from '../../organizations/directory.js';
import { RetentionQueries } from '../queries.js';

class EmailRetentionBody extends RecipientsBody {}

class RetentionEmailSent {
  @ApiProperty({ enum: [true] }) ok!: true;
}

/** What can be mailed: a retention that the tax authority knows. */
const MAILABLE = ['valid', 'canceled'];

/** A retention by e-mail. */
@ApiTags('retentions')
@Controller('retentions/:retention_id/email')
export class RetentionEmailController {
  constructor(
    private readonly mailer: Mailer,
    private readonly organizations: OrganizationDirectory,
    private readonly retentions: RetentionQueries,
    private readonly customers: Customers,
  ) {}

  /**
   * Answers once the mail is durable and its first try is over, or takes too long to wait for: it is tried again
   * by itself. It is only an error if the mail server permanently refuses every address at the first try.
   */
  @Post()
  @ApiBody({ type: EmailRetentionBody, required: false })
  @Answers(RetentionEmailSent)
  async send(
    @Call() call: CallContext,
    @PathId('retention_id', 'retention_not_found') id: string,
    @Body() body: EmailRetentionBody,
    @Headers('accept-language') languages?: string,
  ): Promise<RetentionEmailSent> {
    const retention = unwrap(await this.retentions.find(call.tenant, id));
    const { status, xml_key, timbre_xml, receipt_key } = retention;
    if (!MAILABLE.includes(status) || retention.uuid === null)
      throw new HttpRefusal(refuse('retention_email_status_not_allowed', { params: { status } }).refusal);
    const doc = parseRetentionDoc(retention.doc);
    const organization = await this.organizations.organization(call.tenant.organizationId);
    const file_name = retentionFileName(retention, organization);
    const asked = body.email ?? (await addressNow(this.customers, call.tenant, doc.customer));
    const standing = unwrap(
      await this.mailer.send(
        {
          template: 'retention',
          to: unwrap(recipients(asked, 'retention_email_recipient_required')),
          language: languageOf(languages),
          organization,
          data: { retention: doc, xml_key, timbre_xml, receipt_key, file_name },
        },
        call,
      ),
    );
    if (standing === 'refused') throw new HttpRefusal(refuse('retention_email_delivery_failed').refusal);
    return { ok: true };
  }
}
