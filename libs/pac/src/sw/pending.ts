import { findCancelacionCode } from '#cfdi';
import { outcomeOfAnswer, uuidOfAnswer, uuidsOf } from '../answered.js';
import type { AnswerOutcome, PendingOutcome } from '../pending-port.js';
import type { SwReply } from './call.js';
import { codeOf, readMessage } from './codes.js';
import { isObject, textOf } from './envelope.js';

/** RFC of SW sapien as a PAC, which presents answers. */
export const SW_RFC = 'LSO1306189R5';

export const pendingPath = (rfc: string): string => `/pendings/${encodeURIComponent(rfc)}`;
/** The answer signed here: the other paths take the CSD with its key, and are never used. */
export const ANSWER_PATH = '/acceptreject/xml';

/** None wait: SW says so as an error. */
const NONE = /^(?:CA)?1101$/i;

/** What waits for a receiver. An answer that cannot be read tells nothing: asking changes nothing either. */
export function readPending(reply: SwReply): PendingOutcome {
  if (reply.kind === 'unavailable') return reply;
  if (reply.kind === 'unknown') return { kind: 'unavailable', reason: reply.reason };
  const { data, success, message, detail } = reply.answer;
  const { code, text } = readMessage(message, detail);
  if (NONE.test(code) || data['codEstatus'] === '1101') return { kind: 'listed', requests: [] };
  const given = data['uuid'];
  const texts = Array.isArray(given) ? given.filter((one) => typeof one === 'string') : undefined;
  const requests =
    success && texts?.length === (given as readonly unknown[]).length ? uuidsOf(texts) : undefined;
  if (requests) return { kind: 'listed', requests };
  return { kind: 'unavailable', reason: `SW: ${text || 'no list of UUIDs'}`, ...(code !== '' && { code }) };
}

/** What became of an answer of one folio. */
export function readAnswered(reply: SwReply, request: string): AnswerOutcome {
  if (reply.kind !== 'reply') return reply;
  const { data, success, message, detail } = reply.answer;
  const uuid = uuidOfAnswer(request);
  const folios = Array.isArray(data['folios']) ? data['folios'].filter(isObject) : [];
  const folio = folios.find((one) => textOf(one['uuid'])?.toUpperCase() === uuid);
  const estatus = folio?.['estatusUUID'];
  const code = typeof estatus === 'number' ? String(estatus) : textOf(estatus);
  // What it says of the document counts more than whether it calls that a success.
  if (code !== undefined) return outcomeOfAnswer('SW', code.trim(), textOf(data['acuse']));
  const said = readMessage(message, detail);
  if (success || /no controlado|sin descripci[oó]n espec[ií]fica/i.test(said.text) || said.code === '')
    return { kind: 'unknown', reason: `SW: ${said.text || 'the answer does not name the document'}` };
  const inner = codeOf(detail ?? '') || said.code;
  const source = findCancelacionCode(inner) ? 'sat' : 'pac';
  return { kind: 'refused', code: inner, message: said.text, source };
}
