import type { Logger } from 'pino';
import { DataKeyDestroyed, type SystemNow } from '#kernel';
import { EventGone } from '../events/bodies.js';
import { isGone } from './health.js';
import type { DeliveryParts, Sent, SendsRequests } from './ports.js';
import type { Claimed, Result } from './claimed.js';
import { planRetry } from './schedule.js';

export interface AttemptParts {
  readonly parts: DeliveryParts;
  readonly sender: SendsRequests;
  readonly systemNow: SystemNow;
  readonly random: () => number;
  readonly log: Logger;
}

/** Nothing went out, and it is not the endpoint's fault. */
const NOT_SENT = 'the request could not be made';

/** Makes an attempt that is recorded. Never throws: what goes wrong here is tried again by the same schedule. */
export async function makeAttempt(options: AttemptParts, claimed: Claimed): Promise<Result> {
  const { parts, sender, systemNow, random, log } = options;
  const { webhook, eventId, organizationId } = claimed;
  let sent: Sent;
  let counts = true;
  let over = false;
  try {
    const body = await parts.bodyOf(eventId, webhook.payload_style === 'thin');
    const headers = await parts.headersOf({ organizationId, webhook, eventId, body });
    sent = await sender.send({ url: webhook.url, livemode: claimed.livemode, body, headers });
  } catch (error) {
    log.error({ err: error, endpoint: webhook.id, event: eventId }, 'a webhook could not be made');
    counts = false;
    over = error instanceof EventGone || error instanceof DataKeyDestroyed;
    sent = { status_code: null, duration_ms: 0, response_body: null, error: NOT_SENT, retry_after_ms: null };
  }
  const finishedAt = systemNow();
  return {
    claimed,
    sent,
    finishedAt,
    counts,
    nextAt: over ? null : nextOf(claimed, sent, finishedAt, random()),
  };
}

function nextOf(claimed: Claimed, sent: Sent, at: Date, random: number): Date | null {
  if (sent.error === null || isGone(sent.status_code) || claimed.kind === 'manual') return null;
  const { attempts, expiresAt } = claimed;
  return planRetry({ attempts, at, expiresAt, retryAfterMs: sent.retry_after_ms }, random);
}
