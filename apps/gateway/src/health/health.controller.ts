import { Controller, Get, HttpStatus, Inject, Res } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CATALOGUES, type Catalogues } from '#fiscal';
import { HEALTH, type Health, type Readiness, type WriteProblem } from '#hosting';
import { Answers } from '#http';

class Alive {
  @ApiProperty({ description: 'False: restart the process' }) ok!: boolean;
}

class DatabaseCheck {
  @ApiProperty({ description: 'Whether a write gets to its disk' }) ok!: boolean;
  @ApiProperty({ type: 'integer', description: 'How long the write took, in milliseconds' })
  answeredInMs!: number;
  @ApiProperty({
    enum: ['no_answer', 'unreachable', 'too_many_connections', 'disk_full', 'read_only', 'failed'],
    nullable: true,
    description: 'What keeps it from taking writes',
  })
  problem!: WriteProblem | null;
}

class ConnectionsCheck {
  @ApiProperty({ description: 'Whether queries get a connection' }) ok!: boolean;
  @ApiProperty({ type: [String], description: 'Pools of this process whose queries get no connection' })
  waiting!: string[];
}

class EventsCheck {
  @ApiProperty({ description: 'Whether the store of events answers' }) ok!: boolean;
  @ApiProperty({ type: 'integer', description: 'How long that took, in milliseconds' }) answeredInMs!: number;
}

class FeedCheck {
  @ApiProperty({ description: 'Whether consumers keep up' }) ok!: boolean;
  @ApiProperty({ type: 'integer', description: 'Events that the slowest consumer has not processed yet' })
  lag!: number;
  @ApiProperty({ type: [String], description: 'Consumers that are too far behind' }) behind!: string[];
  @ApiProperty({ type: [String], description: 'Consumers whose last attempt failed' }) failing!: string[];
}

class DispatcherCheck {
  @ApiProperty({ description: 'Whether commands are taken' }) ok!: boolean;
  @ApiProperty({ type: 'integer', description: 'Commands that are being handled' }) inFlight!: number;
}

class BusCheck {
  @ApiProperty({ description: 'Whether messages go through' }) ok!: boolean;
  @ApiProperty({ type: 'integer', description: 'Commands waiting for an answer' }) pending!: number;
}

class PublisherCheck {
  @ApiProperty({ description: 'Whether events are published in time' }) ok!: boolean;
  @ApiProperty({ description: 'Whether this process is the one that publishes events' }) active!: boolean;
  @ApiPropertyOptional({
    type: 'integer',
    description: 'How long the oldest unpublished event has been stored',
  })
  oldestUnpublishedMs?: number;
  @ApiProperty({ type: 'integer', description: 'How old it may be' }) limitMs!: number;
  @ApiPropertyOptional({ description: 'What is wrong' }) says?: string;
}

class ReadinessChecks {
  @ApiProperty({ type: () => DatabaseCheck, description: 'The database' }) database!: DatabaseCheck;
  @ApiProperty({ type: () => ConnectionsCheck, description: 'Connections to it' })
  connections!: ConnectionsCheck;
  @ApiProperty({ type: () => EventsCheck, description: 'The store of events' }) events!: EventsCheck;
  @ApiProperty({ type: () => FeedCheck, description: 'Who follows the events' }) feed!: FeedCheck;
  @ApiProperty({ type: () => DispatcherCheck, description: 'Who handles commands' })
  dispatcher!: DispatcherCheck;
  @ApiProperty({ type: () => BusCheck, description: 'The bus between services' }) bus!: BusCheck;
  @ApiPropertyOptional({ type: () => PublisherCheck, description: 'Only with a Kafka to publish events on' })
  publisher?: PublisherCheck;
}

/** What the platform's {@link Readiness} is in the OpenAPI document. */
class ReadinessAnswer implements Readiness {
  @ApiProperty({ description: 'Whether to send requests here' }) ready!: boolean;
  @ApiProperty({ description: 'True: the process is shutting down' }) leaving!: boolean;
  @ApiProperty({ type: () => ReadinessChecks, description: 'What was looked at' }) checks!: ReadinessChecks;
}

/** Whether the process lives, and whether it should get requests. Outside of /v2, for orchestrators. */
@Controller()
export class HealthController {
  constructor(@Inject(HEALTH) private readonly process: Health) {}

  @Get('healthz')
  @Answers(Alive)
  @ApiServiceUnavailableResponse({
    type: Alive,
    description: 'The process hangs and will not recover; same schema',
  })
  health(@Res({ passthrough: true }) reply: FastifyReply): Alive {
    const ok = this.process.alive();
    if (!ok) void reply.status(HttpStatus.SERVICE_UNAVAILABLE);
    return { ok };
  }

  @Get('readyz')
  @Answers(ReadinessAnswer)
  @ApiServiceUnavailableResponse({
    type: ReadinessAnswer,
    description: 'The process is not ready; same schema',
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const state = await this.process.readiness();
    if (!state.ready) void reply.status(HttpStatus.SERVICE_UNAVAILABLE);
    return state;
  }
}

class Check {
  @ApiProperty() ok!: boolean;
  @ApiProperty({
    enum: ['complete', 'built-in'],
    description: 'The catalogues that product and unit keys are checked against',
  })
  catalogues!: string;
}

/** What the SDKs' health check asks: whether the key works and the service answers. */
@ApiTags('tools')
@Controller('check')
export class CheckController {
  constructor(@Inject(CATALOGUES) private readonly catalogues: Catalogues) {}

  @Get()
  @Answers(Check)
  check(): Check {
    // Until the full catalogues are loaded, keys outside of the built-in ones are checked by form only.
    const { productos, unidades } = this.catalogues.large;
    const complete = productos.complete && unidades.complete;
    return { ok: true, catalogues: complete ? 'complete' : 'built-in' };
  }
}
