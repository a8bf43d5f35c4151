import { ignoreUnknown } from '#kernel';
import type { StampingEvent } from '#contracts';

/** One stamping by how far it has come. */
export type Stamping =
  | { readonly status: 'new' }
  /** Signed and stored. `asked`: perhaps it has reached the provider already. */
  | { readonly status: 'sealed'; readonly xmlKey: string; readonly tries: number; readonly since: string }
  | { readonly status: 'stamped' }
  | { readonly status: 'refused' }
  | { readonly status: 'abandoned' };

export const newStamping: Stamping = { status: 'new' };

export function evolve(state: Stamping, event: StampingEvent): Stamping {
  switch (event.type) {
    case 'ComprobanteSealed':
      return { status: 'sealed', xmlKey: event.data.xml_key, tries: 0, since: event.data.at };
    case 'StampUncertain':
      return state.status === 'sealed' ? { ...state, tries: event.data.tries } : state;
    case 'ComprobanteStamped':
      return { status: 'stamped' };
    case 'StampRefused':
      return { status: 'refused' };
    case 'StampAbandoned':
      return { status: 'abandoned' };
    case 'StampSent':
    case 'StampRuledOut':
    case 'StampForced':
    case 'SurplusStampFound':
    case 'SurplusStampSettled':
      return state;
    default:
      return ignoreUnknown(event, state);
  }
}
