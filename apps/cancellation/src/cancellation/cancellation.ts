import type { CancelMotive, CancellationEvent, CancellationStatus, FiscalDocument } from '#contracts';

/** The cancellation of one invoice: its latest request. */
export type Cancellation =
  | { readonly status: 'none' }
  | {
      readonly status: 'asked' | 'rejected-at-once' | Exclude<CancellationStatus, 'none'>;
      readonly number: number;
      readonly document: FiscalDocument;
      readonly motive: CancelMotive;
      readonly substitution: string | null;
      readonly tries: number;
      /** When the tax authority has to be asked again; null: never. */
      readonly checkAt: string | null;
    };

export const noCancellation: Cancellation = { status: 'none' };

export function evolve(state: Cancellation, event: CancellationEvent): Cancellation {
  switch (event.type) {
    case 'CancellationStarted': {
      const { number, document, motive, substitution } = event.data;
      return { status: 'asked', number, document, motive, substitution, tries: 0, checkAt: null };
    }
    case 'CancellationAnswered':
      if (state.status === 'none' || state.number !== event.data.number) return state;
      return { ...state, status: event.data.status, tries: 0, checkAt: event.data.check_at };
    case 'CancellationRejected':
      if (state.status === 'none' || state.number !== event.data.number) return state;
      return { ...state, status: 'rejected-at-once', checkAt: null };
    case 'CancellationDelayed':
      if (state.status === 'none' || state.number !== event.data.number) return state;
      return { ...state, tries: event.data.tries };
    default:
      return state;
  }
}
