import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { newId, refuse, type Rounds, type SystemNow } from '#kernel';
import { LOG, POOL, SYSTEM_NOW } from '#hosting';
import type { Logger } from '#hosting/logging/logger';
import {
  HttpRefusal,
  KEY_DIRECTORY,
  rowOf,
  secretOf,
  type Answered,
  type KeyDirectory,
  type Principal,
  type RequestAudit,
} from '#http';
import { entryRounds, writeEntries, writeEntriesWhereKnown } from './audit-table.js';
import {
  cleanAddress,
  cleanUserAgent,
  type Actor,
  type AuditEntry,
  type Outcome,
  type Resource,
} from './entry.js';
import { Floods } from './floods.js';
import { judge, type Concern, type Judged } from './judge.js';

declare module 'fastify' {
  interface FastifyRequest {
    concerns?: Concern;
  }
}

/**
 * Says whose log a request belongs to, for routes whose key and path don't tell: the answer to an invitation is in the log of
 * the organization that sent it. Say it before the answer.
 */
export function concern(request: FastifyRequest, concerns: Concern): void {
  request.concerns = concerns;
}

/** What a hosted page did by its link, or would not do. */
export interface PageDeed {
  readonly organizationId: string;
  readonly resource: Resource;
  readonly outcome: Exclude<Outcome, 'failed'>;
}

/**
 * Of so many requests at once, each waits longer for a processor than for others to share its statement with. A batch gathers for
 * longer the more there are: a few lose more by waiting than they save by sharing (ADR 51).
 */
const CROWD = { requests: 16, gatherMsEach: 0.6, mostMs: 25 } as const;
const MINUTE_MS = 60_000;
const RETRY_AFTER_SECONDS = 2;
/** What was not done waits in memory to be written: more than this are counted instead. */
const MOST_WAITING = 5_000;

/**
 * The log of who did what. What was done is in it before it is answered; if it can't be written, the answer is
 * service_unavailable. What was denied or failed is written beside the answer, which waits for nothing and so tells a stranger
 * nothing.
 */
@Injectable()
export class AuditLog implements RequestAudit, BeforeApplicationShutdown {
  private readonly done: Rounds<AuditEntry, void>;
  private readonly undone: Rounds<AuditEntry, void>;
  private readonly floods = new Floods();
  private underWay = 0;
  private minute: NodeJS.Timeout | undefined;

  constructor(
    @Inject(POOL) pool: Pick<pg.Pool, 'query'>,
    @Inject(LOG) private readonly log: Pick<Logger, 'warn'>,
    @Inject(SYSTEM_NOW) private readonly now: SystemNow,
    @Inject(KEY_DIRECTORY) private readonly keys: Pick<KeyDirectory, 'findEnded'>,
  ) {
    this.done = entryRounds(
      (entries) => writeEntries(pool, entries),
      () => gatherMsFor(this.underWay),
    );
    this.undone = entryRounds((entries) => writeEntriesWhereKnown(pool, entries));
  }

  answered(request: FastifyRequest, answer: Answered): Promise<void> | undefined {
    this.underWay = answer.underWay ?? 0;
    const row = rowOf(request);
    if (!row || row.keys.length === 0) return undefined;
    const caller = request.principal ?? request.caller;
    if (!caller) {
      if (answer.status === 401) void this.keepEnded(request, answer);
      return undefined;
    }
    return this.keep(request, answer, caller);
  }

  /**
   * Writes what a hosted page did for an organization. Await it before the page is sent: what was done and can't be written is
   * answered service_unavailable.
   */
  async record(request: FastifyRequest, { organizationId, resource, outcome }: PageDeed): Promise<void> {
    const actor = { type: 'link', id: null, first_12: null, ...originOf(request) } as const;
    const entry = this.entryOf(request, { organizationId, resource, outcome, isStranger: false }, actor);
    if (outcome === 'succeeded') await this.write(entry);
    else this.writeBeside(entry, true);
  }

  /** Waits until all is written that was told so far, counts of floods included. */
  async settle(): Promise<void> {
    this.endMinute();
    await Promise.all([this.done.drain(), this.undone.drain()]);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.settle();
  }

  private keep(request: FastifyRequest, answer: Answered, caller: Principal): Promise<void> | undefined {
    const row = rowOf(request);
    const judged = row && judge({ ...answer, row, caller, ...mentionedIn(request) });
    if (!judged) return undefined;
    const { isStranger, outcome } = judged;
    const entry = this.entryOf(request, judged, actorOf(request, caller, isStranger));
    if (outcome === 'succeeded') return this.write(entry);
    this.writeBeside(entry, isStranger);
    return undefined;
  }

  /** The use of a key that has ended is its organization's business, as far as it is still known whose it was. */
  private async keepEnded(request: FastifyRequest, answer: Answered): Promise<void> {
    try {
      const caller = await this.keys.findEnded?.(secretOf(request.headers.authorization));
      if (caller) void this.keep(request, answer, caller);
    } catch (error) {
      // Credentials that are no key, or a database that is away: the answer has said so.
      if (!(error instanceof HttpRefusal)) this.log.warn({ err: error }, 'whose key has ended is not known');
    }
  }

  private entryOf(request: FastifyRequest, judged: Judged, actor: Actor): AuditEntry {
    const { organizationId: organization_id, resource, outcome } = judged;
    const created_at = this.now();
    return {
      ...{ id: newId(), created_at, organization_id, actor, resource, outcome },
      ...{ operation: rowOf(request)?.operation ?? '', log_id: request.id, times: 1 },
    };
  }

  /** What was done must be in the log, or its caller must not believe that all is well. */
  private async write(entry: AuditEntry): Promise<void> {
    try {
      await this.done.add(entry);
    } catch (error) {
      const { log_id, operation, organization_id } = entry;
      this.log.warn(
        { err: error, log_id, operation, organization_id },
        'what was done is not in the audit log',
      );
      const params = { retryAfter: RETRY_AFTER_SECONDS };
      throw new HttpRefusal(refuse('service_unavailable', { params }).refusal);
    }
  }

  private writeBeside(entry: AuditEntry, isStranger: boolean): void {
    this.minute ??= setTimeout(() => this.endMinute(), MINUTE_MS).unref();
    if (this.undone.size >= MOST_WAITING) this.floods.count(entry, isStranger);
    else if (this.floods.admit(entry, isStranger)) this.addUndone(entry);
  }

  private endMinute(): void {
    clearTimeout(this.minute);
    this.minute = undefined;
    for (const entry of this.floods.nextMinute()) this.addUndone({ ...entry, id: newId() });
  }

  private addUndone(entry: AuditEntry): void {
    this.undone.add(entry).catch((error: unknown) => {
      const { log_id, operation, outcome } = entry;
      this.log.warn({ err: error, log_id, operation, outcome }, 'a denial is not in the audit log');
    });
  }
}

const gatherMsFor = (requests: number): number =>
  requests < CROWD.requests ? 0 : Math.min(CROWD.mostMs, CROWD.gatherMsEach * requests);

const mentionedIn = ({ params, headers, concerns }: FastifyRequest) => {
  const header = headers['x-organization-id'];
  return {
    params: (params ?? {}) as Readonly<Record<string, string | undefined>>,
    header: typeof header === 'string' ? header.trim() : undefined,
    concerns,
  };
};

const originOf = ({ from, headers }: FastifyRequest) => ({
  ip: cleanAddress(from),
  user_agent: cleanUserAgent(headers['user-agent']),
});

/** Who it was. Of a stranger's key nothing is shown to those whose log it is in. */
function actorOf(request: FastifyRequest, caller: Principal, isStranger: boolean): Actor {
  const first_12 = isStranger ? null : secretOf(request.headers.authorization).slice(0, 12);
  const origin = originOf(request);
  const person = caller.kind === 'user' ? caller.userId : caller.person;
  return person === undefined
    ? { type: 'key', id: caller.keyId, first_12, ...origin }
    : { type: 'user', id: person, first_12, ...origin };
}
