import type { Result } from './claimed.js';
import { DAY } from './schedule.js';

/** What a round of results says of an endpoint. */
export interface HealthChange {
  readonly endpoint_id: string;
  readonly organization_id: string;
  readonly livemode: boolean;
  /** The first failure after its last success. */
  readonly failing_since: Date | null;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  /** It answered 410. */
  readonly gone_at: Date | null;
}

const GONE = 410;

/** What results say of their endpoints, a row each. */
export function foldHealth(results: readonly Result[]): readonly HealthChange[] {
  const changes = new Map<string, HealthChange>();
  const inOrder = results
    .filter(({ counts }) => counts)
    .toSorted((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime());
  for (const { claimed, sent, finishedAt } of inOrder) {
    const before = changes.get(claimed.endpointId) ?? {
      ...{
        endpoint_id: claimed.endpointId,
        organization_id: claimed.organizationId,
        livemode: claimed.livemode,
      },
      ...{ failing_since: null, last_success_at: null, last_failure_at: null, gone_at: null },
    };
    const after =
      sent.error === null
        ? { failing_since: null, last_success_at: finishedAt }
        : { failing_since: before.failing_since ?? finishedAt, last_failure_at: finishedAt };
    const gone = isGone(sent.status_code) && { gone_at: before.gone_at ?? finishedAt };
    changes.set(claimed.endpointId, { ...before, ...after, ...gone });
  }
  return [...changes.values()];
}

export const isGone = (statusCode: number | null): boolean => statusCode === GONE;

/** People are told after so long without a success, and an endpoint is disabled after the last. */
export const WARN_AFTER_MS: readonly number[] = [DAY, 4 * DAY];
export const DISABLE_AFTER_MS = 5 * DAY;

export interface Failing {
  readonly failing_since: Date | null;
  readonly warned_at: Date | null;
  readonly gone_at: Date | null;
}

/** What must be said of an endpoint that is enabled. `day`: which warning it is. */
export type Verdict =
  | { readonly kind: 'disable'; readonly reason: 'gone' | 'failing' }
  | { readonly kind: 'warn'; readonly day: number; readonly since: Date; readonly disabledAt: Date };

/** Judges how long an endpoint has been failing. Of warnings that came due together only the last is given. */
export function judgeHealth(
  { failing_since: since, warned_at, gone_at }: Failing,
  now: Date,
): Verdict | undefined {
  if (gone_at) return { kind: 'disable', reason: 'gone' };
  if (!since) return undefined;
  const age = (at: Date): number => at.getTime() - since.getTime();
  if (age(now) >= DISABLE_AFTER_MS) return { kind: 'disable', reason: 'failing' };
  const due = WARN_AFTER_MS.findLast((after) => age(now) >= after);
  if (due === undefined || (warned_at && age(warned_at) >= due)) return undefined;
  return { kind: 'warn', day: due / DAY, since, disabledAt: new Date(since.getTime() + DISABLE_AFTER_MS) };
}

/** When there will be something to say, unless it succeeds before; null: never. */
export function nextJudgement({ failing_since: since, warned_at, gone_at }: Failing): Date | null {
  if (!since || gone_at) return null;
  const warned = warned_at ? warned_at.getTime() - since.getTime() : 0;
  const next = [...WARN_AFTER_MS, DISABLE_AFTER_MS].find((after) => after > warned) ?? DISABLE_AFTER_MS;
  return new Date(since.getTime() + next);
}
