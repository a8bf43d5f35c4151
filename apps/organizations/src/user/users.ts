import { Inject, Injectable } from '@nestjs/common';
import { USER_STREAM, type UserEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { userDecider, type User, type UserCommand } from './user.js';

/** The users of this process, and the decider that every command of theirs passes. */
@Injectable()
export class Users extends Aggregates<User, UserCommand, UserEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: userDecider, stream: USER_STREAM });
  }
}
