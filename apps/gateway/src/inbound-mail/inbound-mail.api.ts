import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { OrganizationsApi } from '../organizations/organizations.api.js';
import { GatewayShared } from '../shared.module.js';
import { InboundAddressController } from './addresses.controller.js';
import { InboundMailAddressing } from './addresses.js';
import { InboundMailsController } from './mails.controller.js';
import { ReceiveMailController } from './receive.controller.js';
import { MailReceiving } from './receiving.js';
import { MailsUnderWay } from './under-way.js';

/** Documents by mail: the address of an organization, the mails that come to it, and the way in. */
@Module({
  imports: [GatewayShared, OrganizationsApi],
  controllers: [ReceiveMailController, InboundAddressController, InboundMailsController],
  providers: [poolOf('gateway'), MailReceiving, InboundMailAddressing, MailsUnderWay],
})
export class InboundMailApi {}
