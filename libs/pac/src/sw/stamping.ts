import { createHash } from 'node:crypto';
import type { DocumentKind, StampOutcome, Timbre } from '../port.js';
import { rfcsOf, type PacParts } from '../real.js';
import { verifyTimbre } from '../verify.js';
import type { SwReply } from './call.js';
import { judgeStamp, readMessage } from './codes.js';
import { holdsMore, textOf, type SwAnswer } from './envelope.js';

/** SW's RFC, as RfcProvCertif names it. */
export const SW_RFC = 'LSO1306189R5';

/** v2 hands out the stamp and the stamped document; retentions have v3 alone, the document. `issue` would seal: never used. */
export const STAMP_PATHS: Readonly<Record<DocumentKind, string>> = {
  comprobante: '/v4/cfdi33/stamp/v2',
  retencion: '/retencion/stamp/v3',
};

/** Our id of these bytes at SW, which keeps it for 72 hours: the same for every try, and of no other bytes. */
export const customId = (xml: string): string => createHash('sha256').update(xml).digest('hex');

/** What the answer to a stamp request means. */
export async function readStamp(
  reply: SwReply,
  xml: string,
  parts: PacParts,
  now: Date,
): Promise<StampOutcome> {
  if (reply.kind !== 'reply') return reply;
  const { answer } = reply;
  const verify = (answers: readonly string[]): Promise<Timbre | string> =>
    verifyAll(answers, xml, parts, now);
  if (answer.success) return stampedOr(await verify(stampsOf(answer)), false);
  const message = readMessage(answer.message, answer.detail);
  const verdict = judgeStamp(message);
  if (verdict.kind === 'other_bytes') {
    parts.alarm?.('sw', `customid ${customId(xml)} has the stamp of other bytes (CFDI3307)`);
    return { kind: 'unknown', reason: `SW: ${message.text}` };
  }
  // A stamp decides, whatever the code beside it says: another PAC must not get the document.
  if (verdict.kind === 'previous' || holdsMore(answer, xml))
    return stampedOr(await verify(stampsOf(answer)), verdict.kind === 'previous', message.text);
  switch (verdict.kind) {
    case 'trouble':
      return { kind: 'unavailable', reason: `SW: ${message.text}`, trouble: verdict.trouble };
    case 'refused':
      return refusal(message.code || 'SW0', message.text, verdict.by);
    case 'session':
    case 'uncertain':
      return { kind: 'unknown', reason: `SW: ${message.text || 'an error without a text'}` };
  }
}

const refusal = (code: string, message: string, source: 'sat' | 'pac'): StampOutcome => ({
  ...{ kind: 'refused', code, message, source },
});

const stampedOr = (timbre: Timbre | string, duplicate: boolean, said = ''): StampOutcome =>
  typeof timbre === 'string'
    ? { kind: 'unknown', reason: `SW: ${[said, timbre].filter(Boolean).join(' | ')}` }
    : { kind: 'stamped', timbre, duplicate };

/** Wherever an answer may carry the stamp: alone, inside the document, and with the old paths in messageDetail. */
function stampsOf({ data, detail }: SwAnswer): readonly string[] {
  const inData = ['tfd', 'cfdi', 'retencion'].flatMap((name) => textOf(data[name]) ?? []);
  if (inData.length > 0) return inData;
  return detail?.trimStart().startsWith('<') ? [detail] : [];
}

/** The stamp that all of them are, or why it does not count. */
async function verifyAll(
  answers: readonly string[],
  xml: string,
  { certificates, sandbox }: PacParts,
  now: Date,
): Promise<Timbre | string> {
  let found: Timbre | undefined;
  for (const answer of answers) {
    const verified = await verifyTimbre({ xml, answer, rfcPac: rfcsOf(SW_RFC, sandbox), certificates, now });
    if (verified.kind === 'doubt') return verified.reason;
    if (found && found.selloSat !== verified.timbre.selloSat) return 'the answer holds two different stamps';
    found ??= verified.timbre;
  }
  return found ?? 'the answer holds no stamp';
}
