import { describe, expect, it } from '@jest/globals';
import { describeWithMaterial, enumeratedIn } from '../../../test/material.js';
import { expectSameRows, plain } from '../../../test/same-rows.js';
import * as sat from './index.js';

describe('rules between the catalogues of Retenciones', () => {
  it('knows since when a key exists', () => {
    expect(sat.clavesRetencion.has('01', '2026-11-21')).toBe(true);
    expect(sat.clavesRetencion.has('27', '2021-12-31')).toBe(false);
    expect(sat.clavesRetencion.has('28', '2022-01-01')).toBe(true);
    expect(sat.clavesRetencion.has('29')).toBe(false);
    expect(sat.ejercicios.has('2026', '2025-12-31')).toBe(false);
    expect(sat.ejercicios.has('2026', '2026-01-01')).toBe(true);
  });

  it('names the complement that a key asks for', () => {
    expect(sat.complementoOf('14', false)).toBe('Dividendos');
    expect(sat.complementoOf('01', false)).toBeUndefined();
    expect(sat.complementoOf('01', true)).toBe('Pagos a Extranjeros');
    expect(sat.complementoOf('18', false)).toBe('Pagos a Extranjeros');
    expect(sat.complementoOf('27', true)).toBeUndefined();
    expect(sat.complementoOf('25', true)).toBeUndefined();
    expect(sat.complementoOf('99', true)).toBeUndefined();
  });

  it('pairs kinds of payment with taxes', () => {
    expect(sat.isTipoPagoAllowed('01', '002')).toBe(true);
    expect(sat.isTipoPagoAllowed('01', '001')).toBe(false);
    expect(sat.isTipoPagoAllowed('02', '003')).toBe(true);
    expect(sat.isTipoPagoAllowed('03', '001')).toBe(true);
    expect(sat.isTipoPagoAllowed('04', '001')).toBe(true);
    expect(sat.isTipoPagoAllowed('05', '001')).toBe(false);
  });

  it('orders the months of a period', () => {
    expect(sat.isPeriodoAllowed('01', '12')).toBe(true);
    expect(sat.isPeriodoAllowed('05', '05')).toBe(true);
    expect(sat.isPeriodoAllowed('06', '05')).toBe(false);
    expect(sat.isPeriodoAllowed('01', '13')).toBe(false);
  });
});

describe('revision E of the platforms', () => {
  it('began on 2025-12-31', () => {
    const on = (day: string) => [
      sat.tiposServicioPlataforma.has('11', day),
      sat.tasasPlataforma.has('0.500000', day),
      sat.tiposServicioPlataforma.has('01', day),
    ];
    expect(on('2025-12-30')).toEqual([false, false, true]);
    expect(on('2025-12-31')).toEqual([true, true, true]);
  });
});

describeWithMaterial('catalogues of Retenciones 2.0, row by row', () => {
  it.each([
    ['c_EntidadesFederativas', sat.entidadesFederativas, 'entidades_federativas'],
    ['c_Pais', sat.paisesRetenciones, 'paises'],
    ['c_Periodicidad', sat.periodicidadesRetenciones, 'periodicidades'],
    ['c_Periodo', sat.periodos, 'periodos'],
    ['c_TipoContribuyenteSujetoRetencion', sat.tiposContribuyente, 'tipos_contribuyentes'],
    ['c_TipoDividendoOUtilidadDistribuida', sat.tiposDividendo, 'tipos_dividendos_utilidades'],
    ['c_TipoImpuesto', sat.impuestosRetenciones, 'tipos_impuestos'],
  ] as const)('%s', (_name, ours, file) => expectSameRows(ours, `ret_20_${file}.tsv`));

  it('c_CveRetenc, with the complements', () =>
    expectSameRows(sat.clavesRetencion, 'ret_20_claves_retencion.tsv', {
      facts: ({ complemento }, row) => {
        const theirs = plain(row['nombre_complemento']);
        if (complemento) expect(theirs).toContain(complemento.nombre);
        else expect(theirs).toBe('Sin complemento');
        expect(complemento?.cuando === 'extranjeros').toBe(theirs.startsWith('En caso'));
        expect(complemento?.cuando === 'fiduciarias').toBe(theirs.includes('fiduciarias'));
      },
    }));

  it('c_Ejercicio', () => expectSameRows(sat.ejercicios, 'ret_20_ejercicios.tsv', { label: undefined }));

  it('c_TipoPagoRet, with the taxes', () =>
    expectSameRows(sat.tiposPagoRetencion, 'ret_20_tipos_pago_retencion.tsv', {
      facts: (entry, row) => expect(entry.impuesto).toBe(row['tipo_impuesto']),
    }));

  it.each([
    ['c_TipoDeServ', sat.tiposServicioPlataforma],
    ['c_SubTipoServ', sat.subtiposServicioPlataforma],
    ['c_FormaPagoServ', sat.formasPagoPlataforma],
    ['c_TasaCuota', sat.tasasPlataforma],
  ] as const)('%s, as the schema of the platforms lists it', (type, { entries }) => {
    const schema =
      'esquemas/retencionpago/1/PlataformasTecnologicas10/catalogos/CatPlataformasTecnologicas.xsd';
    expect(entries.map(({ key }) => key).sort()).toEqual([...enumeratedIn(schema, type)].sort());
  });
});
