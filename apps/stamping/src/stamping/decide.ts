import { ok, refuse, type Decider, type Detail, type ErrorCode, type Result } from '#kernel';
import type { InvoiceStamp, StampingEvent } from '#contracts';
import { evolve, newStamping, type Stamping } from './stamping.js';

/** What came of asking the provider. */
export type StampAnswer =
  | { kind: 'stamped'; stamp: InvoiceStamp; pac: string; duplicate: boolean }
  | { kind: 'refused'; code: ErrorCode; details: readonly Detail[] }
  /** `certain`: surely not stamped. */
  | { kind: 'uncertain'; certain: boolean; reason: string };

export type StampDecision =
  | { type: 'seal'; now: Date; xmlKey: string; sello: string; noCertificado: string }
  | { type: 'refuse'; now: Date; code: ErrorCode; details: readonly Detail[] }
  | { type: 'record'; now: Date; answer: StampAnswer };

/**
 * Pauses before the provider is asked again, in seconds: soon at first, since most troubles are short,
 * then every ten minutes more or less, as the peer does.
 */
export const RETRY_SECONDS: readonly number[] = [5, 30, 120, 600, 600, 600, 600, 600];

/** After this long a document that surely was never stamped is given up: its Fecha grows too old (PAC 401). */
const GIVE_UP_MS = 71 * 3_600_000;
const HOUR_S = 3_600;

export const stampingDecider: Decider<Stamping, StampDecision, StampingEvent> = {
  initial: newStamping,
  evolve,
  decide,
};

export function decide(command: StampDecision, state: Stamping): Result<readonly StampingEvent[]> {
  const at = command.now.toISOString();
  if (state.status === 'stamped' || state.status === 'refused' || state.status === 'abandoned') return ok([]);
  switch (command.type) {
    case 'seal': {
      if (state.status !== 'new') return ok([]);
      const { xmlKey, sello, noCertificado } = command;
      return ok([
        { type: 'ComprobanteSealed', data: { xml_key: xmlKey, sello, no_certificado: noCertificado, at } },
      ]);
    }
    case 'refuse':
      // Only what was never signed can be refused by us: a signed document may be at the provider.
      if (state.status !== 'new') return refuse('conflict');
      return ok([{ type: 'StampRefused', data: { code: command.code, details: command.details, at } }]);
    case 'record':
      if (state.status !== 'sealed') return refuse('conflict');
      return ok(record(command.answer, state, command.now));
  }
}

function record(
  answer: StampAnswer,
  state: Extract<Stamping, { status: 'sealed' }>,
  now: Date,
): StampingEvent[] {
  const at = now.toISOString();
  switch (answer.kind) {
    case 'stamped': {
      const { stamp, pac, duplicate } = answer;
      return [{ type: 'ComprobanteStamped', data: { stamp, pac, duplicate, at } }];
    }
    case 'refused':
      return [{ type: 'StampRefused', data: { code: answer.code, details: answer.details, at } }];
    case 'uncertain': {
      const { certain, reason } = answer;
      const tries = state.tries + 1;
      // An uncertain stamp is never given up: the service asks the provider until it knows.
      if (certain && tries > RETRY_SECONDS.length && now.getTime() - Date.parse(state.since) > GIVE_UP_MS)
        return [{ type: 'StampAbandoned', data: { reason, at } }];
      const pauseS = RETRY_SECONDS[tries - 1] ?? HOUR_S;
      const retry_at = new Date(now.getTime() + pauseS * 1000).toISOString();
      return [{ type: 'StampUncertain', data: { tries, certain, reason, retry_at, at } }];
    }
  }
}
