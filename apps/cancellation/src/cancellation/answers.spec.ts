import { describe, expect, it } from '@jest/globals';
import type { FiscalDocument } from '#contracts';
import { meaningOf } from './answers.js';

const NOW = new Date('2026-11-21T18:00:00.000Z');
const HOUR = 3_600_000;
const document = (hoursOld?: number): FiscalDocument => ({
  uuid: '5C5C5C5C-0000-4000-8000-000000000001',
  issuer_rfc: 'EKU9003173C9',
  receiver_rfc: 'URE180429TM6',
  total: '116.00',
  sello_tail: 'aXNvcg==',
  ...(hoursOld !== undefined && { stamped_at: new Date(NOW.getTime() - hoursOld * HOUR).toISOString() }),
});
const refused = (code: string, related?: readonly string[]) =>
  ({ kind: 'refused', code, message: 'No.', source: 'sat', ...(related && { related }) }) as const;

describe('a refusal of the tax authority', () => {
  it.each([
    ['203', 'invoice_cancellation_rfc_mismatch'],
    ['303', 'invoice_cancellation_rfc_mismatch'],
    ['204', 'invoice_not_cancelable_by_sat'],
    ['206', 'invoice_not_cancelable_by_sat'],
    ['210', 'invoice_not_cancelable_by_sat'],
    ['211', 'invoice_not_cancelable_by_sat'],
    ['208', 'substitution_invoice_status_not_allowed'],
    ['212', 'substitution_invoice_status_not_allowed'],
    ['300', 'invoice_cancellation_failed'],
    ['302', 'invoice_cancellation_failed'],
    ['304', 'invoice_cancellation_failed'],
    ['PAC-77', 'invoice_cancellation_failed'],
  ])('%s is %s, with the code as it was given', (code, root) => {
    expect(meaningOf(refused(code), document(1), NOW)).toEqual({
      kind: 'refused',
      code: root,
      details: [{ code, message: 'No.', source: 'sat' }],
    });
  });

  it.each([
    ['204', 'retention_not_cancelable'],
    ['210', 'retention_not_cancelable'],
    ['208', 'retention_not_cancelable'],
    ['212', 'retention_not_cancelable'],
    ['1203', 'retention_cancellation_failed'],
    ['1305', 'retention_cancellation_failed'],
    ['CR1309', 'retention_cancellation_failed'],
    ['PAC-77', 'retention_cancellation_failed'],
  ])('%s of a retention is %s, with the code as it was given', (code, root) => {
    expect(meaningOf(refused(code), { ...document(1), kind: 'retention' }, NOW)).toEqual({
      ...{ kind: 'refused', code: root, details: [{ code, message: 'No.', source: 'sat' }] },
    });
  });

  it('1202 and 1205 are for retentions what 202 and 205 are', () => {
    const retention = (hoursOld: number) => ({ ...document(hoursOld), kind: 'retention' as const });
    expect(meaningOf(refused('1202'), retention(1), NOW)).toEqual({ kind: 'before' });
    expect(meaningOf(refused('1205'), retention(71), NOW)).toEqual({ kind: 'again', reason: 'sat_1205' });
    expect(meaningOf(refused('1205'), retention(72), NOW)).toMatchObject({
      code: 'retention_cancellation_failed',
    });
  });

  it('names the documents in the way', () => {
    expect(meaningOf(refused('204', ['ONE', 'TWO']), document(1), NOW)).toMatchObject({
      details: [
        { code: '204' },
        { code: 'related_document', message: 'ONE', source: 'sat' },
        { code: 'related_document', message: 'TWO', source: 'sat' },
      ],
    });
  });

  it('202 leaves the rest to the status service, also as a provider writes it', () => {
    expect(meaningOf(refused('202'), document(1), NOW)).toEqual({ kind: 'before' });
    expect(meaningOf(refused('CR1202'), document(1), NOW)).toEqual({ kind: 'before' });
  });

  it('205 is no last word for three days after the stamp', () => {
    expect(meaningOf(refused('205'), document(71), NOW)).toEqual({ kind: 'again', reason: 'sat_205' });
    for (const old of [document(72), document()])
      expect(meaningOf(refused('205'), old, NOW)).toMatchObject({
        kind: 'refused',
        code: 'invoice_cancellation_not_found',
      });
  });
});

describe('a provider’s own words', () => {
  const meant = (code: string, hoursOld = 1, message = 'No.') =>
    meaningOf({ ...refused(code), message, source: 'pac' }, document(hoursOld), NOW);

  it.each(['no_cancelable', '94'])('%s: the document cannot be cancelled, with the word as it came', (code) =>
    expect(meant(code)).toEqual({
      ...{ kind: 'refused', code: 'invoice_not_cancelable_by_sat' },
      details: [{ code, message: 'No.', source: 'pac' }],
    }),
  );

  it.each(['798', 'Already Cancelled', 'Already en BufferCancellation', ...['95', '96', '97', '98']])(
    '%s: there is a request, so the status decides',
    (code) => expect(meant(code)).toEqual({ kind: 'before' }),
  );

  it.each(['708', '7', '93'])('%s: it was not presented, and is sent again', (code) =>
    expect(meant(code, 100)).toEqual({ kind: 'again', reason: `pac_${code}` }),
  );

  it.each([
    ['90', 'No.'],
    ['602', 'No.'],
    ['UUID: 5C5C5C5C-0000-4000-8000-000000000001 No Encontrado', 'No.'],
    ['cancel', 'UUID: 5C5C5C5C-0000-4000-8000-000000000001 No Encontrado'],
  ])('%s (%s): the SAT does not know it yet, for three days after the stamp', (code, message) => {
    expect(meant(code, 1, message)).toEqual({ kind: 'again', reason: 'sat_205' });
    expect(meant(code, 73, message)).toMatchObject({ code: 'invoice_cancellation_not_found' });
  });

  it.each(['799', '711', 'Invalid Passphrase'])('%s is a refusal with the word as it came', (code) =>
    expect(meant(code)).toMatchObject({ code: 'invoice_cancellation_failed', details: [{ code }] }),
  );
});
