import type { FiscalDocument } from '#contracts';
import type { Pac, StampOutcome, Timbre } from '#pac';
import type { StampAnswer } from './decide.js';
import { fieldOf, validationError, type SealedDocument } from './document.js';
import { stampOf } from './stamp.js';

/** Codes of a provider alone: its copy of the LCO is older (402), its own reading of the structure (705). Another may take it. */
const PROVIDER_ONLY = new Set(['402', '705']);
/**
 * Codes of what is so now and was not always: the document's age (401, 403), the CSD revoked or expired since (304), the issuer gone from
 * the provider's LCO (402), its reading of the structure (705). They say nothing of an earlier attempt.
 */
const OF_TODAY = new Set(['401', '403', '304', ...PROVIDER_ONLY]);

/** Whether another provider may take what this one refused. */
export const isDeclined = (outcome: StampOutcome): outcome is Extract<StampOutcome, { kind: 'refused' }> =>
  outcome.kind === 'refused' && outcome.source === 'pac' && PROVIDER_ONLY.has(outcome.code);

/** What came of a request to stamp. */
export function answerOf(
  { name: pac }: Pick<Pac, 'name'>,
  document: SealedDocument,
  outcome: StampOutcome,
): StampAnswer {
  switch (outcome.kind) {
    case 'stamped':
      return stampedAnswer(pac, document, outcome.timbre, outcome.duplicate);
    case 'refused': {
      const { code, message, source } = outcome;
      const path = fieldOf(document, code);
      return {
        ...{ kind: 'refused', pac, proves: !OF_TODAY.has(code) },
        code: validationError(document.kind),
        details: [{ code, message, source, ...(path !== undefined && { path, location: 'body' }) }],
      };
    }
    case 'unavailable': {
      const { reason, code } = outcome;
      return { kind: 'uncertain', pac, certain: true, reason, ...(code !== undefined && { code }) };
    }
    case 'unknown':
      return { kind: 'uncertain', pac, certain: false, reason: outcome.reason };
  }
}

/** A stamp, with what the tax authority would know the document by if it were a surplus one. */
export const stampedAnswer = (
  pac: string,
  document: SealedDocument,
  timbre: Timbre,
  duplicate: boolean,
): Extract<StampAnswer, { kind: 'stamped' }> => {
  const stamp = stampOf(document, timbre);
  const fiscal: FiscalDocument = {
    ...partiesOf(document),
    ...{ uuid: stamp.uuid, sello_tail: stamp.signature.slice(-8), stamped_at: stamp.date, pac },
  };
  return { kind: 'stamped', stamp, pac, duplicate, document: fiscal };
};

function partiesOf(
  document: SealedDocument,
): Pick<FiscalDocument, 'kind' | 'issuer_rfc' | 'receiver_rfc' | 'receiver_number' | 'total'> {
  if (document.kind === 'comprobante') {
    const { rfcEmisor: issuer_rfc, rfcReceptor: receiver_rfc, total } = document.datos;
    return { issuer_rfc, receiver_rfc, total };
  }
  const { rfcEmisor: issuer_rfc, receptor, montoTotOperacion: total } = document.datos;
  const receiver =
    'rfc' in receptor
      ? { receiver_rfc: receptor.rfc }
      : { receiver_rfc: FOREIGN, receiver_number: receptor.numRegIdTrib ?? '' };
  return { kind: 'retention', issuer_rfc, ...receiver, total };
}
const FOREIGN = 'XEXX010101000';
