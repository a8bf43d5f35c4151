import { Inject, Injectable } from '@nestjs/common';
import { ORGANIZATION_STREAM, type OrganizationEvent } from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { organizationDecider, type OrganizationCommand } from './decide.js';
import type { Organization } from './organization.js';

/** The organizations of this process, and the decider that every command of theirs passes. */
@Injectable()
export class Organizations extends Aggregates<Organization, OrganizationCommand, OrganizationEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: organizationDecider, stream: ORGANIZATION_STREAM });
  }
}
