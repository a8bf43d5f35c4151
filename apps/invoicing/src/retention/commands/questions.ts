import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { refuse, sameTenant } from '#kernel';
import type { Handles } from '#bus/nest/index';
import {
  FindRetentionRequestCommand,
  RETENTION_STREAM,
  ReadRetentionHistoryCommand,
  ReadUnstampedRetentionCommand,
  type CommandOutcome,
  type RequestHolder,
  type RetentionEvent,
  type RetentionHistory,
  type RetentionHistoryType,
  type UnstampedRetention,
} from '#contracts';
import type { EventStore } from '#event-store';
import { answerWithData, readStream } from '#eventing';
import { EVENT_STORE } from '#hosting';
import { HistoryReader } from '../../document/history-reader.js';
import { RetentionClaims } from '../claims.js';
import { tell } from '../history.js';
import { unstampedOf } from '../unstamped.js';

/** What others ask of retentions; nothing is written. */

/** Answers the history of a retention from its events. */
@CommandHandler(ReadRetentionHistoryCommand)
export class ReadRetentionHistoryHandler implements Handles<ReadRetentionHistoryCommand> {
  private readonly histories: HistoryReader<RetentionEvent, RetentionHistoryType>;

  constructor(@Inject(EVENT_STORE) store: EventStore) {
    const options = { store, stream: RETENTION_STREAM, tell } as const;
    this.histories = new HistoryReader({ ...options, notFound: 'retention_not_found' });
  }

  async execute(command: ReadRetentionHistoryCommand): Promise<CommandOutcome<RetentionHistory>> {
    const read = await this.histories.read(command, command.data);
    return read.ok ? answerWithData(read.value) : read;
  }
}

/** Answers who has an idempotency key, and by which request. */
@CommandHandler(FindRetentionRequestCommand)
export class FindRetentionRequestHandler implements Handles<FindRetentionRequestCommand> {
  constructor(private readonly claims: RetentionClaims) {}

  async execute({
    tenant,
    data,
  }: FindRetentionRequestCommand): Promise<CommandOutcome<RequestHolder | null>> {
    return answerWithData(await this.claims.findHolder(tenant, data.idempotency_key));
  }
}

/** Answers what a retention without a stamp says, from its events. */
@CommandHandler(ReadUnstampedRetentionCommand)
export class ReadUnstampedRetentionHandler implements Handles<ReadUnstampedRetentionCommand> {
  constructor(@Inject(EVENT_STORE) private readonly store: EventStore) {}

  async execute({ key, tenant }: ReadUnstampedRetentionCommand): Promise<CommandOutcome<UnstampedRetention>> {
    const events = await readStream<RetentionEvent>(this.store, RETENTION_STREAM, key);
    const isOurs = events.every(({ metadata }) => sameTenant(metadata, tenant));
    const document = isOurs ? unstampedOf(events) : undefined;
    return document ? answerWithData(document) : refuse('retention_not_found');
  }
}
