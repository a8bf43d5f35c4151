import { findCancelacionCode, parseAcuse, parseCancelacion } from '#cfdi';
import type { CancelOutcome } from '../port.js';
import type { ProdigiaAnswer } from './answer.js';
import { saidIn, troubleOf, type Said } from './codes.js';
import type { ProdigiaReply } from './call.js';

export const CANCEL_SERVICE = 'servicioCancel';

/** Prodigia's own numbers of a folio, as the tax authority's service would have said it. */
const AS_SAT: Readonly<Record<string, string>> = {
  // Not found (N-602), not cancelable.
  90: '205',
  94: '204',
  // Cancelled with acceptance, on its way, cancelled as nobody answered: asked for before, and its status tells which.
  95: '202',
  96: '202',
  98: '202',
};
/** The expression is wrong (N-601), the receiver refused, the time to cancel is over. */
const OF_PRODIGIA = new Set(['92', '97', '99', '602']);

/**
 * What the answer to a signed request of one folio means. That the tax authority took it (201) says nothing of the document yet: its
 * status service tells.
 */
export function readCancellation(reply: ProdigiaReply, request: string, now: Date): CancelOutcome {
  if (reply.kind !== 'reply') return reply;
  const { answer } = reply;
  const said = saidIn(answer);
  const asked = parseCancelacion(request);
  const uuid = asked.ok ? (asked.value.folios[0]?.uuid.toUpperCase() ?? '') : '';
  const folio = answer
    .list('cancelaciones', 'cancelacion')
    .find((one) => one.text('uuid')?.toUpperCase() === uuid);
  const acuse = receiptOf(encodedReceipt(answer), uuid);
  const own = folio ? saidIn(folio) : undefined;
  const estatus = acuse?.estatus ?? own?.code ?? '';
  // What is said of the document counts more than what is said of the request, unless it is no more than the same trouble.
  if (estatus !== '' && !troubleOf({ code: estatus, text: '' }))
    return ofFolio(estatus, own?.text ?? '', acuse?.xml, now);
  return saysPresented(answer) ? unknown(`${said.code || 'no code'}: ${said.text}`) : ofWhole(said);
}

/** What the code of the whole request means, where nothing is said of the document. */
function ofWhole(said: Said): CancelOutcome {
  const trouble = troubleOf(said);
  if (trouble)
    return {
      ...{ kind: 'unavailable', reason: `Prodigia: ${said.text || said.code}`, code: said.code, trouble },
    };
  if (said.code === '602') return refuse('205', said.text, 'pac');
  // 7: the tax authority's service was down, perhaps after it had the request; 0 and 21 name no document.
  if (/^(?:0|7|21|)$/.test(said.code)) return unknown(`${said.code || 'no code'}: ${said.text}`);
  if (said.code === '3') return refuse('3', said.text, 'pac');
  const known = findCancelacionCode(said.code);
  return known
    ? refuse(said.code, said.text || known.texto.es, 'sat')
    : unknown(`${said.code}: ${said.text}`);
}

function ofFolio(estatus: string, text: string, acuse: string | undefined, now: Date): CancelOutcome {
  const code = AS_SAT[estatus] ?? estatus;
  const known = findCancelacionCode(code);
  if (known?.efecto === 'solicitada')
    // Taken, but without the receipt there is nothing to keep: the status service tells what became of it.
    return acuse === undefined
      ? unknown('presented to the SAT, and the answer holds no receipt that can be read')
      : { kind: 'verifying', acuse, at: now.toISOString() };
  if (known) return refuse(code, text || known.texto.es, 'sat');
  return OF_PRODIGIA.has(code) ? refuse(code, text || code, 'pac') : unknown(`${code}: ${text}`);
}

const encodedReceipt = (answer: ProdigiaAnswer): string | undefined =>
  answer.text('acuseCancelBase64') ?? answer.text('xmlBase64');

/** A receipt, be it one that can't be read, or a count or word of success: no code beside it says that nothing was presented. */
const saysPresented = (answer: ProdigiaAnswer): boolean =>
  encodedReceipt(answer) !== undefined ||
  answer.text('statusOk')?.toLowerCase() === 'true' ||
  /[1-9]/.test(answer.text('cancelados') ?? '');

/** The tax authority's receipt, and what it says of the folio. */
function receiptOf(
  encoded: string | undefined,
  uuid: string,
): { readonly xml: string; readonly estatus: string } | undefined {
  if (encoded === undefined) return undefined;
  const read = parseAcuse(
    Buffer.from(encoded, 'base64')
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  );
  const folio = read.ok ? read.value.folios.find((one) => one.uuid === uuid) : undefined;
  return read.ok && folio ? { xml: read.value.xml, estatus: folio.estatusUuid } : undefined;
}

const refuse = (code: string, message: string, source: 'sat' | 'pac'): CancelOutcome => ({
  ...{ kind: 'refused', code, message, source },
});
const unknown = (reason: string): CancelOutcome => ({ kind: 'unknown', reason: `Prodigia: ${reason}` });
