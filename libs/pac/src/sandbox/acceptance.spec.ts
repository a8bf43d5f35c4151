import { describe, expect, it } from '@jest/globals';
import { parseComprobante } from '#cfdi';
import { isFresh, sparesAcceptance } from './acceptance.js';
import { testXml, type TestDocument } from './testing.js';

const spares = (document: TestDocument): boolean => {
  const parsed = parseComprobante(testXml(document));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal));
  return sparesAcceptance(parsed.value);
};

describe('the receiver of a document', () => {
  const large = { Total: '1000.01' };
  it.each<[string, boolean, TestDocument]>([
    ['of more than 1000 pesos has a say', false, { comprobante: large }],
    ['of 1000 pesos has none', true, { comprobante: { Total: '1000.00' } }],
    ['of 60 dollars has one', false, { comprobante: { Total: '60.00', Moneda: 'USD', TipoCambio: '18.5' } }],
    ['of 50 dollars has none', true, { comprobante: { Total: '50.00', Moneda: 'USD', TipoCambio: '18.5' } }],
    ['of a credit note has none', true, { comprobante: { ...large, TipoDeComprobante: 'E' } }],
    ['of a payroll has none', true, { comprobante: { ...large, TipoDeComprobante: 'N' } }],
    ['of a transfer has none', true, { comprobante: { Total: '0', TipoDeComprobante: 'T', Moneda: 'XXX' } }],
    ['of a payment has none', true, { comprobante: { Total: '0', TipoDeComprobante: 'P', Moneda: 'XXX' } }],
    [
      'that is the public in general has none',
      true,
      { comprobante: large, receptor: { Rfc: 'XAXX010101000' } },
    ],
    ['that is foreign has none', true, { comprobante: large, receptor: { Rfc: 'XEXX010101000' } }],
    [
      'of the régimen de incorporación fiscal has none',
      true,
      { comprobante: large, receptor: { RegimenFiscalReceptor: '621' } },
    ],
  ])('%s', (_, expected, document) => expect(spares(document)).toBe(expected));

  it.each([
    ['on the same day', '2026-11-18T10:00', '2026-11-18T23:59', true],
    ['at the end of the next day', '2026-11-18T10:00', '2026-11-19T23:59', true],
    ['the day after that', '2026-11-18T10:00', '2026-11-20T00:01', false],
    ['on Monday, of Friday', '2026-11-20T10:00', '2026-11-23T23:59', true],
    ['on Tuesday, of Friday', '2026-11-20T10:00', '2026-11-24T00:01', false],
    ['on Monday, of Saturday', '2026-11-21T10:00', '2026-11-23T12:00', true],
  ])('has no say %s', (_, issued, now, expected) => {
    // Central Mexico is at UTC-6.
    expect(isFresh(new Date(`${issued}:00-06:00`), new Date(`${now}:00-06:00`))).toBe(expected);
  });
});
