import { Inject, Injectable } from '@nestjs/common';
import type { Clock, Result } from '#kernel';
import {
  PETITION_LIST_STREAM,
  PETITION_STREAM,
  petitionId,
  type Command,
  type PetitionEvent,
  type PetitionListEvent,
} from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates, type Handled } from '#eventing';
import { CLOCK, EVENT_STORE } from '#hosting';
import {
  petitionDecider,
  type Found,
  type Listed,
  type PetitionDecision,
  type SentAnswer,
} from './decide.js';
import type { KnownPetition, Petition } from './petition.js';
import { petitionListDecider, type PetitionList, type PetitionListDecision } from './petition-list.js';

type Outcome = Promise<Result<Handled<Petition>>>;

/**
 * The petitions of this process, and the decider that every step of theirs passes. Several steps of one command leave events of their own:
 * each is a command derived from it.
 */
@Injectable()
export class Petitions extends Aggregates<Petition, PetitionDecision, PetitionEvent> {
  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super({ store, decider: petitionDecider, stream: PETITION_STREAM });
  }

  see(command: Command, listed: Listed): Outcome {
    const now = this.clock.now(command.tenant);
    return this.step(command, 'see', { type: 'see', now, listed }, petitionId(command.tenant, listed.uuid));
  }

  miss(
    command: Command,
    { uuid, pac, received }: Pick<Listed, 'uuid' | 'pac' | 'received'>,
    found: Found,
  ): Outcome {
    const now = this.clock.now(command.tenant);
    return this.step(
      command,
      'miss',
      { type: 'miss', now, pac, found, received },
      petitionId(command.tenant, uuid),
    );
  }

  ofDocument({ tenant }: Command, uuid: string): Promise<Petition> {
    return this.state(petitionId(tenant, uuid), tenant);
  }

  close(command: Command, found: NonNullable<Found>): Outcome {
    return this.step(command, 'close', { type: 'close', now: this.clock.now(command.tenant), found });
  }

  /** @param step says which of several records of one command it is */
  record(command: Command, { number, attempt }: KnownPetition, sent: SentAnswer, step = 'record'): Outcome {
    // Read again: the PAC may have taken its time to answer, and the pause before the next try begins now.
    const now = this.clock.now(command.tenant);
    return this.step(command, step, { type: 'record', now, number, attempt, sent });
  }

  private step(command: Command, name: string, decision: PetitionDecision, key = command.key): Outcome {
    return this.handle({ ...command, id: `${command.id}/${key}/${name}` }, decision, { key });
  }
}

/** How the tenants' lists are asked for. */
@Injectable()
export class PetitionLists extends Aggregates<PetitionList, PetitionListDecision, PetitionListEvent> {
  constructor(@Inject(EVENT_STORE) store: EventStore) {
    super({ store, decider: petitionListDecider, stream: PETITION_LIST_STREAM });
  }
}
