import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { newId, refuse } from '#kernel';
import type { ToldEventsAsked } from '#contracts';
import {
  Answers,
  AnswersList,
  CursorCodec,
  HttpRefusal,
  JsonText,
  NoQuery,
  parseDateRange,
  PathId,
  readPaging,
  runList,
  unwrap,
  type InstantRange,
  type ListAnswer,
  type Page,
  type PageRequest,
} from '#http';
import { Call, CommandSender, type CallContext } from '../commands.js';
import { OrganizationDirectory } from '../organizations/directory.js';
import { Event, ListEventsQuery } from './dto.js';
import { EventRendering } from './rendering.js';

const DEFAULT_LIMIT = 50;

/** What happened, as webhooks are told it. Which events there are is known to the service that tells them. */
@ApiTags('events')
@Controller('events')
export class EventsController {
  constructor(
    private readonly sender: CommandSender,
    private readonly rendering: EventRendering,
    private readonly organizations: OrganizationDirectory,
    private readonly cursors: CursorCodec,
  ) {}

  @Get()
  @AnswersList(Event)
  @JsonText()
  async list(@Call() call: CallContext, @Query() query: ListEventsQuery): Promise<ListAnswer> {
    const { tenant } = call;
    const { type = [], resource_id = null, date } = query;
    const range = unwrap(parseDateRange(date, await this.organizations.timeZoneOf(tenant.organizationId)));
    const types = [...new Set(type)].toSorted();
    const filters = { types, resource_id, ...boundsOf(range) };
    return runList({
      paging: unwrap(readPaging(query, { defaultLimit: DEFAULT_LIMIT })),
      cursors: this.cursors,
      search: { resource: 'events', tenant, ...filters },
      fetchPage: (request) => this.page(call, filters, request),
    });
  }

  @Get(':event_id')
  @Answers(Event)
  @JsonText()
  async get(
    @Call() call: CallContext,
    @PathId('event_id', 'not_found') id: string,
    @NoQuery() _: void,
  ): Promise<string> {
    const asked = { type: 'webhooks.find-event', key: newId(), data: { event_id: id } } as const;
    const { event } = unwrap(await this.sender.send(asked, call)).data;
    if (!event) throw new HttpRefusal(refuse('not_found').refusal);
    return this.rendering.render(call.tenant, event);
  }

  private async page(
    call: CallContext,
    filters: Filters,
    { take, skip, direction, from }: PageRequest,
  ): Promise<Page> {
    const data = { ...filters, take, skip, direction, after: from?.id ?? null };
    // Questions wait for one another only where they have the same key.
    const asked = { type: 'webhooks.list-events', key: newId(), data } as const;
    const { events, count } = unwrap(await this.sender.send(asked, call)).data;
    const docs = await this.rendering.renderAll(call.tenant, events);
    const rows = events.map(({ id, created_at: sortKey }, index) => ({
      ...{ id, sortKey, doc: docs[index] ?? '' },
    }));
    return { rows, count };
  }
}

type Filters = Pick<ToldEventsAsked, 'types' | 'resource_id' | 'from' | 'to'>;

/** The narrower bound of each side. */
function boundsOf({ gt, gte, lt, lte }: InstantRange = {}): Pick<ToldEventsAsked, 'from' | 'to'> {
  const from = gte && (!gt || gte > gt) ? bound(gte, true) : bound(gt, false);
  const to = lte && (!lt || lte < lt) ? bound(lte, true) : bound(lt, false);
  return { from, to };
}

const bound = (at: Date | undefined, inclusive: boolean): ToldEventsAsked['from'] =>
  at ? { at: at.toISOString(), inclusive } : null;
