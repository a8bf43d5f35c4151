import type { HttpOutcome } from '../http.js';
import type { Unavailable } from '../port.js';
import type { ProbeOutcome, TaxpayerOutcome } from '../real.js';
import type { ProdigiaReply } from './call.js';
import { saidIn, troubleOf } from './codes.js';

export const HEALTH_PATH = '/consulta/consultarDisponibilidadServicio';
/** A document by its UUID: that of none shows whether the account is taken. */
export const BY_UUID_PATH = '/consulta/cfdPorUUID';
export const BY_UUID_SERVICE = 'servicioConsulta';
export const NO_UUID = '00000000-0000-0000-0000-000000000000';
/** By its name, and as clients have seen it. */
export const TAXPAYER_SERVICES = ['servicioConsulta', 'ResultConsultaRfcLco'] as const;
export const TAXPAYER_PATH = '/herramientas/consultarValidezRfc';

/** Whether it is open: a boolean, in whatever it comes. Undefined: yes, or it does not say. */
export function readHealth(outcome: HttpOutcome): Unavailable | undefined {
  if (outcome.kind === 'not_reached')
    return { kind: 'unavailable', reason: `Prodigia: ${outcome.reason}`, trouble: 'not_reached' };
  if (outcome.kind === 'no_answer') return closed(outcome.reason);
  if (outcome.status >= 500) return closed(`HTTP ${outcome.status}`);
  const word = /^[^<>]{0,20}\bfalse\b|>\s{0,9}false\s{0,9}</i.test(outcome.body.slice(0, 2_000));
  return word || /"codigo"\s?:\s?"?5\b/.test(outcome.body.slice(0, 2_000)) ? closed('it says so') : undefined;
}

const closed = (reason: string): Unavailable => ({
  ...{ kind: 'unavailable', reason: `Prodigia is closed: ${reason}`, trouble: 'maintenance' },
});

/** Of the answer for a document that is none: 602, "does not exist", is what an account that is taken hears. */
export function readAccount(reply: ProdigiaReply, now: Date): ProbeOutcome {
  if (reply.kind !== 'reply') return withoutAnswer(reply);
  const said = saidIn(reply.answer);
  const trouble = troubleOf(said);
  if (trouble)
    return {
      ...{ kind: 'unavailable', reason: `Prodigia: ${said.text || said.code}`, code: said.code, trouble },
    };
  const clock = Date.parse(reply.headers['date'] ?? '');
  return { kind: 'well', ...(!Number.isNaN(clock) && { clockAheadMs: clock - now.getTime() }) };
}

/**
 * Of the answer about an RFC. What clients have seen lists the certificates of an issuer (LCO): who is on it is a taxpayer, and
 * of who is not it says nothing. A plain `valido` is taken at its word.
 */
export function readTaxpayer(reply: ProdigiaReply): TaxpayerOutcome {
  if (reply.kind !== 'reply') return withoutAnswer(reply);
  const { answer } = reply;
  const said = saidIn(answer);
  const valid = answer.text('valido')?.toLowerCase();
  const isAnswered = answer.text('consultaOk')?.toLowerCase() === 'true';
  const certificates = ['lcoItems', 'lcoItem'].flatMap((name) => answer.list(name, 'lcoItem'));
  if (certificates.length > 0 || (isAnswered && valid === 'true')) return { kind: 'listed' };
  if (isAnswered && valid === 'false') return { kind: 'not_listed' };
  const trouble = troubleOf(said);
  return {
    ...{
      kind: 'unavailable',
      reason: `Prodigia: ${said.text || 'it does not say whether the RFC is listed'}`,
    },
    ...(trouble && { trouble }),
  };
}

/** A question that got no answer has done no harm. */
const withoutAnswer = (reply: Exclude<ProdigiaReply, { kind: 'reply' }>): Unavailable =>
  reply.kind === 'unknown' ? { kind: 'unavailable', reason: reply.reason, trouble: 'maintenance' } : reply;
