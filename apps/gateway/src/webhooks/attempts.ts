import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { monotonicMs, ok, refuse, type Result, type Tenant } from '#kernel';
import { webhooksKey, type AttemptDoc, type AttemptsAsked } from '#contracts';
import type { InstantRange, Page, PageRequest } from '#http';
import { CommandSender, type CallContext } from '../commands.js';

/** How long a ping and a delivery by hand wait for what the endpoint answers. */
const ANSWER_MS = 5_000;
const FIRST_LOOK_MS = 50;
const LONGEST_PAUSE_MS = 500;

/** The filters of the list, beside the webhook's own. */
export type AttemptFilters = Pick<AttemptsAsked, 'event_id' | 'kind' | 'status'> & {
  readonly date: InstantRange | undefined;
};

/** Attempts of deliveries for the API: asked of the service that makes them. */
@Injectable()
export class Attempts {
  constructor(private readonly sender: CommandSender) {}

  async find(call: CallContext, webhook_id: string, attempt_id: string): Promise<Result<AttemptDoc>> {
    const message = {
      type: 'webhooks.find-attempt',
      key: webhook_id,
      data: { webhook_id, attempt_id },
    } as const;
    return foundIn(await this.sender.send(message, call));
  }

  async fetchPage(
    call: CallContext,
    webhook_id: string,
    { date, ...filters }: AttemptFilters,
    { take, skip, direction, from }: PageRequest,
  ): Promise<Result<Page>> {
    const data = {
      ...{ webhook_id, ...filters, from: laterOf(date), to: earlierOf(date) },
      ...{ take, skip, direction, after: from?.id ?? null },
    };
    const listed = await this.sender.send({ type: 'webhooks.list-attempts', key: webhook_id, data }, call);
    if (!listed.ok) return listed;
    const { attempts, count } = listed.value.data;
    const rows = attempts.map((attempt) => ({
      ...{ id: attempt.id, sortKey: attempt.created_at, doc: JSON.stringify(attempt) },
    }));
    return ok({ rows, count });
  }

  /** Delivers the event of an attempt once more, and waits a moment for what comes of it. */
  async redeliver(call: CallContext, webhook_id: string, attempt_id: string): Promise<Result<AttemptDoc>> {
    const message = {
      type: 'webhooks.redeliver',
      key: webhook_id,
      data: { webhook_id, attempt_id },
    } as const;
    const made = foundIn(await this.sender.send(message, call));
    if (!made.ok) return made;
    const { id } = made.value;
    return this.waitFor(async () => this.find(call, webhook_id, id), isOver);
  }

  /** Sends `webhook.ping`, and waits a moment for what comes of it. */
  async ping(
    call: CallContext,
    webhook_id: string,
  ): Promise<Result<{ event: string; attempt: AttemptDoc | null }>> {
    const message = { type: 'webhooks.ping', key: webhooksKey(call.tenant), data: { webhook_id } } as const;
    const pinged = await this.sender.send(message, call);
    if (!pinged.ok) return pinged;
    const event = pinged.value.data.event_id;
    const attempt = await this.waitFor(
      async () => this.firstOf(call, webhook_id, event),
      (found) => found !== null && isOver(found),
    );
    return attempt.ok ? ok({ event, attempt: attempt.value }) : attempt;
  }

  async resendFailed(
    call: CallContext,
    webhook_id: string,
    since: string,
  ): Promise<Result<{ events: number }>> {
    const message = { type: 'webhooks.resend-failed', key: webhook_id, data: { webhook_id, since } } as const;
    const sent = await this.sender.send(message, call);
    return sent.ok ? ok(sent.value.data) : sent;
  }

  async replay(
    call: CallContext,
    webhook_id: string,
    period: { readonly from: string; readonly to: string },
  ): Promise<Result<{ events: number }>> {
    const message = { type: 'webhooks.replay', key: webhook_id, data: { webhook_id, ...period } } as const;
    const sent = await this.sender.send(message, call);
    return sent.ok ? ok(sent.value.data) : sent;
  }

  private async firstOf(
    call: CallContext,
    webhook_id: string,
    event: string,
  ): Promise<Result<AttemptDoc | null>> {
    const filters = { event_id: event, kind: null, status: null, from: null, to: null };
    const data = { webhook_id, ...filters, take: 1, skip: 0, direction: 'forward' as const, after: null };
    const listed = await this.sender.send({ type: 'webhooks.list-attempts', key: webhook_id, data }, call);
    return listed.ok ? ok(listed.value.data.attempts[0] ?? null) : listed;
  }

  /** Looks until it is there or time is up: then what there is. */
  private async waitFor<Found>(
    look: () => Promise<Result<Found>>,
    isThere: (found: Found) => boolean,
  ): Promise<Result<Found>> {
    const deadline = monotonicMs() + ANSWER_MS;
    for (let pause = FIRST_LOOK_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const found = await look();
      if (!found.ok || isThere(found.value) || monotonicMs() >= deadline) return found;
      await sleep(pause);
    }
  }
}

const foundIn = (
  answer: Result<{ readonly data: { readonly attempt: AttemptDoc | null } }>,
): Result<AttemptDoc> => {
  if (!answer.ok) return answer;
  const { attempt } = answer.value.data;
  return attempt ? ok(attempt) : refuse('webhook_delivery_attempt_not_found');
};

/** Whether it has ended, well or not. */
const isOver = ({ status_code, error }: AttemptDoc): boolean => status_code !== null || error !== null;

const bound = (at: Date, inclusive: boolean) => ({ at: at.toISOString(), inclusive });

/** The bound that a range begins with: of two, the later one. */
function laterOf({ gt, gte }: InstantRange = {}): AttemptsAsked['from'] {
  if (gt && (!gte || gt >= gte)) return bound(gt, false);
  return gte ? bound(gte, true) : null;
}

/** The bound that a range ends with: of two, the earlier one. */
function earlierOf({ lt, lte }: InstantRange = {}): AttemptsAsked['to'] {
  if (lt && (!lte || lt <= lte)) return bound(lt, false);
  return lte ? bound(lte, true) : null;
}
