/** The fields of an event that are read here. */
interface Happened {
  readonly type: string;
  readonly data: unknown;
}

export interface BusinessOutcome {
  readonly counter: 'stampings' | 'cancellations' | 'surplusStamps' | 'mails';
  readonly outcome: string;
}

const OUTCOMES: Readonly<Record<string, BusinessOutcome>> = {
  ComprobanteStamped: { counter: 'stampings', outcome: 'stamped' },
  StampRefused: { counter: 'stampings', outcome: 'refused' },
  StampUncertain: { counter: 'stampings', outcome: 'uncertain' },
  StampAbandoned: { counter: 'stampings', outcome: 'abandoned' },
  SurplusStampFound: { counter: 'surplusStamps', outcome: 'found' },
  CancellationStarted: { counter: 'cancellations', outcome: 'started' },
  CancellationRejected: { counter: 'cancellations', outcome: 'refused' },
  CancellationDelayed: { counter: 'cancellations', outcome: 'delayed' },
  MailSent: { counter: 'mails', outcome: 'sent' },
  MailDelayed: { counter: 'mails', outcome: 'delayed' },
  MailFailed: { counter: 'mails', outcome: 'failed' },
};

/** The outcome that an event counts as; undefined for events without a counter. */
export function businessOutcome({ type, data }: Happened): BusinessOutcome | undefined {
  if (type === 'SurplusStampSettled') {
    const { outcome } = data as { readonly outcome: string };
    return { counter: 'surplusStamps', outcome };
  }
  if (type !== 'CancellationAnswered') return OUTCOMES[type];
  // The tax authority's word on it: accepted, pending, rejected ...
  const { status } = data as { readonly status: string };
  return { counter: 'cancellations', outcome: status };
}
