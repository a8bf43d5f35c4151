import { createParamDecorator, Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import {
  monotonicMs,
  ok,
  refuse,
  type Detail,
  type Refused,
  type Result,
  type Tenant,
  type Clock,
} from '#kernel';
import { BusOverloaded, CommandTimeout, NoHandler, type CommandBus } from '#bus';
import {
  datedBy,
  type AnswerOf,
  type CommandType,
  type DataOf,
  type Exactly,
  type ReadModel,
  type Receipt,
} from '#contracts';
import { isContended, ProjectionWatch } from '#eventing';
import { BUS, CLOCK } from '#hosting';
import { HttpRefusal } from '#http';
import { actorOf, grantOf } from './actors.js';

/** On whose behalf a request acts, and the id that ties together what it sets in motion (its log id). */
export interface CallContext {
  readonly tenant: Tenant;
  readonly actor: string;
  readonly correlationId: string;
}

export interface OutgoingCommand<Type extends CommandType, Given extends DataOf<Type> = DataOf<Type>> {
  readonly type: Type;
  /** The aggregate's id, or what orders the command otherwise. */
  readonly key: string;
  readonly data: Exactly<DataOf<Type>, Given>;
  /** Deterministic for requests that may come again; otherwise a new one. */
  readonly id?: string;
  /** Revisions of the aggregate at which the caller means it (`@IfMatch()`); undefined: at any. */
  readonly ifRevision?: readonly number[] | undefined;
}

export interface SendOptions {
  /** What must show the write before the answer. */
  readonly readModel?: ReadModel;
  readonly timeoutMs?: number;
}

type WriteListener = (type: CommandType, key: string) => void;

const WAIT_MS = 30_000;
const RETRY_AFTER_SECONDS = 2;

/** Commands that a draft takes: of those that meet there one is first, and the others have a code of their own. */
const OF_DRAFTS: ReadonlySet<CommandType> = new Set([
  ...(['invoicing.edit-draft', 'invoicing.delete-draft', 'invoicing.stamp-draft'] as const),
  ...(['invoicing.edit-retention', 'invoicing.delete-retention', 'invoicing.stamp-retention'] as const),
]);

const unavailable = (retryAfter: number): Refused =>
  refuse('service_unavailable', { params: { retryAfter } });

/** Sends the API's commands and waits until the caller can read what it wrote. */
@Injectable()
export class CommandSender {
  private readonly listeners: WriteListener[] = [];

  constructor(
    @Inject(BUS) private readonly bus: CommandBus,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly watch: ProjectionWatch,
  ) {}

  /** Calls back after each write of this process, before its request is answered: to forget what is cached. */
  onWritten(listener: WriteListener): void {
    this.listeners.push(listener);
  }

  /**
   * Sends a command and, with `readModel`, waits until that shows the write. A refusal is a value;
   * an overloaded bus or a wait that runs out is `service_unavailable` with Retry-After, the work going on.
   */
  async send<Type extends CommandType, Given extends DataOf<Type>>(
    message: OutgoingCommand<Type, Given>,
    call: CallContext,
    { readModel, timeoutMs = WAIT_MS }: SendOptions = {},
  ): Promise<Result<Receipt<AnswerOf<Type>>>> {
    const { bus, clock, watch } = this;
    const { id = randomUUID(), type, key, data, ifRevision } = message;
    const deadline = monotonicMs() + timeoutMs;
    try {
      const time = clock.now(datedBy({ type, data, tenant: call.tenant })).toISOString();
      const command = { id, type, key, data, ...call, time, ...(ifRevision && { ifRevision }) };
      const outcome = await bus.send(command, { timeoutMs });
      if (!outcome.ok) return outcome;
      const { at } = outcome.value;
      const seen = !readModel || !at || (await watch.reached(readModel, at, deadline - monotonicMs()));
      return seen ? ok(outcome.value) : unavailable(RETRY_AFTER_SECONDS);
    } catch (error) {
      if (error instanceof BusOverloaded) return unavailable(error.retryAfterSeconds);
      // Others kept changing the same aggregate.
      if (isContended(error)) return refuse(OF_DRAFTS.has(type) ? 'draft_update_in_progress' : 'conflict');
      if (error instanceof CommandTimeout || error instanceof NoHandler)
        return unavailable(RETRY_AFTER_SECONDS);
      throw error;
    } finally {
      for (const listener of this.listeners) listener(type, key);
    }
  }
}

const below = (parent: string, path: string | undefined): string => (path ? `${parent}.${path}` : parent);

/** Puts the paths of details below a field of the request: `tax_id` becomes `customer.tax_id`. */
export const detailsBelow = (details: readonly Detail[], parent: string): Detail[] =>
  details.map((detail) => ({ ...detail, path: below(parent, detail.path) }));

/** The same with a refusal. */
export function refusalBelow({ refusal }: Refused, parent: string): Refused {
  const { code, details, ...rest } = refusal;
  return refuse(code, {
    ...rest,
    path: below(parent, refusal.path ?? details?.[0]?.path),
    location: 'body',
    ...(details && { details: detailsBelow(details, parent) }),
  });
}

/** The {@link CallContext} of a request with a Test or Live key. */
export const Call = createParamDecorator((_: unknown, context: ExecutionContext): CallContext =>
  callOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The same of a request. Throws api_key_not_allowed for a user. */
export function callOf({ principal, id }: FastifyRequest): CallContext {
  if (!principal || principal.kind === 'user') throw new HttpRefusal(refuse('api_key_not_allowed').refusal);
  return {
    tenant: { organizationId: principal.organizationId, livemode: principal.kind === 'live' },
    actor: actorOf(principal),
    correlationId: id,
  };
}

/** The key with which a request acts for an organization: what it makes ends with that. */
export const CallerKey = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal || principal.kind === 'user') throw new HttpRefusal(refuse('api_key_not_allowed').refusal);
  return grantOf(principal);
});

/** The log id of a request, which ties together everything that it sets in motion. */
export const LogId = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => context.switchToHttp().getRequest<FastifyRequest>().id,
);
