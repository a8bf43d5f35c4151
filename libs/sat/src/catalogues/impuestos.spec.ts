import { describe, expect, it } from '@jest/globals';
import { decimal } from '#kernel';
import { describeWithMaterial, rowsOf } from '../../test/material.js';
import { IEPS, impuestoOf, ISR, IVA, objetosImp } from './impuestos.js';
import { findTasaOCuota, isRateAllowed, tasasOCuotas, toTasaOCuota } from './tasas.js';

const allowed = (impuesto: string, factor: string, tasa: string | undefined, retencion = false) =>
  isRateAllowed({ impuesto, factor, retencion, tasa });

describe('rates', () => {
  it('accepts the fixed rates of IVA in any spelling of the decimal', () => {
    for (const tasa of ['0', '0.000000', '0.16', '0.160000', '0.08'])
      expect(allowed(IVA, 'Tasa', tasa)).toBe(true);
    for (const tasa of ['0.15', '0.11', '16', '-0.16', '0.1600001', 'abc', ''])
      expect(allowed(IVA, 'Tasa', tasa)).toBe(false);
    expect(isRateAllowed({ impuesto: IVA, factor: 'Tasa', retencion: false, tasa: decimal('0.16') })).toBe(
      true,
    );
  });

  it('takes ranges for withheld taxes, both ends included', () => {
    expect(allowed(IVA, 'Tasa', '0.106667', true)).toBe(true);
    expect(allowed(IVA, 'Tasa', '0.160001', true)).toBe(false);
    expect(allowed(ISR, 'Tasa', '0.35', true)).toBe(true);
    expect(allowed(ISR, 'Tasa', '0.0125', true)).toBe(true);
    expect(allowed(ISR, 'Tasa', '0.350001', true)).toBe(false);
  });

  it('never carries ISR over', () => {
    expect(allowed(ISR, 'Tasa', '0.1')).toBe(false);
    expect(allowed(ISR, 'Exento', undefined)).toBe(false);
  });

  it('takes IEPS as fixed rate or as amount per unit', () => {
    expect(allowed(IEPS, 'Tasa', '0.265')).toBe(true);
    expect(allowed(IEPS, 'Tasa', '0.03')).toBe(true);
    expect(allowed(IEPS, 'Tasa', '0.03', true)).toBe(false);
    expect(allowed(IEPS, 'Cuota', '72.1605')).toBe(true);
    expect(allowed(IEPS, 'Cuota', '72.160501')).toBe(false);
    expect(allowed(IVA, 'Cuota', '1')).toBe(false);
  });

  it('takes Exento without a rate, and only for what is carried over (CFDI40177, CFDI40184)', () => {
    expect(allowed(IVA, 'Exento', undefined)).toBe(true);
    expect(allowed(IVA, 'Exento', '0')).toBe(false);
    expect(allowed(IVA, 'Exento', undefined, true)).toBe(false);
    expect(allowed(IVA, 'Tasa', undefined)).toBe(false);
  });

  it('finds the row of a rate, and checks its dates if a date is given', () => {
    const frontera = { impuesto: IVA, factor: 'Tasa', retencion: false, tasa: '0.08' };
    expect(findTasaOCuota(frontera)?.frontera).toBe(true);
    expect(findTasaOCuota(frontera, '2026-11-21T10:00:00')).toBeDefined();
    expect(findTasaOCuota(frontera, '2021-12-31')).toBeUndefined();
    expect(isRateAllowed(frontera, '2021-12-31')).toBe(false);
    expect(findTasaOCuota({ ...frontera, tasa: '0.09' })).toBeUndefined();
    // The ceiling rises: an older amount per unit is below that of today.
    const cuota = { impuesto: IEPS, factor: 'Cuota', retencion: false, tasa: '59.1449' };
    expect(isRateAllowed(cuota, '2022-06-01')).toBe(true);
    expect(isRateAllowed({ ...cuota, tasa: '72.1606' }, '2022-06-01')).toBe(false);
  });

  it('has the rates of IEPS of 2026 from the first day of that year on, and keeps those of before', () => {
    const on = (tasa: string, day: string) =>
      isRateAllowed({ impuesto: IEPS, factor: 'Tasa', retencion: false, tasa }, day);
    // Cigarettes and cigars, cigars made by hand.
    for (const tasa of ['2', '0.32'])
      expect([on(tasa, '2025-12-31T23:59:59'), on(tasa, '2026-01-01')]).toEqual([false, true]);
    // Betting (30 %, then 50 %), and the rates of 2025 for documents of 2025 and for credit notes of them.
    for (const tasa of ['0.5', '0.3', '1.6', '0.304'])
      expect([on(tasa, '2025-12-31'), on(tasa, '2026-01-01')]).toEqual([true, true]);
    expect(isRateAllowed({ impuesto: IEPS, factor: 'Tasa', retencion: false, tasa: '2' })).toBe(true);
  });

  it('says what each ObjetoImp lets a concept carry', () => {
    expect(objetosImp.find('02')?.impuestos).toBe('required');
    expect(objetosImp.find('07')?.traslados).toEqual([IEPS]);
    expect(objetosImp.find('06')?.traslados).toEqual([]);
    expect(objetosImp.has('06', '2024-12-12')).toBe(false);
  });
});

describeWithMaterial('c_TasaOCuota, row by row', () => {
  it('has the same rules', () => {
    const theirs = rowsOf('cfdi_40_reglas_tasa_cuota.tsv').flatMap((row) => {
      const max = decimal(row['valor'] ?? '');
      const impuesto = impuestoOf((row['impuesto'] ?? '').slice(0, 4).trim())?.key;
      if (!impuesto) return [];
      return toTasaOCuota({
        impuesto,
        factor: row['factor'] === 'Cuota' ? 'Cuota' : 'Tasa',
        min: row['tipo'] === 'Rango' ? decimal(row['minimo'] ?? '') : max,
        max,
        traslado: row['traslado'] === '1',
        retencion: row['retencion'] === '1',
        validFrom: row['vigencia_desde'] ?? '',
        ...(row['impuesto']?.includes('50%') && { frontera: true }),
        ...(row['factor'] === 'Cuota' && { anual: true }),
      });
    });
    // The law of 2026 is younger than the table.
    const ours = tasasOCuotas.entries.filter(
      ({ factor, validFrom = '' }) => factor === 'Cuota' || validFrom < '2026',
    );
    expect(ours).toHaveLength(tasasOCuotas.entries.length - 2);
    const byKey = (rows: readonly { key: string }[]) => [...rows].sort((a, b) => (a.key < b.key ? -1 : 1));
    expect(byKey(ours)).toEqual(byKey(theirs));
  });
});
