import { Inject, Injectable } from '@nestjs/common';
import type { Refused, Result } from '#kernel';
import {
  INVOICE_STREAM,
  type Command,
  type CommandOutcome,
  type InvoiceAsked,
  type InvoiceEvent,
} from '#contracts';
import type { EventStore } from '#event-store';
import { Aggregates, readStream, receipt, type Handled } from '#eventing';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { EVENT_STORE } from '#hosting';
import { invoiceDeciderOver, type InvoiceCommand } from './decide.js';
import type { Invoice } from './invoice.js';
import { handOver } from './issued-document.js';

/** The invoices of this process: their streams, and the decider that every command of theirs passes. */
@Injectable()
export class Invoices extends Aggregates<Invoice, InvoiceCommand, InvoiceEvent> {
  private readonly decider: ReturnType<typeof invoiceDeciderOver>;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CATALOGUES) { large }: Catalogues,
  ) {
    const decider = invoiceDeciderOver(large);
    super({
      ...{ store, decider, stream: INVOICE_STREAM },
      onAppending: (events, state) => {
        const issued = events.find(({ type }) => type === 'InvoiceIssued');
        if (issued && state.status === 'pending') handOver(issued.id, state);
      },
    });
    this.decider = decider;
  }

  /** Lets a command decide; its outcome says how far the invoice is. */
  async run(envelope: Command, command: InvoiceCommand): Promise<CommandOutcome<undefined>> {
    return receipt(await this.issue(envelope, command));
  }

  /** The same for what leads to a stamp or a cancellation: the outcome says what to wait for. */
  async ask(envelope: Command, command: InvoiceCommand): Promise<CommandOutcome<InvoiceAsked | undefined>> {
    return toAsked(await this.issue(envelope, command), command);
  }

  /** The same, with the invoice as it is then; {@link toAsked} makes the outcome of it. */
  issue(envelope: Command, command: InvoiceCommand): Promise<Result<Handled<Invoice>>> {
    const expectNew = command.type === 'create' || command.type === 'create-draft';
    return this.handle(envelope, command, { expectNew });
  }

  /** The types of the events that a command has left on its invoice. */
  async leftBy({ id, key }: Command): Promise<readonly InvoiceEvent['type'][]> {
    const events = await readStream<InvoiceEvent>(this.store, INVOICE_STREAM, key);
    return events.filter(({ metadata }) => metadata.commandId === id).map(({ type }) => type);
  }

  /** The refusal of a command by a state; nothing is stored, whatever it decides. */
  refusalOf(command: InvoiceCommand, state: Invoice): Refused | undefined {
    const decision = this.decider.decide(command, state);
    return decision.ok ? undefined : decision;
  }
}

/** The outcome of a command that leads to a stamp or a cancellation: what the caller can wait for. */
export const toAsked = (
  handled: Result<Handled<Invoice>>,
  command: InvoiceCommand,
): CommandOutcome<InvoiceAsked | undefined> =>
  handled.ok ? receipt(handled, askedOf(command, handled.value.state)) : handled;

/** What the caller can wait for: the outcome of this stamping, or of this cancellation request. */
function askedOf({ type }: InvoiceCommand, state: Invoice): InvoiceAsked | undefined {
  if (type === 'cancel')
    return state.status === 'valid' && state.cancellation ? { number: state.cancellation.number } : undefined;
  return 'issue' in state ? { number: state.issue.number } : undefined;
}
