import type { StampingEvent } from '#contracts';
import type { StampAnswer, StampDecision } from './decisions.js';
import { isBefore, isProvenAbsent, isSettling, isTooOld, pauseMs, type StampingSettings } from './pauses.js';
import {
  ACCOUNT_CHANGED,
  NOT_FOUND,
  REFUSED,
  isOtherAccount,
  type Holder,
  type Sealed,
  type Stamping,
  isHeldBy,
} from './stamping.js';

type Recorded = Pick<Extract<StampDecision, { type: 'record' }>, 'now' | 'answer' | 'look'>;
type Kind<K extends StampAnswer['kind']> = Extract<StampAnswer, { kind: K }>;
type Events = readonly StampingEvent[];

/** What an answer is written down as. Pure; the states and events as a table: docs/stamping.md. */
export function recordAnswer(
  recorded: Recorded,
  state: Exclude<Stamping, { status: 'new' }>,
  settings: StampingSettings,
): Events {
  const { answer, now } = recorded;
  if (state.status !== 'sealed')
    return answer.kind === 'stamped' ? surplus(answer, state, now, settings) : [];
  const at = now.toISOString();
  if (answer.kind === 'stamped') return [stampedBy(answer, state, at)];
  if (answer.kind === 'absent') return absent(answer, state, at, settings);
  const name = answer.pac ?? state.holders[0]?.pac;
  const held = state.holders.find(({ pac }) => pac === name);
  // Nobody has it: nobody could be asked.
  if (!held) return answer.kind === 'uncertain' ? nobody(answer, state, recorded, settings) : [];
  const attempt = answer.attempt ?? held.open ?? undefined;
  // Another attempt has gone there since: that one's answer is awaited.
  if (attempt !== undefined && held.open !== null && held.open !== attempt) return [];
  const at_ = { recorded, state, held, attempt, settings };
  switch (answer.kind) {
    case 'refused':
      return refused(answer, at_);
    case 'missing':
      return missing(answer, at_);
    case 'uncertain':
      return uncertain(answer, at_);
  }
}

interface Place {
  readonly recorded: Recorded;
  readonly state: Sealed;
  readonly held: Holder;
  readonly attempt: number | undefined;
  readonly settings: StampingSettings;
}

function stampedBy({ stamp, pac, duplicate }: Kind<'stamped'>, state: Sealed, at: string): StampingEvent {
  const others = [...state.holders.map((one) => one.pac), ...(state.forced ? [state.forced] : [])];
  const watched = [...new Set(others)].filter((name) => name !== pac && isHeldBy(state, name));
  const search = state.searches?.[watched[0] ?? ''];
  return {
    type: 'ComprobanteStamped',
    data: {
      ...{ stamp, pac, duplicate, at, attempt: state.attempts },
      ...(watched.length > 0 && { watched }),
      ...(search && { search }),
    },
  };
}

/** The document keeps the stamp that it got first; one that it has besides is of no use to anybody. */
function surplus(
  { stamp, pac, document }: Kind<'stamped'>,
  state: Exclude<Stamping, { status: 'new' | 'sealed' }>,
  now: Date,
  { surplus: policy }: StampingSettings,
): Events {
  const { uuid } = stamp;
  const own = state.status === 'stamped' && state.uuid === uuid;
  if (own || state.surplus.some((one) => one.uuid === uuid)) return [];
  const at = now.toISOString();
  const cancels = policy === 'cancel' && document !== undefined;
  const found: StampingEvent = {
    type: 'SurplusStampFound',
    data: { uuid, pac, stamp, at, ...(cancels && { cancel: document }) },
  };
  if (cancels) return [found];
  return [found, { type: 'SurplusStampSettled', data: { uuid, pac, outcome: 'reported', at } }];
}

/** A refusal is the end, unless another provider, or this one by an earlier attempt, perhaps has stamped it. */
function refused({ code, details, proves = true }: Kind<'refused'>, place: Place): Events {
  const { state, held, recorded } = place;
  const [detail] = details;
  const said = { reason: REFUSED, ...(detail && { code: detail.code }) };
  if (held.unsure && !proves) return pause(place, { certain: false, ...said });
  if (state.holders.length > 1) return pause(place, { certain: true, ...said });
  const at = recorded.now.toISOString();
  return [{ type: 'StampRefused', data: { code, details, at, pac: held.pac } }];
}

/** What was sent so late that its stamp need not be shown yet is not ruled out. */
function absent(
  { until }: Kind<'absent'>,
  { holders }: Sealed,
  at: string,
  { settleMs }: StampingSettings,
): Events {
  const covered = holders.filter(({ sentAt }) => Date.parse(sentAt) + settleMs <= until.getTime());
  const ruledOut = covered.map(({ pac }): StampingEvent => ({
    type: 'StampRuledOut',
    data: { pac, by: 'metadata', at },
  }));
  if (covered.length < holders.length) return ruledOut;
  return [...ruledOut, { type: 'StampAbandoned', data: { reason: 'never_stamped', at } }];
}

function missing({ account, settles = false, steadySince }: Kind<'missing'>, place: Place): Events {
  const { held, recorded, settings } = place;
  // Another account's books.
  if (isOtherAccount(held, account)) return pause(place, { certain: false, reason: ACCOUNT_CHANGED });
  // An attempt under way may arrive yet.
  const measured = { now: recorded.now, steadySince };
  if (isProvenAbsent(held, measured, settings)) {
    const at = recorded.now.toISOString();
    return [{ type: 'StampRuledOut', data: { pac: held.pac, by: 'asked', at } }];
  }
  const anew = isBefore(held, measured) && { anew: true as const };
  return pause(place, { certain: false, reason: NOT_FOUND, settles, ...anew, steadySince });
}

function uncertain({ certain, reason, code, settles }: Kind<'uncertain'>, place: Place): Events {
  const { state, held, recorded } = place;
  const said = { reason, ...(code !== undefined && { code }), ...(settles && { settles }) };
  // What this attempt surely did not do, an earlier one may have done.
  if (!certain || held.unsure) {
    const wasAsked = recorded.answer.attempt === undefined;
    if (recorded.look === true && wasAsked) return [];
    return pause(place, { certain: false, ...said });
  }
  if (state.holders.length === 1 && isTooOld(state, recorded.now))
    return [{ type: 'StampAbandoned', data: { reason, at: recorded.now.toISOString() } }];
  return pause(place, { certain: true, ...said });
}

/** Nobody has it, and nobody could be asked. */
function nobody(
  { reason }: Kind<'uncertain'>,
  state: Sealed,
  { now, look = false }: Recorded,
  settings: StampingSettings,
): Events {
  // It may still be at others than the one that was asked; and an attempt's late answer is old news.
  if (state.holders.length > 0 || reason !== NO_PAC) return [];
  const at = now.toISOString();
  if (isTooOld(state, now)) return [{ type: 'StampAbandoned', data: { reason, at } }];
  if (look) return [];
  const tries = state.tries + 1;
  const retry_at = new Date(now.getTime() + pauseMs(tries, settings)).toISOString();
  return [{ type: 'StampUncertain', data: { tries, certain: true, reason, retry_at, at } }];
}
/** Every provider of the order is out of reach: the reason of a StampUncertain. */
export const NO_PAC = 'no_pac_available';

interface Said {
  readonly certain: boolean;
  readonly reason: string;
  readonly code?: string;
  readonly anew?: true;
  readonly settles?: boolean;
  readonly steadySince?: Date | undefined;
}

/** Nothing is certain yet: when it is asked again. A look uses up no pause, and leaves the time as it is. */
function pause({ recorded, state, held, attempt, settings }: Place, said: Said): Events {
  const { now, look = false } = recorded;
  const { settles = false, steadySince, ...rest } = said;
  const soon = !said.certain && settles && isSettling(held, { now, steadySince }, settings);
  const counts = look || soon ? 0 : 1;
  const tries = state.tries + counts;
  const ms = soon ? settings.retryMs : pauseMs(Math.max(tries, 1), settings);
  const planned = look && state.retryAt !== null && Date.parse(state.retryAt) > now.getTime();
  const retry_at = planned ? state.retryAt : new Date(now.getTime() + ms).toISOString();
  const other = state.holders.find((one) => one.pac !== held.pac);
  return [
    {
      type: 'StampUncertain',
      data: {
        ...{ tries, ...rest, retry_at, at: now.toISOString(), pac: held.pac },
        ...(attempt !== undefined && { attempt }),
        ...(said.certain && other && { doubt: other.pac }),
      },
    },
  ];
}
