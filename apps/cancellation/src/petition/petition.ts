import { ignoreUnknown } from '#kernel';
import type { PetitionAnswer, PetitionEvent, PetitionStatus, ReceivedDocument } from '#contracts';

/** An answer of ours that has no outcome yet. */
export interface OpenAnswer {
  readonly answer: PetitionAnswer;
  /** ISO 8601, UTC. Also the date of the signed document. */
  readonly startedAt: string;
  /** How often nobody knew what became of it. */
  readonly tries: number;
  readonly retryAt: string | null;
}

/** The latest request to cancel one document that the tenant has received. */
export interface KnownPetition {
  readonly status: PetitionStatus;
  readonly number: number;
  readonly uuid: string;
  readonly receiverRfc: string;
  /** The PAC that listed it. */
  readonly pac: string;
  readonly firstSeenAt: string;
  readonly requestedAt: string | null;
  readonly received: ReceivedDocument | null;
  /** How many answers were begun. */
  readonly attempt: number;
  readonly open: OpenAnswer | null;
  /** An answer that the SAT perhaps has: no other one is ever sent. */
  readonly perhaps: PetitionAnswer | null;
  readonly resolvedAt: string | null;
}

export type Petition = { readonly status: 'none' } | KnownPetition;

/** One with an answer of ours under way. */
export type AnsweredPetition = KnownPetition & { readonly open: OpenAnswer };

export const isOpen = (state: Petition): state is AnsweredPetition =>
  state.status !== 'none' && state.open !== null;

export const noPetition: Petition = { status: 'none' };

export const statusAfter = (answer: PetitionAnswer): 'accepted' | 'rejected' =>
  answer === 'accept' ? 'accepted' : 'rejected';

export function evolve(state: Petition, event: PetitionEvent): Petition {
  if (event.type === 'PetitionReceived') {
    const { number, uuid, receiver_rfc: receiverRfc, pac, requested_at, received, at } = event.data;
    return {
      ...{ status: 'pending', number, uuid, receiverRfc, pac, received },
      ...{ firstSeenAt: at, requestedAt: requested_at },
      ...{ attempt: 0, open: null, perhaps: null, resolvedAt: null },
    };
  }
  if (state.status === 'none' || state.number !== event.data.number) return state;
  switch (event.type) {
    case 'PetitionDescribed':
      return { ...state, received: event.data.received };
    case 'PetitionAnswerStarted': {
      const { attempt, answer, at } = event.data;
      return { ...state, attempt, open: { answer, startedAt: at, tries: 0, retryAt: null } };
    }
    case 'PetitionAnswered': {
      const { answer, at } = event.data;
      return { ...state, status: statusAfter(answer), open: null, resolvedAt: at };
    }
    case 'PetitionAnswerRefused':
      return { ...state, open: null };
    case 'PetitionAnswerDelayed': {
      const { tries, retry_at: retryAt } = event.data;
      return state.open
        ? { ...state, open: { ...state.open, tries, retryAt }, perhaps: state.open.answer }
        : state;
    }
    case 'PetitionClosed':
      return { ...state, status: event.data.outcome, open: null, resolvedAt: event.data.at };
    default:
      return ignoreUnknown(event, state);
  }
}
