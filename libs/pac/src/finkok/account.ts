import type { Unavailable } from '../port.js';
import type { ProbeOutcome } from '../real.js';
import { childrenOf, textOf, type SoapNode } from '../soap/read.js';
import type { FinkokReply } from './call.js';
import { isWrongLogin, troubleOf } from './codes.js';
import type { Registration } from './issuers.js';

/** Of `datetime`, which tells the time of central Mexico without an offset. */
const CENTRAL = '-06:00';

/** Of the answer to `datetime`: it is there, it takes the account, its clock. `asked`: the middle of the question. */
export function readDatetime(reply: FinkokReply, asked: Date): ProbeOutcome {
  if (reply.kind !== 'reply') return withoutAnswer(reply);
  const text = textOf(reply.result, 'datetime') ?? '';
  const clock = Date.parse(`${text.replace(' ', 'T').slice(0, 19)}${CENTRAL}`);
  if (Number.isNaN(clock)) return refused(reply.result);
  return { kind: 'well', clockAheadMs: clock - asked.getTime() };
}

/** Of the answer to `report_credit`: the issuer's stamps; none where they are not counted (on demand: -1) or it does not say. */
export function readCredit(reply: FinkokReply): number | undefined {
  if (reply.kind !== 'reply') return undefined;
  const text = findText(reply.result, 'credit');
  const credit = text === undefined || !/^-?\d{1,12}$/.test(text) ? -1 : Number(text);
  return credit < 0 ? undefined : credit;
}

/** What `registration.add` says: `success` true of an issuer that is there now, also of one that was there before. */
export function readRegistration(reply: FinkokReply): Registration {
  if (reply.kind !== 'reply') return 'unanswered';
  return /^true$/i.test(textOf(reply.result, 'success') ?? '') ? 'added' : 'refused';
}

function findText(node: SoapNode, name: string): string | undefined {
  const own = textOf(node, name);
  if (own !== undefined) return own;
  for (const child of childrenOf(node, undefined)) {
    const found = findText(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A question that got no answer has done no harm. */
const withoutAnswer = (reply: Exclude<FinkokReply, { kind: 'reply' }>): Unavailable =>
  reply.kind === 'unknown' ? { kind: 'unavailable', reason: reply.reason, trouble: 'maintenance' } : reply;

function refused(result: SoapNode): Unavailable {
  const text = (textOf(result, 'error') ?? textOf(result, 'CodEstatus') ?? '').slice(0, 500);
  const trouble = troubleOf(text, '') ?? (isWrongLogin(text) ? 'account' : undefined);
  return {
    ...{ kind: 'unavailable', reason: `Finkok: ${text || 'an answer that cannot be read'}` },
    ...(trouble && { trouble }),
  };
}
