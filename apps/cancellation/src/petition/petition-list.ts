import { ignoreUnknown, ok, type Decider, type Result } from '#kernel';
import type { PetitionListEvent } from '#contracts';

/** How a tenant's list of petitions is asked for: when last, and when again without anybody's asking. */
export interface PetitionList {
  /** Of the latest look, whatever it brought; null: there was none. */
  readonly lookedAt: string | null;
  /** When a PAC last told the list. */
  readonly askedAt: string | null;
  /** When somebody last asked for the list, or answered a petition. */
  readonly usedAt: string | null;
  /** Looks in a row that told nothing. */
  readonly tries: number;
}

const noList: PetitionList = { lookedAt: null, askedAt: null, usedAt: null, tries: 0 };

export interface PetitionListDecision {
  readonly now: Date;
  readonly livemode: boolean;
  /** Somebody asked for it: not the schedule alone. */
  readonly used: boolean;
  readonly told:
    | { readonly kind: 'listed'; readonly rfc: string; readonly pac: string; readonly found: number }
    | { readonly kind: 'silent'; readonly reason: string };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How often the list is asked for by itself: receivers have three business days. */
const EVERY_MS = 6 * HOUR;
/** Until after a look that told nothing; then twice as long each time, up to the usual pace. */
const RETRY_MS = 30 * MINUTE;
/** Test is looked after for so long after its last use; Live for good, since silence accepts. */
const TEST_IN_USE_MS = 7 * 24 * HOUR;
/** A look that follows another one so closely leaves no event of its own. */
const SAME_MS = 10 * MINUTE;

export const petitionListDecider: Decider<PetitionList, PetitionListDecision, PetitionListEvent> = {
  initial: noList,
  evolve,
  decide,
};

function evolve(state: PetitionList, event: PetitionListEvent): PetitionList {
  const { type } = event;
  switch (type) {
    case 'PetitionListAsked': {
      const { at, used_at: usedAt } = event.data;
      return { lookedAt: at, askedAt: at, usedAt, tries: 0 };
    }
    case 'PetitionListUnanswered': {
      const { at, used_at: usedAt, tries } = event.data;
      return { ...state, lookedAt: at, usedAt, tries };
    }
    default:
      return ignoreUnknown(type, state);
  }
}

/** Records a look, and plans the next one. */
function decide(command: PetitionListDecision, state: PetitionList): Result<readonly PetitionListEvent[]> {
  const { now, livemode, used, told } = command;
  const at = now.toISOString();
  const since = state.lookedAt === null ? Infinity : now.getTime() - Date.parse(state.lookedAt);
  const silent = told.kind === 'silent';
  // Who asks by hand again and again plans no more looks than one.
  if (used && since >= 0 && since < SAME_MS && silent === state.tries > 0) return ok([]);
  const used_at = used ? at : (state.usedAt ?? at);
  const inUse = livemode || now.getTime() - Date.parse(used_at) < TEST_IN_USE_MS;
  const tries = silent ? state.tries + 1 : 0;
  const pause = silent ? Math.min(RETRY_MS * 2 ** Math.min(tries - 1, 10), EVERY_MS) : EVERY_MS;
  const next_at = inUse ? new Date(now.getTime() + pause).toISOString() : null;
  const dates = { used_at, next_at, at };
  if (told.kind === 'silent')
    return ok([{ type: 'PetitionListUnanswered', data: { reason: told.reason, tries, ...dates } }]);
  const { rfc, pac, found } = told;
  return ok([{ type: 'PetitionListAsked', data: { rfc, pac, found, ...dates } }]);
}
