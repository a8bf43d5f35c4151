import { Inject, Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel';
import { USER_STREAM, type UserEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { userDecider, type ActiveUser, type User, type UserCommand } from './user.js';

/** Users stand above organizations and environments: their streams are their own tenant's. */
export const tenantOf = (userId: string): Tenant => ({ organizationId: userId, livemode: false });

/** The users of this process, and the decider that every command of theirs passes. */
@Injectable()
export class Users extends Aggregates<User, UserCommand, UserEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: userDecider, stream: USER_STREAM });
  }

  /** A user as it is now, whichever process changed it last; undefined where there is none of that id. */
  async find(userId: string): Promise<ActiveUser | undefined> {
    const user = await this.state(userId, tenantOf(userId));
    return user.status === 'active' ? user : undefined;
  }

  /** Whether somebody is suspended now: nothing goes to them, and nothing that they began goes on. */
  async isSuspended(userId: string): Promise<boolean> {
    return (await this.find(userId))?.suspended === true;
  }
}
