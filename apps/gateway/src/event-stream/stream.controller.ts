import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { field, isId, refuseFields } from '#kernel';
import { ANY_EVENT, CONTRACT_EVENT_TYPES, PING_EVENT_TYPE, WEBHOOK_EVENT_TYPES } from '#contracts';
import { Call, CallerKey, type CallContext } from '../commands.js';
import { HttpRefusal, KEY_DIRECTORY, ListOf, type KeyDirectory } from '#http';
import { EventStreams } from './event-streams.js';

const OPERATION = 'read.events.stream';
const EVENT_STREAM = 'text/event-stream';
const KNOWN = [ANY_EVENT, ...WEBHOOK_EVENT_TYPES, PING_EVENT_TYPE];

class StreamQuery {
  @ListOf(
    { kind: 'oneOf', values: KNOWN },
    {
      ...{ optional: true, max: KNOWN.length },
      description: 'Types of events, repeated or by comma; `*` is those of the contract. All by default',
    },
  )
  type?: string[];
}

/** The events of Test as they happen, for who develops against them. */
@ApiTags('events')
@Controller('events')
export class EventStreamController {
  constructor(
    private readonly streams: EventStreams,
    @Inject(KEY_DIRECTORY) private readonly keys: Pick<KeyDirectory, 'isInForce'>,
  ) {}

  @Get('stream')
  @ApiHeader({
    ...{ name: 'Last-Event-ID', required: false, schema: { type: 'string' } },
    description: 'The id of the last event that was received',
  })
  @ApiProduces(EVENT_STREAM)
  @ApiOkResponse({ description: 'Events until either side ends it', schema: { type: 'string' } })
  async stream(
    @Call() { tenant: { organizationId } }: CallContext,
    @CallerKey() grant: string,
    @Query() { type }: StreamQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const after = lastEventIdOf(request);
    const stream =
      request.method === 'HEAD'
        ? Readable.from([])
        : await this.streams.listen({
            ...{ organizationId, after, types: typesOf(type) },
            mayGoOn: () => this.keys.isInForce(organizationId, grant, OPERATION),
          });
    // Its client may be gone before it began.
    reply.raw.once('close', () => stream.destroy());
    if (reply.raw.destroyed) stream.destroy();
    void reply.headers({
      'content-type': `${EVENT_STREAM}; charset=utf-8`,
      // Nothing comes after it on its connection: a stop that ended it would wait for that.
      connection: 'close',
      'x-accel-buffering': 'no',
    });
    void reply.send(stream);
  }
}

const typesOf = (asked: readonly string[] | undefined): readonly string[] | undefined =>
  asked?.flatMap((type) => (type === ANY_EVENT ? CONTRACT_EVENT_TYPES : [type]));

/** Throws invalid_request for one that can't be an event's id. */
function lastEventIdOf({ headers }: FastifyRequest): string | undefined {
  const sent = headers['last-event-id'];
  if (sent === undefined || sent === '') return undefined;
  if (typeof sent === 'string' && isId(sent)) return sent.toLowerCase();
  const params = { expected: '24 hexadecimal digits' };
  const detail = field('last-event-id', 'invalid_format', { location: 'headers', params });
  throw new HttpRefusal(refuseFields([detail]).refusal);
}
