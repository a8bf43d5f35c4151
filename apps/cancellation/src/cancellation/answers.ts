import { findCancelacionCode, estadoCancelacion } from '#cfdi';
import type { Detail, ErrorCode } from '#kernel';
import type { FiscalDocument } from '#contracts';
import type { CancelOutcome, StatusOutcome } from '#pac';
import type { Cancellation, Requested } from './cancellation.js';
import { codeFor } from './codes.js';
import { satCodeOf } from './provider-words.js';
import { KNOWN_AFTER_MS } from './schedule.js';

/** What the tax authority's words mean for a request. */

type Refused = Extract<CancelOutcome, { kind: 'refused' }>;

/** What is to be done about a refusal: `before`: it had that request, or another one, already. */
export type Meaning =
  | { readonly kind: 'before' }
  | { readonly kind: 'again'; readonly reason: string }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly details: readonly Detail[] };

/** EstatusUUID that refuse to cancel this document, no matter who requests it. */
const ABOUT_THE_DOCUMENT = new Set(['204', '206', '210', '211']);
const ABOUT_THE_SUBSTITUTE = new Set(['208', '209', '212', '312']);
const ABOUT_THE_ISSUER = new Set(['203', '303', '1203', '1305']);

/**
 * The service's root code for a foreign refusal, by the document's kind; the original code and the documents in the way stay as details.
 * 202 (of retentions 1202) says that a request came before; 205 (1205) may be sent again while the document can still be on its way to the
 * tax authority's records.
 */
export function meaningOf(refusal: Refused, document: FiscalDocument, now: Date): Meaning {
  const word = satCodeOf(refusal);
  if (word === 'before') return { kind: 'before' };
  if (word === 'later') return { kind: 'again', reason: `pac_${refusal.code}` };
  const known = findCancelacionCode(word);
  const code = known?.codigo ?? word;
  if (known?.efecto === 'previa') return { kind: 'before' };
  if (known?.efecto === 'reintentar' && isOnItsWay(document, now))
    return { kind: 'again', reason: `sat_${code}` };
  return {
    kind: 'refused',
    code: codeFor(document, rootCode(code, known?.efecto === 'reintentar')),
    details: detailsOf(refusal),
  };
}

const isOnItsWay = ({ stamped_at }: FiscalDocument, now: Date): boolean =>
  stamped_at !== undefined && now.getTime() - Date.parse(stamped_at) < KNOWN_AFTER_MS;

function rootCode(code: string, unknownDocument: boolean): ErrorCode {
  if (unknownDocument) return 'invoice_cancellation_not_found';
  if (ABOUT_THE_DOCUMENT.has(code)) return 'invoice_not_cancelable_by_sat';
  if (ABOUT_THE_SUBSTITUTE.has(code)) return 'substitution_invoice_status_not_allowed';
  if (ABOUT_THE_ISSUER.has(code)) return 'invoice_cancellation_rfc_mismatch';
  // The request itself, its signature or its certificate: nothing that the caller could correct.
  return 'invoice_cancellation_failed';
}

/** The refusal's own code first, then a `related_document` for each document in the way, its UUID as the message. */
const detailsOf = ({ code, message, source, related = [] }: Refused): readonly Detail[] => [
  { code, message, source },
  ...related.map((uuid) => ({ code: 'related_document', message: uuid, source })),
];

/** Whether a request without an answer never reached the tax authority, as far as its status tells. */
export function isUnseen(
  state: Cancellation,
  status: StatusOutcome,
): state is Requested & { status: 'asked' } {
  if (state.status !== 'asked' || status.kind !== 'status') return false;
  const found = estadoCancelacion(status);
  // After an earlier request was rejected or ran out, the status still says so until the service sees the next one.
  return found === 'none' || (state.number > 1 && (found === 'rejected' || found === 'expired'));
}
