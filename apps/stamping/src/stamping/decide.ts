import { ok, refuse, type Decider, type Result } from '#kernel';
import type { StampingEvent } from '#contracts';
import { DEFAULT_SETTINGS, type StampingSettings } from './pauses.js';
import type { StampDecision } from './decisions.js';
import { recordAnswer } from './record.js';
import {
  ACCOUNT_CHANGED,
  evolve,
  isOtherAccount,
  newStamping,
  type Sealed,
  type Stamping,
  isHeldBy,
} from './stamping.js';

export type { StampAnswer, StampDecision } from './decisions.js';
export { RETRY_SECONDS } from './pauses.js';

type Decision = Result<readonly StampingEvent[]>;

/** The rules of stampings, with an installation's pauses. */
export const stampingDeciderWith = (
  settings: StampingSettings,
): Decider<Stamping, StampDecision, StampingEvent> => ({
  initial: newStamping,
  evolve,
  decide: (command, state) => decide(command, state, settings),
});

/** The same with the pauses that are the default. */
export const stampingDecider = stampingDeciderWith(DEFAULT_SETTINGS);

export function decide(command: StampDecision, state: Stamping, settings: StampingSettings): Decision {
  switch (command.type) {
    case 'seal':
      return ok(state.status === 'new' ? seal(command, settings) : []);
    case 'refuse': {
      if (isOver(state)) return ok([]);
      // Only what was never signed can be refused by us: a signed document may be at the provider.
      if (state.status !== 'new') return refuse('conflict');
      const { now, code, details } = command;
      return ok([{ type: 'StampRefused', data: { code, details, at: now.toISOString() } }]);
    }
    case 'send':
      if (state.status === 'new') return refuse('conflict');
      return ok(state.status === 'sealed' ? send(command, state, settings) : []);
    case 'record':
      if (state.status === 'new') return refuse('conflict');
      return ok(recordAnswer(command, state, settings));
    case 'force':
      return force(command, state);
    case 'settle': {
      if (!isOver(state)) return refuse('conflict');
      const { uuid, outcome, now } = command;
      const found = state.surplus.find((one) => one.uuid === uuid);
      if (!found) return refuse('conflict');
      if (found.outcome === outcome || found.outcome === 'canceled') return ok([]);
      const data = { uuid, pac: found.pac, outcome, at: now.toISOString() };
      return ok([{ type: 'SurplusStampSettled', data }]);
    }
  }
}

const isOver = (
  state: Stamping,
): state is Extract<Stamping, { status: 'stamped' | 'refused' | 'abandoned' }> =>
  state.status !== 'new' && state.status !== 'sealed';

function seal(
  command: Extract<StampDecision, { type: 'seal' }>,
  settings: StampingSettings,
): readonly StampingEvent[] {
  const { xmlKey: xml_key, sello, noCertificado: no_certificado, pac, account, now } = command;
  const at = now.toISOString();
  const to = typeof pac === 'string' && { pac, ...(account !== undefined && { account }) };
  const sealed = { xml_key, sello, no_certificado, at, ...to };
  const event: StampingEvent = { type: 'ComprobanteSealed', data: sealed };
  if (pac !== null) return [event];
  const retry_at = new Date(now.getTime() + settings.retryMs).toISOString();
  const nobody = { tries: 1, certain: true, reason: 'no_pac_available', retry_at, at };
  return [event, { type: 'StampUncertain', data: nobody }];
}

/**
 * Whether a provider may get the bytes: nobody else perhaps has them, and those that it perhaps has went to the same account. Only an
 * operator may have them sent to another one all the same; from then on the first one gets nothing any more, since sending
 * would make the surplus stamp that is looked for.
 */
export const mayReceive = (state: Sealed, to: string): boolean => {
  const { holders, forced } = state;
  return to === forced || holders.every(({ pac }) => pac === to);
};

function send(
  { now, to, account, attempt, after, look = false }: Extract<StampDecision, { type: 'send' }>,
  state: Sealed,
  settings: StampingSettings,
): readonly StampingEvent[] {
  const at = now.toISOString();
  // Who sends has seen all attempts so far: otherwise somebody else is sending.
  const isNext = attempt === state.attempts + 1;
  const sent = { pac: to, attempt, at, ...(account !== undefined && { account }) };
  const known = state.holders.find(({ pac }) => pac === to);
  if (!after) {
    if (!isNext || !mayReceive(state, to)) return [];
    if (!known || !isOtherAccount(known, account)) return [{ type: 'StampSent', data: sent }];
    const answer = { kind: 'uncertain', certain: false, pac: to, reason: ACCOUNT_CHANGED } as const;
    return recordAnswer({ now, look, answer }, state, settings);
  }
  const held = state.holders.find(({ pac }) => pac === after.pac);
  const free = held?.open === after.attempt && !held.unsure && state.holders.length === 1;
  if (isNext && free && to !== after.pac && !state.tried.some(({ pac }) => pac === to))
    return [{ type: 'StampSent', data: { ...sent, after } }];
  const { pac, reason, code } = after;
  const answer = { kind: 'uncertain', certain: true, pac, attempt: after.attempt, reason } as const;
  return recordAnswer(
    { now, look, answer: { ...answer, ...(code !== undefined && { code }) } },
    state,
    settings,
  );
}

function force(
  { now, to, by, search, searchTo }: Extract<StampDecision, { type: 'force' }>,
  state: Stamping,
): Decision {
  const from = state.status === 'sealed' ? state.holders[0] : undefined;
  if (state.status !== 'sealed' || !from) return refuse('stamping_doubt_not_found');
  if (state.forced === to) return ok([]);
  // The one that perhaps has it is asked all the time.
  if (isHeldBy(state, to)) return refuse('pac_not_available', { params: { pac: to } });
  const searches = { ...(search && { search }), ...(searchTo && { search_to: searchTo }) };
  const data = { from: from.pac, to, by, at: now.toISOString(), ...searches };
  return ok([{ type: 'StampForced', data }]);
}
