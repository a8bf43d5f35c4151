import { findCancelacionCode, parseAcuse, parseCancelacion } from '#cfdi';
import type { CancelOutcome, DocumentKind } from '../port.js';
import type { SwReply } from './call.js';
import { codeOf, readMessage } from './codes.js';
import { holdsMore, isObject, textOf, type SwAnswer } from './envelope.js';

/** The request signed here: the other paths take the CSD with its key, and are never used. */
export const CANCEL_PATHS: Readonly<Record<DocumentKind, string>> = {
  comprobante: '/cfdi33/cancel/xml',
  retencion: '/retencion/cancel/xml',
};

/**
 * What the answer to a cancellation request means. That the tax authority took it (201) says nothing of the document yet: its
 * status service tells, so nothing better than `verifying` is said here.
 */
export function readCancellation(reply: SwReply, request: string, now: Date): CancelOutcome {
  if (reply.kind !== 'reply') return reply;
  const { answer } = reply;
  // What an error brings along of a receipt counts more than its code: the tax authority may have taken it.
  const hasReceipt = answer.success || holdsMore(answer, request);
  return hasReceipt ? readReceipt(answer, request, now) : readRefusal(answer);
}

function readReceipt({ data }: SwAnswer, request: string, now: Date): CancelOutcome {
  const asked = parseCancelacion(request);
  const uuid = asked.ok ? (asked.value.folios[0]?.uuid.toUpperCase() ?? '') : '';
  const acuse = textOf(data['acuse']) ?? '';
  const receipt = parseAcuse(acuse);
  const inReceipt = receipt.ok
    ? receipt.value.folios.find((folio) => folio.uuid === uuid)?.estatusUuid
    : undefined;
  const estatus = inReceipt ?? estatusOf(data['uuid'], uuid);
  if (estatus === undefined) return { kind: 'unknown', reason: 'SW: the answer does not name the document' };
  const code = findCancelacionCode(estatus);
  if (code?.efecto !== 'solicitada')
    return refuse(estatus, code?.texto.es ?? `EstatusUUID ${estatus}`, 'sat');
  // Taken, but without the receipt there is nothing to keep: the status service tells what became of it.
  if (inReceipt === undefined)
    return { kind: 'unknown', reason: 'SW: the answer holds no receipt that can be read' };
  return { kind: 'verifying', acuse, at: now.toISOString() };
}

/** `{"<UUID>": "201"}`; the key comes in either case. */
function estatusOf(uuids: unknown, uuid: string): string | undefined {
  if (!isObject(uuids)) return undefined;
  const [, estatus] = Object.entries(uuids).find(([key]) => key.toUpperCase() === uuid) ?? [];
  const text = typeof estatus === 'number' ? String(estatus) : estatus;
  return typeof text === 'string' && /^[A-Za-z]{0,4}\d{1,6}$/.test(text) ? text : undefined;
}

/** `CACFDI33 - Problemas con los campos.` says nothing: the reason is in messageDetail, where there is one. */
function readRefusal({ message, detail }: SwAnswer): CancelOutcome {
  const { code, text } = readMessage(message, detail);
  // Their own error, or a receipt that nobody can explain: the request may have gone on to the tax authority.
  if (/no controlado|sin descripci[oó]n espec[ií]fica/i.test(text) || code === '')
    return { kind: 'unknown', reason: `SW: ${text || 'an error without a text'}` };
  const inner = codeOf(detail ?? '');
  return refuse(inner || code, text, findCancelacionCode(inner || code) ? 'sat' : 'pac');
}

const refuse = (code: string, message: string, source: 'sat' | 'pac'): CancelOutcome => ({
  ...{ kind: 'refused', code, message, source },
});
