import type { Webhook } from '#contracts';
import type { Sent } from './ports.js';

/** A delivery that this process has claimed, and whose attempt is recorded. */
export interface Claimed {
  readonly id: string;
  readonly attemptId: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly organizationId: string;
  readonly livemode: boolean;
  /** `manual` is tried once; the others by the schedule. */
  readonly kind: 'automatic' | 'replay' | 'manual';
  /** Which one by the schedule, from 1. */
  readonly attempts: number;
  readonly dueAt: Date;
  readonly expiresAt: Date;
  readonly webhook: Webhook;
}

/** What came of an attempt. */
export interface Result {
  readonly claimed: Claimed;
  readonly finishedAt: Date;
  readonly sent: Sent;
  /** Null: the delivery is over. */
  readonly nextAt: Date | null;
  /** Whether it tells how the endpoint does: not where nothing was sent. */
  readonly counts: boolean;
}
