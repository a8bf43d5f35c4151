import { describe, expect, it } from '@jest/globals';
import { findNearest, type Choice } from './nearest.js';

const fields: readonly Choice[] = [
  { word: 'payment_form', names: ['forma_pago'] },
  { word: 'payment_method' },
  { word: 'tax_id', names: ['rfc'] },
  { word: 'use' },
  { word: 'folio_number' },
  { word: '03', names: ['Transferencia electrónica de fondos', 'electronic funds transfer'] },
];

describe('the nearest choice', () => {
  it.each([
    ['paymentForm', 'payment_form'],
    ['PAYMENT-FORM', 'payment_form'],
    ['paymnet_form', 'payment_form'],
    ['formaPago', 'payment_form'],
    ['RFC', 'tax_id'],
    ['folio', 'folio_number'],
    ['transferencia', '03'],
    ['Transferencia electronica', '03'],
    ['funds', '03'],
    ['user', 'use'],
  ])('of %s is %s', (word, found) => expect(findNearest(word, fields)).toBe(found));

  it.each(['', '…', 'color', 'us', 'payment', 'x'.repeat(101)])('of %j is none, or none for sure', (word) =>
    expect(['payment_form', undefined]).toContain(findNearest(word, fields)),
  );

  it('takes no time for what is long', () => {
    const long = 'payment_form'.repeat(1_000_000);
    expect(findNearest(long, fields)).toBeUndefined();
  });
});
