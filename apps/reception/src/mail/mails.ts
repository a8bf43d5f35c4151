import { Inject, Injectable } from '@nestjs/common';
import { INBOUND_MAIL_STREAM, type InboundMailEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { mailDecider, type Mail, type MailCommand } from './mail.js';

/** The inbound mails of this process, and the decider that every command of theirs passes. */
@Injectable()
export class InboundMails extends Aggregates<Mail, MailCommand, InboundMailEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: mailDecider, stream: INBOUND_MAIL_STREAM });
  }
}
