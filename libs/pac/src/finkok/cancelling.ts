import { findCancelacionCode, parseAcuse } from '#cfdi';
import type { CancelOutcome, DocumentKind } from '../port.js';
import { childrenOf, textOf, type SoapNode } from '../soap/read.js';
import { isWrongLogin, troubleOf } from './codes.js';

export const CANCEL_SERVICES = { comprobante: 'cancel', retencion: 'retentions' } as const;

/** What an answer of `cancel_signature` means; `receipt`: presented, and the receipt is to be asked for (`get_receipt`). */
export type CancelReading = CancelOutcome | { readonly kind: 'receipt' };

export interface CancelledFolio {
  readonly kind: DocumentKind;
  /** In upper case. */
  readonly uuid: string;
}

/** "Not found", as the tax authority numbers it for either kind. */
const NOT_FOUND: Readonly<Record<DocumentKind, string>> = { comprobante: '205', retencion: '1205' };
/** Certificate, primary sector, signature; an earlier request, and five of them. */
const OF_FINKOK: Readonly<Record<string, string>> = {
  711: 'el certificado de la solicitud no es válido',
  715: 'el sector primario no es válido',
  716: 'el certificado y la firma no se corresponden',
  717: 'la firma de la solicitud no es válida',
  798: 'hay una solicitud anterior; hay que esperar 72 horas',
  799: 'ya se usaron las cinco solicitudes',
};

/**
 * Reads the answer to a signed request of one folio. That it was presented (201) says nothing of the document yet: the tax
 * authority's status tells.
 */
export function readCancellation(result: SoapNode, { kind, uuid }: CancelledFolio, now: Date): CancelReading {
  const folio = childrenOf(result, 'Folios')
    .flatMap((list) => childrenOf(list, 'Folio'))
    .find((one) => textOf(one, 'UUID')?.toUpperCase() === uuid);
  const acuse = receiptOf(textOf(result, 'Acuse'), uuid);
  const estatus = textOf(folio, 'EstatusUUID') ?? acuse?.estatus;
  const whole = textOf(result, 'CodEstatus') ?? textOf(result, 'error');
  if (estatus === undefined) return readWhole(whole, kind);
  if (/^no[_ ]?cancelable$/i.test(estatus))
    return refuse('204', `no_cancelable: ${textOf(folio, 'EstatusCancelacion') ?? 'No cancelable'}`, 'sat');
  const known = findCancelacionCode(estatus);
  if (known?.efecto === 'solicitada')
    return acuse ? { kind: 'verifying', acuse: acuse.xml, at: now.toISOString() } : { kind: 'receipt' };
  if (troubleOf(estatus) || estatus === '708') return readWhole(estatus, kind);
  if (known) return refuse(estatus, known.texto.es, 'sat');
  const own = OF_FINKOK[estatus];
  return own === undefined
    ? { kind: 'unknown', reason: `Finkok: EstatusUUID ${estatus.slice(0, 100)}` }
    : refuse(estatus, own, 'pac');
}

/** CodEstatus alone: the whole request failed. */
function readWhole(said: string | undefined, kind: DocumentKind): CancelOutcome {
  if (said === undefined) return { kind: 'unknown', reason: 'Finkok: the answer does not name the document' };
  const text = said.slice(0, 500);
  const code = /^(?:CR)?\d{3,4}$/.exec(text)?.[0] ?? '';
  const trouble = troubleOf(code) ?? (isWrongLogin(text) ? 'account' : undefined);
  if (trouble) return { ...{ kind: 'unavailable', reason: `Finkok: ${text}`, code: code || '300', trouble } };
  if (code === '708')
    return { kind: 'unavailable', reason: 'Finkok: 708, the SAT was not reached: not presented', code };
  if (/^UUID\b.*no encontrado/i.test(text)) return refuse(NOT_FOUND[kind], text, 'pac');
  // Cancelled already, or on its way to the tax authority: its status tells which.
  if (/^already\b/i.test(text)) return refuse(kind === 'retencion' ? '1202' : '202', text, 'pac');
  // What it says of a certificate, a key or base64 that it cannot read.
  if (/invalid passphrase|incorrect padding/i.test(text)) return refuse('711', text, 'pac');
  const known = code === '' ? undefined : findCancelacionCode(code);
  if (known) return refuse(code, known.texto.es, 'sat');
  const own = OF_FINKOK[code];
  return own === undefined ? { kind: 'unknown', reason: `Finkok: ${text}` } : refuse(code, own, 'pac');
}

const refuse = (code: string, message: string, source: 'sat' | 'pac'): CancelOutcome => ({
  ...{ kind: 'refused', code, message, source },
});

/**
 * The receipt of a folio: Finkok hands it out as text, inside the envelope of the tax authority's own service. It is kept as it came,
 * since only so it is the authority's; undefined where it is none, or of another folio.
 */
export function receiptOf(
  text: string | undefined,
  uuid: string,
): { readonly xml: string; readonly estatus: string } | undefined {
  const read = text === undefined ? undefined : parseAcuse(text);
  const folio = read?.ok ? read.value.folios.find((one) => one.uuid === uuid) : undefined;
  return folio && read?.ok ? { xml: read.value.xml, estatus: folio.estatusUuid } : undefined;
}
