import type { Unavailable } from '../port.js';
import type { ProbeOutcome, TaxpayerOutcome } from '../real.js';
import type { SwReply } from './call.js';
import { readMessage } from './codes.js';

export const BALANCE_PATH = '/management/v2/api/users/balance';
/** SW's copy of the list of taxpayers (L_RFC). */
export const taxpayerPath = (rfc: string): string => `/lrfc/${encodeURIComponent(rfc)}`;

/** Of SW's answer to the question for the balance: it is there, it takes the account, its stamps and its clock. */
export function readBalance(reply: SwReply, now: Date): ProbeOutcome {
  if (reply.kind !== 'reply') return withoutAnswer(reply);
  const { answer, headers } = reply;
  if (!answer.success) return refused(reply);
  const { unlimited, stampsBalance } = answer.data;
  const stamps = Number(stampsBalance);
  const clock = Date.parse(headers['date'] ?? '');
  return {
    kind: 'well',
    ...(unlimited !== true &&
      stampsBalance !== null &&
      stampsBalance !== undefined &&
      Number.isFinite(stamps) && { stampsLeft: stamps }),
    ...(!Number.isNaN(clock) && { clockAheadMs: clock - now.getTime() }),
  };
}

/** Whether the list has the RFC: SW answers CS1002 for one that it has not. */
export function readTaxpayer(reply: SwReply, rfc: string): TaxpayerOutcome {
  if (reply.kind !== 'reply') return withoutAnswer(reply);
  const { answer } = reply;
  const listed = answer.data['contribuyenteRFC'];
  if (answer.success && typeof listed === 'string')
    return { kind: listed.trim().toUpperCase() === rfc.toUpperCase() ? 'listed' : 'not_listed' };
  if (readMessage(answer.message, answer.detail).code === 'CS1002') return { kind: 'not_listed' };
  return refused(reply);
}

/** A question that got no answer has done no harm. */
const withoutAnswer = (reply: Exclude<SwReply, { kind: 'reply' }>): Unavailable =>
  reply.kind === 'unknown' ? { kind: 'unavailable', reason: reply.reason, trouble: 'maintenance' } : reply;

function refused({ answer }: Extract<SwReply, { kind: 'reply' }>): Unavailable {
  const { code, text } = readMessage(answer.message, answer.detail);
  return {
    ...{ kind: 'unavailable', reason: `SW: ${text || 'an answer that cannot be read'}` },
    ...(code !== '' && { code }),
  };
}
