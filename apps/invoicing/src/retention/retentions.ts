import { Inject, Injectable } from '@nestjs/common';
import type { Refused, Result } from '#kernel';
import {
  RETENTION_STREAM,
  type Command,
  type CommandOutcome,
  type InvoiceAsked,
  type RetentionEvent,
} from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates, receipt, type Handled } from '#eventing';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { EVENT_STORE } from '#hosting';
import { retentionDeciderOver, type RetentionCommand } from './decide.js';
import { handOver } from './prepare.js';
import type { Retention } from './retention.js';

/** The retentions of this process: their streams, and the decider that every command of theirs passes. */
@Injectable()
export class Retentions extends Aggregates<Retention, RetentionCommand, RetentionEvent> {
  private readonly decider: ReturnType<typeof retentionDeciderOver>;

  constructor(@Inject(EVENT_STORE) store: EventStore, @Inject(CATALOGUES) { large }: Catalogues) {
    const decider = retentionDeciderOver(large);
    super({
      ...{ store, decider, stream: RETENTION_STREAM },
      onAppending: (events, state) => {
        const issued = events.find(({ type }) => type === 'RetentionIssued');
        if (issued && state.status === 'pending') handOver(issued.id, state);
      },
    });
    this.decider = decider;
  }

  /** Lets a command decide; its outcome says how far the retention is. */
  async run(envelope: Command, command: RetentionCommand): Promise<CommandOutcome<undefined>> {
    return receipt(await this.decide(envelope, command));
  }

  /** The same for what leads to a stamp or a cancellation: the outcome says what to wait for. */
  async ask(envelope: Command, command: RetentionCommand): Promise<CommandOutcome<InvoiceAsked | undefined>> {
    const handled = await this.decide(envelope, command);
    return handled.ok ? receipt(handled, askedOf(command, handled.value.state)) : handled;
  }

  /** The refusal of a command by a state; nothing is stored, whatever it decides. */
  refusalOf(command: RetentionCommand, state: Retention): Refused | undefined {
    const decision = this.decider.decide(command, state);
    return decision.ok ? undefined : decision;
  }

  private decide(envelope: Command, command: RetentionCommand): Promise<Result<Handled<Retention>>> {
    const expectNew = command.type === 'create' || command.type === 'create-draft';
    return this.handle(envelope, command, { expectNew });
  }
}

/** What the caller can wait for: the outcome of this stamping, or of this cancellation request. */
function askedOf({ type }: RetentionCommand, state: Retention): InvoiceAsked | undefined {
  if (type === 'cancel')
    return state.status === 'valid' && state.cancellation ? { number: state.cancellation.number } : undefined;
  return 'issue' in state ? { number: state.issue.number } : undefined;
}
