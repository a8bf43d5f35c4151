import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel';
import {
  MOST_MAIL_RESULTS,
  type DocumentOutcome,
  type InboundMailArrived,
  type InboundMailEvent,
} from '#contracts';
import { mailDecider, type MailCommand } from './mail.js';
import { isForNow, mergeTries, outcomesOf, resultsOf } from './results.js';

const at = '2026-11-27T18:00:00.000Z';
const mail: InboundMailArrived = {
  ...{
    token: 'a',
    bytes: 1_000,
    from: 'ventas@proveedor.mx',
    subject: 'Factura',
    message_id: '<1@proveedor.mx>',
  },
  authentication: null,
};
const take: MailCommand = { type: 'take', mail, at };
const process: MailCommand = { type: 'process', results: resultsOf([]), at };

function after(...commands: readonly MailCommand[]): string[] {
  const events: InboundMailEvent[] = [];
  for (const command of commands) {
    const decided = mailDecider.decide(command, fold(mailDecider, events));
    events.push(...(decided.ok ? decided.value : []));
  }
  return events.map(({ type }) => type);
}

const outcome = (index: number, over: Partial<DocumentOutcome> = {}): DocumentOutcome => ({
  ...{ file: `${index}.xml`, status: 'imported', code: null, details: [] },
  ...{ uuid: `U${index}`, id: `i${index}`, ...over },
});

describe('a mail', () => {
  it('is taken once and processed once, however often it comes', () => {
    expect(after(take, take, process, process, take)).toEqual([
      'InboundMailReceived',
      'InboundMailProcessed',
    ]);
    expect(after(process)).toEqual([]);
  });
});

describe('what became of a mail', () => {
  it('counts all documents, and names those that were refused before others', () => {
    const many = Array.from({ length: 300 }, (_, index) => outcome(index));
    const last = outcome(300, { status: 'refused', code: 'invalid_request', uuid: null, id: null });
    const results = resultsOf([...many, outcome(301, { status: 'duplicate' }), last]);
    expect(results).toMatchObject({ imported: 300, duplicates: 1, refused: 1, problem: null });
    expect(results.results).toHaveLength(MOST_MAIL_RESULTS);
    expect(results.results.at(-1)).toEqual({
      file: '300.xml',
      status: 'refused',
      code: 'invalid_request',
      uuid: null,
      id: null,
    });
    expect(results.results[0]).toMatchObject({ file: '0.xml', status: 'imported', uuid: 'U0', id: 'i0' });
  });

  it('is not that its own documents were there already, where a try before imported them', () => {
    const now = [outcome(1, { status: 'duplicate' }), outcome(2, { status: 'duplicate' }), outcome(3)];
    expect(
      mergeTries([outcome(1), outcome(2, { status: 'duplicate' })], now).map(({ status }) => status),
    ).toEqual([...['imported', 'duplicate', 'imported']]);
  });

  it('is open while somebody who is asked is away, and not for what is wrong with a document', () => {
    expect(isForNow(outcome(1))).toBe(false);
    expect(isForNow(outcome(1, { status: 'refused', code: 'service_unavailable' }))).toBe(true);
    expect(isForNow(outcome(1, { status: 'refused', code: 'invalid_request' }))).toBe(false);
    const refused = outcomesOf('f.zip', { ok: false, refusal: { code: 'invalid_request' } });
    expect(refused).toEqual([
      outcome(0, { file: 'f.zip', status: 'refused', code: 'invalid_request', uuid: null, id: null }),
    ]);
  });
});
