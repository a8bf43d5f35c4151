import { describe, expect, it } from '@jest/globals';
import type { OrganizationDoc } from '#contracts';
import { writeKey } from './receipts.js';
import { MOST_RECEIPTS, readSubmission, receiverOf } from './submission.js';
import { usesOf, useViews } from './uses.js';
import { Attempts } from './attempts.js';
import { newId } from '#kernel';

const shop = (...allowed_cfdi_uses: string[]) =>
  ({ self_invoice: { allowed_cfdi_uses, apply_resico_isr: false } }) as unknown as OrganizationDoc;

const typed = {
  ...{ tax_id: ' eku-900317 3c9 ', legal_name: 'ESCUELA  KEMPER URGATE', tax_system: '601', use: 'G03' },
  'address.zip': '42501',
};

describe('a form of the portal', () => {
  it.each([
    [{}, 'preview'],
    [{ key: 'ABCD2345' }, 'add'],
    [{ key: 'ABCD2345', step: 'preview' }, 'add'],
    [{ step: 'issue' }, 'issue'],
    [{ step: 'delete' }, 'preview'],
    [{ step: 'issue', language: 'en' }, 'show'],
    [{ step: 'remove:abcd-2345' }, 'remove'],
    [undefined, 'preview'],
    ['text', 'preview'],
  ])('asks for one thing: %j', (body, step) => expect(readSubmission(body).step).toBe(step));

  it('names each receipt once, and no more than fit', () => {
    const keys = Array.from({ length: 50 }, (_, n) => `KEY${n}`).join(' ');
    expect(readSubmission({ keys }).keys).toHaveLength(MOST_RECEIPTS - 1);
    expect(readSubmission({ keys: 'abcd2345  ABCD2345' }).keys).toEqual(['ABCD2345']);
    expect(writeKey(' abcd-23 45')).toBe('ABCD2345');
  });

  it('takes what people type, and tells everything that is wrong', () => {
    const receiver = receiverOf(typed, shop());
    expect(receiver).toMatchObject({
      value: { customer: { tax_id: 'EKU9003173C9', legal_name: 'ESCUELA KEMPER URGATE' }, use: 'G03' },
    });
    const nothing = receiverOf({}, shop());
    expect(nothing.ok ? [] : nothing.refusal.details?.map(({ path, code }) => [path, code])).toEqual(
      ['tax_id', 'legal_name', 'tax_system', 'address.zip', 'use'].map((path) => [path, 'required']),
    );
  });
});

describe('uses', () => {
  it('are those that the organization allows and the law too', () => {
    const company = { tax_id: 'EKU9003173C9', tax_system: '601' };
    expect(usesOf(shop(), company)).not.toContain('D01');
    expect(usesOf(shop('D01', 'G03', 'S01'), company)).toEqual(['G03', 'S01']);
    expect(usesOf(shop(), { tax_id: 'CACX7605101P8', tax_system: '605' })).toEqual(
      expect.arrayContaining(['D01', 'D10', 'S01']),
    );
    expect(usesOf(shop(), {})).not.toEqual(expect.arrayContaining(['CP01']));
  });

  it('are explained in both languages, each in its own words', () => {
    for (const language of ['es', 'en'] as const) {
      const meanings = useViews(shop(), {}, language).map(({ meaning, label }) => [meaning, label]);
      expect(meanings.filter(([meaning, label]) => meaning === label)).toEqual([]);
      expect(new Set(meanings.map(([meaning]) => meaning)).size).toBe(meanings.length);
    }
  });
});

describe('an attempt', () => {
  const attempts = new Attempts(Buffer.alloc(32, 1));
  it('names one invoice of one receipt, and was made here', () => {
    const receipt = newId();
    const attempt = attempts.begin(receipt);
    const invoice = attempts.read(attempt, receipt);
    expect(invoice).toBe(attempt.split('.')[0]);
    expect(attempts.read(attempt, newId())).toBeUndefined();
    expect(new Attempts(Buffer.alloc(32, 2)).read(attempt, receipt)).toBeUndefined();
    expect(attempts.read(`${newId()}.${attempt.split('.')[1]}`, receipt)).toBeUndefined();
    for (const text of ['', '.', 'x.y', newId()]) expect(attempts.read(text, receipt)).toBeUndefined();
  });
});
