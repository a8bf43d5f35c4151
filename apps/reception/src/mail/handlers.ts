import type { Provider } from '@nestjs/common';
import type { LinePart } from '#bus/nest/index';
import { InboundAddresses } from './addresses.js';
import {
  InboundAddressHandler,
  ProcessMailHandler,
  RenewInboundAddressHandler,
  TakeMailHandler,
} from './commands.js';
import { InboundMails } from './mails.js';
import { MailProcessing } from './processing.js';

export const mailHandlers = {
  'reception.inbound-address': InboundAddressHandler,
  'reception.renew-inbound-address': RenewInboundAddressHandler,
  'reception.take-mail': TakeMailHandler,
  'reception.process-mail': ProcessMailHandler,
} satisfies LinePart<'reception'>;

export const mailProviders: Provider[] = [InboundMails, InboundAddresses, MailProcessing];
