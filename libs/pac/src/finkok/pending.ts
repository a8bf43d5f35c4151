import { outcomeOfAnswer, uuidOfAnswer, uuidsOf } from '../answered.js';
import type { AnswerOutcome, PendingOutcome } from '../pending-port.js';
import type { Unavailable } from '../port.js';
import { childrenOf, textOf, type SoapNode } from '../soap/read.js';
import type { FinkokReply } from './call.js';
import { isWrongLogin, troubleOf } from './codes.js';

const MAX_TEXT = 500;

/** What `get_pending` tells. An answer that cannot be read tells nothing: asking changes nothing either. */
export function readPending(reply: FinkokReply): PendingOutcome {
  if (reply.kind === 'unavailable') return reply;
  if (reply.kind === 'unknown') return { kind: 'unavailable', reason: reply.reason };
  const { result } = reply;
  const said = saidIn(result);
  if (said !== undefined) return unavailable(said);
  const texts = childrenOf(result, 'uuids').flatMap((list) => childrenOf(list, 'string'));
  const requests = uuidsOf(texts.map(({ text }) => text));
  return requests ? { kind: 'listed', requests } : unavailable('a list with something that is no UUID');
}

/** What `accept_reject_signature` answers to an answer of one folio. It hands out no receipt. */
export function readAnswered(reply: FinkokReply, request: string): AnswerOutcome {
  if (reply.kind !== 'reply') return reply;
  const { result } = reply;
  const uuid = uuidOfAnswer(request);
  const folios = [
    ...childrenOf(result, 'aceptacion').flatMap((list) => childrenOf(list, 'Acepta')),
    ...childrenOf(result, 'rechazo').flatMap((list) => childrenOf(list, 'Rechaza')),
  ];
  const folio = folios.find((one) => textOf(one, 'uuid')?.toUpperCase() === uuid);
  const status = textOf(folio, 'status');
  if (status !== undefined) return outcomeOfAnswer('Finkok', status);
  const said = saidIn(result);
  if (said === undefined) return { kind: 'unknown', reason: 'Finkok: the answer does not name the document' };
  const code = codeIn(said);
  if (troubleOf(code) || isWrongLogin(said) || code === '708') return unavailable(said);
  // Of the whole request: its form, its signature, its certificate.
  if (/^30\d$|^310$/.test(code)) return { kind: 'refused', code, message: said, source: 'sat' };
  return { kind: 'unknown', reason: `Finkok: ${said}` };
}

const saidIn = (result: SoapNode): string | undefined =>
  (textOf(result, 'error') ?? textOf(result, 'CodEstatus'))?.slice(0, MAX_TEXT);

const codeIn = (text: string): string => /^(?:CR)?(\d{3,4})\b/.exec(text)?.[1] ?? '';

function unavailable(said: string): Unavailable {
  const code = codeIn(said);
  const trouble = troubleOf(code) ?? (isWrongLogin(said) ? 'account' : undefined);
  return {
    ...{ kind: 'unavailable', reason: `Finkok: ${said}` },
    ...(code !== '' && { code }),
    ...(trouble && { trouble }),
  };
}
