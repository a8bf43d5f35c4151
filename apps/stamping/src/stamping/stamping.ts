import { ignoreUnknown, type ErrorCode } from '#kernel';
import { SANDBOX_PAC, type StampingEvent, type SurplusOutcome, type SurplusSearch } from '#contracts';

/** A provider that perhaps has stamped the document. */
export interface Holder {
  readonly pac: string;
  /** The account that it went to, by its fingerprint; null where that was not written down (the sandbox, older events). */
  readonly account: string | null;
  /** Its attempt of which no outcome is written down: under way, or its process has died. */
  readonly open: number | null;
  /** An earlier attempt ended without a certain outcome. */
  readonly unsure: boolean;
  /** When the bytes went there last. */
  readonly sentAt: string;
  /** Since when it has said that it does not have it, and how often. */
  readonly missing: { readonly times: number; readonly first: string } | null;
}

/** A provider that certainly took nothing in this round; `declined`: for a reason of its own that others may not have. */
export interface Tried {
  readonly pac: string;
  readonly declined: boolean;
}

export interface Surplus {
  readonly uuid: string;
  readonly pac: string;
  readonly outcome: SurplusOutcome | null;
}

/** Signed and stored: from here on it may be at a provider. */
export interface Sealed {
  readonly status: 'sealed';
  readonly xmlKey: string;
  /** When it was sealed. */
  readonly since: string;
  /** Pauses used up, and when the last one ends. */
  readonly tries: number;
  readonly retryAt: string | null;
  /** How often it was sent, to whomever. */
  readonly attempts: number;
  /** Who perhaps has it: one at most, unless an operator has forced another one. */
  readonly holders: readonly Holder[];
  readonly tried: readonly Tried[];
  /** To whom an operator has it sent besides. */
  readonly forced: string | null;
  /** Of one that was forced: who can be asked for a surplus stamp of each of the two, where that was written down. */
  readonly searches?: Readonly<Record<string, SurplusSearch>>;
}

/** One stamping by how far it has come. */
export type Stamping =
  | { readonly status: 'new' }
  | Sealed
  /** `watched`: others that perhaps have stamped it too; `accounts`: those that it went to there, where they are known. */
  | ({
      readonly status: 'stamped';
      readonly uuid: string;
      readonly watched: readonly string[];
      readonly accounts: Readonly<Record<string, string>>;
    } & Ended)
  | ({ readonly status: 'refused' | 'abandoned' } & Ended);

interface Ended {
  /** Absent of one that was refused before it was sealed. */
  readonly xmlKey: string | null;
  readonly attempts: number;
  readonly surplus: readonly Surplus[];
}

/**
 * Whether a provider is another one today for the document, although it has the same name: what one account's books say, and what they
 * refuse to stamp twice, says nothing of another's (ADR 72).
 */
export const isOtherAccount = ({ account }: Pick<Holder, 'account'>, today: string | undefined): boolean =>
  account !== null && account !== today;

export const newStamping: Stamping = { status: 'new' };

/** The provider of events that name none: there was only the sandbox. */
const OLD = SANDBOX_PAC;
/** What a provider says that does not have the document: the reason of a StampUncertain. */
export const NOT_FOUND = 'not_found';
/** A provider refused it while another one perhaps has it: the reason of a StampUncertain. */
export const REFUSED = 'refused';
/** The account at the provider is not the one that perhaps has it: the reason of a StampUncertain, and a code of the table. */
export const ACCOUNT_CHANGED = 'pac_account_changed' satisfies ErrorCode;

export function evolve(state: Stamping, event: StampingEvent): Stamping {
  switch (event.type) {
    case 'ComprobanteSealed': {
      const { xml_key: xmlKey, at, pac = OLD, account = null } = event.data;
      return {
        ...{ status: 'sealed', xmlKey, since: at, tries: 0, retryAt: null, attempts: 1 },
        ...{ holders: [holder({ pac, account, open: 1, sentAt: at })], tried: [], forced: null },
      };
    }
    case 'StampSent':
      return state.status === 'sealed' ? sent(state, event.data) : state;
    case 'StampUncertain':
      return state.status === 'sealed' ? uncertain(state, event.data) : state;
    case 'StampRuledOut': {
      if (state.status !== 'sealed') return state;
      const { pac } = event.data;
      return { ...without(state, pac), tried: [{ pac, declined: false }] };
    }
    case 'StampForced': {
      if (state.status !== 'sealed') return state;
      const { from, to, search, search_to } = event.data;
      const searches = {
        ...state.searches,
        ...(search && { [from]: search }),
        ...(search_to && { [to]: search_to }),
      };
      return { ...state, forced: to, searches };
    }
    case 'ComprobanteStamped': {
      const { stamp, watched = [] } = event.data;
      return { status: 'stamped', uuid: stamp.uuid, watched, accounts: accountsOf(state), ...ended(state) };
    }
    case 'StampRefused':
      return { status: 'refused', ...ended(state) };
    case 'StampAbandoned':
      return { status: 'abandoned', ...ended(state) };
    case 'SurplusStampFound': {
      if (state.status === 'new' || state.status === 'sealed') return state;
      const { uuid, pac } = event.data;
      const surplus = [...state.surplus, { uuid, pac, outcome: null }];
      if (state.status !== 'stamped') return { ...state, surplus };
      return { ...state, surplus, watched: state.watched.filter((name) => name !== pac) };
    }
    case 'SurplusStampSettled': {
      if (state.status === 'new' || state.status === 'sealed') return state;
      const { uuid, outcome } = event.data;
      return {
        ...state,
        surplus: state.surplus.map((one) => (one.uuid === uuid ? { ...one, outcome } : one)),
      };
    }
    default:
      return ignoreUnknown(event, state);
  }
}

const holder = (of: Pick<Holder, 'pac' | 'account' | 'sentAt'> & { readonly open: number }): Holder => ({
  ...of,
  ...{ unsure: false, missing: null },
});

function sent(state: Sealed, data: Extract<StampingEvent, { type: 'StampSent' }>['data']): Sealed {
  const { pac, attempt, at, after, account = null } = data;
  const freed = after ? without(state, after.pac) : state;
  const tried = after ? [...state.tried, { pac: after.pac, declined: after.declined === true }] : freed.tried;
  const known = freed.holders.find((one) => one.pac === pac);
  const next: Holder = known
    ? // Another attempt without an outcome: whatever comes of this one, the first may have arrived.
      {
        ...{
          ...known,
          unsure: known.unsure || known.open !== null,
          open: attempt,
          sentAt: at,
          missing: null,
        },
        account: known.account ?? account,
      }
    : holder({ pac, account, open: attempt, sentAt: at });
  return { ...freed, tried, attempts: Math.max(attempt, state.attempts), holders: put(freed.holders, next) };
}

function uncertain(state: Sealed, data: Extract<StampingEvent, { type: 'StampUncertain' }>['data']): Sealed {
  const { certain, reason, tries, retry_at: retryAt, at, attempt, anew } = data;
  const pac = data.pac ?? state.holders[0]?.pac ?? OLD;
  const paused = { ...state, tries, retryAt };
  if (certain) {
    const freed = { ...without(paused, pac), tried: [] };
    return reason === REFUSED && state.forced === pac ? { ...freed, forced: null } : freed;
  }
  const known =
    state.holders.find((one) => one.pac === pac) ??
    holder({ pac, account: null, open: state.attempts, sentAt: at });
  const open = attempt === undefined || attempt === known.open ? null : known.open;
  const missing =
    reason === NOT_FOUND
      ? anew || !known.missing
        ? { times: 1, first: at }
        : { ...known.missing, times: known.missing.times + 1 }
      : known.missing;
  return { ...paused, holders: put(state.holders, { ...known, open, unsure: true, missing }) };
}

const accountsOf = (state: Stamping): Readonly<Record<string, string>> =>
  state.status === 'sealed'
    ? Object.fromEntries(
        state.holders.flatMap(({ pac, account }) => (account === null ? [] : [[pac, account]])),
      )
    : {};

const put = (holders: readonly Holder[], one: Holder): readonly Holder[] =>
  isHeldBy({ holders }, one.pac)
    ? holders.map((held) => (held.pac === one.pac ? one : held))
    : [...holders, one];

const without = (state: Sealed, pac: string): Sealed => ({
  ...state,
  holders: state.holders.filter((one) => one.pac !== pac),
});

const ended = (state: Stamping): Ended => {
  if (state.status === 'new') return { xmlKey: null, attempts: 0, surplus: [] };
  const { xmlKey, attempts } = state;
  return { xmlKey, attempts, surplus: state.status === 'sealed' ? [] : state.surplus };
};

/** Whether a provider perhaps has it. */
export const isHeldBy = ({ holders }: Pick<Sealed, 'holders'>, name: string): boolean =>
  holders.some(({ pac }) => pac === name);
