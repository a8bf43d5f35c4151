import { describe, expect, it } from '@jest/globals';
import { decimal } from '#kernel';
import { describeWithMaterial, rowsOf } from '../../test/material.js';
import {
  findTasaOCuota,
  IEPS,
  impuestoOf,
  ISR,
  isRateAllowed,
  IVA,
  objetosImp,
  tasasOCuotas,
} from './impuestos.js';

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

  it('says what each ObjetoImp lets a concept carry', () => {
    expect(objetosImp.find('02')?.impuestos).toBe('required');
    expect(objetosImp.find('07')?.traslados).toEqual([IEPS]);
    expect(objetosImp.find('06')?.traslados).toEqual([]);
    expect(objetosImp.has('06', '2024-12-12')).toBe(false);
  });
});

describeWithMaterial('c_TasaOCuota, row by row', () => {
  it('has the same rules', () => {
    const rows = rowsOf('cfdi_40_reglas_tasa_cuota.tsv').map((row) => {
      const max = decimal(row['valor'] ?? '');
      return {
        impuesto: impuestoOf((row['impuesto'] ?? '').slice(0, 4).trim())?.key,
        factor: row['factor'],
        min: row['tipo'] === 'Rango' ? decimal(row['minimo'] ?? '') : max,
        max,
        traslado: row['traslado'] === '1',
        retencion: row['retencion'] === '1',
        validFrom: row['vigencia_desde'],
        ...(row['impuesto']?.includes('50%') && { frontera: true }),
        ...(row['factor'] === 'Cuota' && { anual: true }),
      };
    });
    const text = (rule: object) => Object.values(rule).join(' ');
    expect(tasasOCuotas.map(text).sort()).toEqual(rows.map(text).sort());
  });
});
