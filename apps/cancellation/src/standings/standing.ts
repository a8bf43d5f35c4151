import { estadoCancelacion } from '#cfdi';
import type { SatStanding, SatStatus } from '#contracts';
import type { StatusOutcome } from '#pac';

type Seen = Extract<StatusOutcome, { kind: 'status' }>;

const BY_ESTADO: Readonly<Record<Seen['estado'], NonNullable<SatStatus>>> = {
  Vigente: 'valid',
  Cancelado: 'canceled',
  'No Encontrado': 'not_found',
};

/** Nothing is known: nobody was asked, or nobody answered in words that we know. */
export const UNKNOWN: SatStanding = { status: null, checked_at: null, efos: null };

/** What the status service said of a document, in the words of messages. */
export function standingOf(outcome: StatusOutcome): SatStanding {
  if (outcome.kind === 'unavailable') return UNKNOWN;
  const cancellation = estadoCancelacion(outcome);
  return {
    ...{ status: BY_ESTADO[outcome.estado], checked_at: outcome.at, efos: outcome.efos ?? null },
    ...(cancellation !== 'none' && { cancellation }),
  };
}
