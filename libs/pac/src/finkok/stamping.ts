import type { DocumentKind, FindOutcome, StampOutcome, Timbre, Unavailable } from '../port.js';
import { readStampAnswer, textOfIncidencias, type StampAnswer } from './answer.js';
import type { FinkokReply, FinkokService } from './call.js';
import { judge } from './codes.js';

/** Finkok's RFC, as RfcProvCertif names it. */
export const FINKOK_RFC = 'FIN1203015JA';

/** Retentions have a service of their own with the same operations. */
export const STAMP_SERVICES: Readonly<Record<DocumentKind, FinkokService>> = {
  comprobante: 'stamp',
  retencion: 'retentions',
};

/** What an answer of `stamp` means; `ask`: stamped before, and the stamp did not come along. */
export type StampReading = StampOutcome | { readonly kind: 'ask' };

/** Judges the document of an answer: its stamp, or why that does not count. */
export type Verify = (answer: StampAnswer & { readonly xml: string }) => Promise<Timbre | string>;

/** A stamp decides, whatever else the answer says: incidences come along with a success, too. */
export async function readStamp(reply: FinkokReply, verify: Verify): Promise<StampReading> {
  if (reply.kind !== 'reply') return reply;
  const answer = readStampAnswer(reply.result);
  const { xml, codEstatus, incidencias } = answer;
  if (xml !== undefined) {
    const timbre = await verify({ ...answer, xml });
    if (typeof timbre === 'string') return { kind: 'unknown', reason: `Finkok: ${timbre}` };
    return { kind: 'stamped', timbre, duplicate: isBefore(answer) };
  }
  if (isBefore(answer)) return { kind: 'ask' };
  const text = textOfIncidencias(incidencias);
  const uncertain: StampReading = {
    kind: 'unknown',
    reason: `Finkok: ${text || codEstatus || 'an answer without a stamp'}`,
  };
  if (saysStamped(answer)) return uncertain;
  const verdict = judge(incidencias);
  switch (verdict.kind) {
    case 'trouble':
      return { ...unavailable(text, verdict.said.code), trouble: verdict.trouble };
    case 'refused':
      return { kind: 'refused', code: verdict.said.code, message: text, source: verdict.by };
    case 'previous':
    case 'none':
    case 'uncertain':
      return uncertain;
  }
}

/** What an answer of `stamped`, the question by the sealed bytes, means. */
export async function readFound(reply: FinkokReply, verify: Verify): Promise<FindOutcome> {
  if (reply.kind === 'unavailable') return reply;
  if (reply.kind === 'unknown') return { kind: 'unavailable', reason: reply.reason };
  const answer = readStampAnswer(reply.result);
  const { xml, codEstatus, incidencias } = answer;
  if (xml !== undefined) {
    const timbre = await verify({ ...answer, xml });
    return typeof timbre === 'string'
      ? { kind: 'unavailable', reason: `Finkok: ${timbre}` }
      : { kind: 'found', timbre };
  }
  const text = textOfIncidencias(incidencias) || codEstatus || 'an answer without a stamp';
  if (isBefore(answer) || saysStamped(answer)) return { kind: 'unavailable', reason: `Finkok: ${text}` };
  const verdict = judge(incidencias);
  if (verdict.kind === 'none') return { kind: 'not_found' };
  if (verdict.kind === 'trouble')
    return { ...unavailable(text, verdict.said.code), trouble: verdict.trouble };
  return { kind: 'unavailable', reason: `Finkok: ${text}` };
}

/** "Comprobante timbrado previamente", or incidence 307. */
const isBefore = ({ codEstatus, incidencias }: StampAnswer): boolean =>
  /previamente/i.test(codEstatus) || incidencias.some(({ code }) => code === '307');

/**
 * Without its document, a UUID or words of success still say that there may be a stamp: no incidence beside them is certain, or another
 * PAC would get the document, too.
 */
const saysStamped = ({ uuid, codEstatus }: StampAnswer): boolean =>
  uuid !== undefined || /timbrado\s+satisfactoriamente/i.test(codEstatus);

const unavailable = (text: string, code: string): Unavailable => ({
  ...{ kind: 'unavailable', reason: `Finkok: ${text}`, code },
});
