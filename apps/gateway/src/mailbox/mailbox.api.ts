import { Module } from '@nestjs/common';
import { poolOf } from '#hosting';
import { GatewayShared } from '../shared.module.js';
import { Mailbox } from './mailbox.js';
import { MailboxController } from './mailbox.controller.js';
import { MailboxSessions } from './sessions.js';

/** The local mailbox in the browser, where no mail server is configured. */
@Module({
  imports: [GatewayShared],
  controllers: [MailboxController],
  providers: [poolOf('gateway'), Mailbox, MailboxSessions],
})
export class MailboxApi {}
