import { describe, expect, it } from '@jest/globals';
import type { TaxSummaryDoc } from '#contracts';
import { taxView } from './sale.js';

describe('a tax, as a customer reads it', () => {
  const tax = (over: Partial<TaxSummaryDoc>): TaxSummaryDoc => ({
    ...{ type: 'IVA', factor: 'Tasa', rate: 0.16, base: 100, amount: 16, withholding: false, local: false },
    ...over,
  });
  it.each<[Partial<TaxSummaryDoc>, string, string]>([
    [{}, 'IVA 16 %', '$16.00'],
    [{ factor: 'Exento', rate: null, amount: null }, 'IVA exento', '$0.00'],
    [{ type: 'IEPS', factor: 'Cuota', rate: 1.5 }, 'IEPS 1.5', '$16.00'],
    // Documents sum up what is withheld without its rates (Anexo 20).
    [{ type: 'ISR', rate: null, base: null, amount: 12.5, withholding: true }, 'ISR retenido', '−$12.50'],
  ])('%j', (over, name, value) => {
    expect(taxView(tax(over), 'MXN', 'es')).toEqual({ name, value });
  });
});
