import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import type { Handles } from '#bus/nest/index';
import {
  FindToldEventCommand,
  ListToldEventsCommand,
  NextToldEventsCommand,
  type AnswerOf,
  type CommandOutcome,
} from '#contracts';
import { answerWithData } from '#eventing';
import { POOL } from '#hosting';
import { Collector } from './collector.js';
import { findToldEvent, listToldEvents, nextToldEvents } from './told-events.js';

/** Whatever was answered before is in the list: it is asked for only once the collector has come that far. */
@CommandHandler(ListToldEventsCommand)
export class ListToldEventsHandler implements Handles<ListToldEventsCommand> {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly collector: Collector,
  ) {}

  async execute({
    tenant,
    data,
  }: ListToldEventsCommand): Promise<CommandOutcome<AnswerOf<'webhooks.list-events'>>> {
    await this.collector.catchUpWithStore();
    return answerWithData(await listToldEvents(this.pool, tenant, data));
  }
}

@CommandHandler(FindToldEventCommand)
export class FindToldEventHandler implements Handles<FindToldEventCommand> {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly collector: Collector,
  ) {}

  async execute({
    tenant,
    data,
  }: FindToldEventCommand): Promise<CommandOutcome<AnswerOf<'webhooks.find-event'>>> {
    const find = async () => {
      const found = await findToldEvent(this.pool, data.event_id);
      if (found?.organization_id !== tenant.organizationId || found.livemode !== tenant.livemode) return null;
      const { id, type, created_at, stream, revision, resource_id } = found;
      return { id, type, created_at, stream, revision, resource_id };
    };
    const there = await find();
    if (there) return answerWithData({ event: there });
    await this.collector.catchUpWithStore();
    return answerWithData({ event: await find() });
  }
}

/** For those who listen, and ask again and again: they wait for nothing, but what they wait for is written at once. */
@CommandHandler(NextToldEventsCommand)
export class NextToldEventsHandler implements Handles<NextToldEventsCommand> {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly collector: Collector,
  ) {}

  async execute({
    tenant,
    data,
  }: NextToldEventsCommand): Promise<CommandOutcome<AnswerOf<'webhooks.next-events'>>> {
    this.collector.noteListener();
    // From now on: what was answered before is not new.
    if (data.after === null) await this.collector.catchUpWithStore();
    return answerWithData(await nextToldEvents(this.pool, tenant, data));
  }
}
