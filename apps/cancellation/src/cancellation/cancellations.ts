import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '#kernel';
import {
  CANCELLATION_STREAM,
  type CancellationEvent,
  type Command,
  type CommandOutcome,
  type RequestCancellationCommand,
} from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates, receipt } from '#eventing';
import { CLOCK, EVENT_STORE } from '#hosting';
import type { Cancellation, Requested } from './cancellation.js';
import { cancellationDecider, type Answer, type CancellationDecision } from './decide.js';

type Outcome = CommandOutcome<undefined>;

/**
 * The cancellations of this process, and the decider that every step of theirs passes. Two steps of one command leave
 * events of their own: each is a command derived from it.
 */
@Injectable()
export class Cancellations extends Aggregates<Cancellation, CancellationDecision, CancellationEvent> {
  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super({ store, decider: cancellationDecider, stream: CANCELLATION_STREAM });
  }

  start(command: RequestCancellationCommand): Promise<Outcome> {
    return this.step(command, 'start', { type: 'start', now: new Date(command.time), request: command.data });
  }

  record(command: Command, { number }: Requested, answer: Answer): Promise<Outcome> {
    // Read again: the tax authority may have taken its time to answer, and the pause before the next try begins now.
    const now = this.clock.now(command.tenant);
    return this.step(command, 'record', { type: 'record', now, number, answer });
  }

  private async step(command: Command, name: string, decision: CancellationDecision): Promise<Outcome> {
    return receipt(await this.handle({ ...command, id: `${command.id}/${name}` }, decision));
  }
}
