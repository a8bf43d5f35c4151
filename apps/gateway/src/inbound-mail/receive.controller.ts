import { Controller, Headers, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Mail, unwrap, type MailBody } from '#http';
import { LogId } from '../commands.js';
import { readHandedOver } from './envelope.js';
import { MailReceiving, type Reception } from './receiving.js';
import { InboundSecretGuard } from './secret.guard.js';

/** Where the installation's mail provider posts the mails that come for its domain. Nobody else calls it. */
@ApiExcludeController()
@Controller('inbound-mail')
@UseGuards(InboundSecretGuard)
export class ReceiveMailController {
  constructor(private readonly receiving: MailReceiving) {}

  @Post()
  @HttpCode(200)
  async receive(
    @Mail() body: MailBody,
    @Headers('x-envelope-to') envelopeTo: string | undefined,
    @LogId() correlationId: string,
  ): Promise<{ readonly results: readonly Reception[] }> {
    const handedOver = unwrap(await readHandedOver(body, envelopeTo));
    return { results: unwrap(await this.receiving.receive(handedOver, correlationId)) };
  }
}
