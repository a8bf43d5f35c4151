import { Inject, Injectable } from '@nestjs/common';
import { MAIL_STREAM, type MailEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { mailDecider, type MailDecision } from './decide.js';
import type { Mail } from './mail.js';

/** The mails of this process, and the decider that every step of theirs passes. */
@Injectable()
export class Mails extends Aggregates<Mail, MailDecision, MailEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: mailDecider, stream: MAIL_STREAM });
  }
}
