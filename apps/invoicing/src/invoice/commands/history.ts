import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Handles } from '#bus/nest/index';
import {
  INVOICE_STREAM,
  ReadHistoryCommand,
  type CommandOutcome,
  type InvoiceEvent,
  type InvoiceHistory,
  type InvoiceHistoryType,
} from '#contracts';
import type { EventStore } from '#event-store';
import { answerWithData } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { HistoryReader } from '../../document/history-reader.js';
import { tell } from '../history.js';

/** Answers the history of an invoice from its events. */
@CommandHandler(ReadHistoryCommand)
export class ReadHistoryHandler implements Handles<ReadHistoryCommand> {
  private readonly histories: HistoryReader<InvoiceEvent, InvoiceHistoryType>;

  constructor(@Inject(EVENT_STORE) store: EventStore) {
    this.histories = new HistoryReader({
      store,
      stream: INVOICE_STREAM,
      tell,
      notFound: 'invoice_not_found',
    });
  }

  async execute(command: ReadHistoryCommand): Promise<CommandOutcome<InvoiceHistory>> {
    const read = await this.histories.read(command, command.data);
    return read.ok ? answerWithData(read.value) : read;
  }
}
