import { ignoreUnknown } from '#kernel';
import type { CancelMotive, CancellationEvent, CancellationStatus, FiscalDocument } from '#contracts';

/** The cancellation of one document: its latest request. */
export type Cancellation =
  | { readonly status: 'none' }
  | {
      /** `asked`: nobody knows yet whether the tax authority has the request. */
      readonly status: 'asked' | 'rejected-at-once' | Exclude<CancellationStatus, 'none'>;
      readonly number: number;
      readonly document: FiscalDocument;
      readonly motive: CancelMotive;
      readonly substitution: string | null;
      /** ISO 8601, UTC. */
      readonly startedAt: string;
      /** How often it was sent without an answer. */
      readonly tries: number;
      /** When it is sent again; null where no try is planned. */
      readonly retryAt: string | null;
    };

export type Requested = Exclude<Cancellation, { status: 'none' }>;

export const noCancellation: Cancellation = { status: 'none' };

export function evolve(state: Cancellation, event: CancellationEvent): Cancellation {
  switch (event.type) {
    case 'CancellationStarted': {
      const { number, document, motive, substitution, at } = event.data;
      return {
        status: 'asked',
        number,
        document,
        motive,
        substitution,
        startedAt: at,
        tries: 0,
        retryAt: null,
      };
    }
    case 'CancellationAnswered':
      if (state.status === 'none' || state.number !== event.data.number) return state;
      return { ...state, status: event.data.status, tries: 0, retryAt: null };
    case 'CancellationRejected':
      if (state.status === 'none' || state.number !== event.data.number) return state;
      return { ...state, status: 'rejected-at-once', retryAt: null };
    case 'CancellationDelayed':
      if (state.status === 'none' || state.number !== event.data.number) return state;
      return { ...state, tries: event.data.tries, retryAt: event.data.retry_at };
    default:
      return ignoreUnknown(event, state);
  }
}

/** Whether the tax authority has the request, and not decided on it yet. */
export const isOpen = ({ status }: Cancellation): boolean => status === 'pending' || status === 'verifying';
