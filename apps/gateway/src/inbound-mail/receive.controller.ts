import { Controller, Headers, Post, UseGuards } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { Answers, Mail, TakesMail, unwrap, type MailBody } from '#http';
import { LogId } from '../commands.js';
import { InboundReceptions } from './dto.js';
import { FORM_FIELDS, MAIL_FIELDS, readHandedOver } from './envelope.js';
import { MailReceiving } from './receiving.js';
import { InboundSecretGuard } from './secret.guard.js';

/** Where the installation's mail provider posts the mails that come for its domain. Nobody else calls it. */
@ApiTags('inbound-mails')
@Controller('inbound-mail')
@UseGuards(InboundSecretGuard)
export class ReceiveMailController {
  constructor(private readonly receiving: MailReceiving) {}

  @Post()
  @ApiHeader({
    name: 'x-envelope-to',
    required: false,
    description:
      'Whom the mail was delivered to, separated by commas. Without it the form or the mail itself says so',
    schema: { type: 'string' },
  })
  @TakesMail(MAIL_FIELDS, FORM_FIELDS)
  @Answers(InboundReceptions)
  async receive(
    @Mail() body: MailBody,
    @Headers('x-envelope-to') envelopeTo: string | undefined,
    @LogId() correlationId: string,
  ): Promise<InboundReceptions> {
    const handedOver = unwrap(await readHandedOver(body, envelopeTo));
    return { results: unwrap(await this.receiving.receive(handedOver, correlationId)) };
  }
}
