import { describe, expect, it } from '@jest/globals';
import { describeWithMaterial } from '../../../test/material.js';
import { expectSameRows, plain } from '../../../test/same-rows.js';
import * as sat from './index.js';

describe('rules between the catalogues of Nómina', () => {
  it('asks for an employer registry where there is an employment (NOM42, NOM43)', () => {
    const laborales = sat.tiposContrato.entries.filter((entry) => entry.relacionLaboral);
    expect(laborales.map(({ key }) => key)).toEqual('01 02 03 04 05 06 07 08'.split(' '));
  });

  it('pairs contracts with regimes (NOM57, NOM58)', () => {
    expect(sat.isRegimenNominaAllowed('02', '01')).toBe(true);
    expect(sat.isRegimenNominaAllowed('05', '08')).toBe(false);
    expect(sat.isRegimenNominaAllowed('04', '09')).toBe(false);
    expect(sat.isRegimenNominaAllowed('09', '99')).toBe(true);
    expect(sat.isRegimenNominaAllowed('01', '01')).toBe(false);
    expect(sat.isRegimenNominaAllowed('02', '11')).toBe(false);
  });

  it('pairs kinds of payroll with frequencies (NOM33, NOM34)', () => {
    expect(sat.isPeriodicidadPagoAllowed('04', 'O')).toBe(true);
    expect(sat.isPeriodicidadPagoAllowed('99', 'O')).toBe(false);
    expect(sat.isPeriodicidadPagoAllowed('99', 'E')).toBe(true);
    expect(sat.isPeriodicidadPagoAllowed('04', 'E')).toBe(false);
    expect(sat.isPeriodicidadPagoAllowed('11', 'O')).toBe(false);
    expect(sat.isPeriodicidadPagoAllowed('04', 'X')).toBe(false);
  });

  it('keeps the subsidy for those with a salary (NOM106)', () => {
    for (const type of ['002', '007', '008']) {
      expect(sat.isOtroPagoAllowed(type, '02')).toBe(true);
      expect(sat.isOtroPagoAllowed(type, '09')).toBe(false);
    }
    expect(sat.isOtroPagoAllowed('003', '09')).toBe(true);
    expect(sat.isOtroPagoAllowed('010', '02')).toBe(false);
  });

  it('says which total an earning adds to, and its node (NOM70 to NOM86)', () => {
    const of = (group: string) =>
      sat.tiposPercepcion.entries.filter((entry) => entry.grupo === group).map(({ key }) => key);
    expect(of('separacion')).toEqual(['022', '023', '025']);
    expect(of('jubilacion')).toEqual(['039', '044']);
    expect(sat.tiposPercepcion.find('019')?.nodo).toBe('HorasExtra');
    expect(sat.tiposPercepcion.find('001')).not.toHaveProperty('nodo');
  });

  it('knows when a key began and ended', () => {
    expect(sat.tiposPercepcion.has('057', '2026-06-11')).toBe(false);
    expect(sat.tiposPercepcion.has('057', '2026-06-12')).toBe(true);
    expect(sat.tiposDeduccion.has('063', '2026-03-01')).toBe(true);
    expect(sat.tiposDeduccion.has('063', '2026-03-02')).toBe(false);
    expect(sat.bancos.has('032', '2022-01-01')).toBe(false);
    expect(sat.isEntidadFederativa('DIF', '2023-06-30')).toBe(true);
    expect(sat.isEntidadFederativa('DIF', '2023-07-01')).toBe(false);
    expect(sat.isEntidadFederativa('CMX')).toBe(true);
    expect(sat.isEntidadFederativa('TX')).toBe(false);
  });

  it('checks a CLABE and finds its bank (NOM62 to NOM65)', () => {
    expect(sat.isClabe('002115016003269411')).toBe(true);
    expect(sat.isClabe('032180000118359719')).toBe(true);
    expect(sat.isClabe('002115016003269412')).toBe(false);
    expect(sat.isClabe('00211501600326941')).toBe(false);
    expect(sat.bancoOfClabe('002115016003269411')?.label).toBe('BANAMEX');
    expect(sat.bancoOfClabe('002115016003269412')).toBeUndefined();
    expect(sat.bancoRule('002115016003269411')).toBe('forbidden');
    for (const digits of [10, 11, 16]) expect(sat.bancoRule('1'.repeat(digits))).toBe('required');
    for (const text of ['123456789', '1'.repeat(12), '1'.repeat(17), 'ABCDEFGHIJ'])
      expect(sat.bancoRule(text)).toBeUndefined();
  });
});

describeWithMaterial('catalogues of Nómina, row by row', () => {
  it.each([
    ['c_OrigenRecurso', sat.origenesRecurso, 'origenes_recursos'],
    ['c_PeriodicidadPago', sat.periodicidadesPago, 'periodicidades_pagos'],
    ['c_RiesgoPuesto', sat.riesgosPuesto, 'riesgos_puestos'],
    ['c_TipoContrato', sat.tiposContrato, 'tipos_contratos'],
    ['c_TipoDeduccion', sat.tiposDeduccion, 'tipos_deducciones'],
    ['c_TipoHoras', sat.tiposHoras, 'tipos_horas'],
    ['c_TipoIncapacidad', sat.tiposIncapacidad, 'tipos_incapacidades'],
    ['c_TipoJornada', sat.tiposJornada, 'tipos_jornadas'],
    ['c_TipoNomina', sat.tiposNomina, 'tipos_nominas'],
    ['c_TipoOtroPago', sat.tiposOtroPago, 'tipos_otros_pagos'],
    ['c_TipoPercepcion', sat.tiposPercepcion, 'tipos_percepciones'],
    ['c_TipoRegimen', sat.tiposRegimen, 'tipos_regimenes'],
  ] as const)('%s', (_name, ours, file) =>
    expectSameRows(ours, `nomina_${file}.tsv`, { since: '2017-01-01' }),
  );

  it('c_Banco, with the legal names', () =>
    expectSameRows(sat.bancos, 'nomina_bancos.tsv', {
      facts: (entry, row) => expect(plain(entry.razonSocial)).toBe(plain(row['razon_social'])),
    }));

  it('c_Estado, with the countries', () =>
    expectSameRows(sat.estadosNomina, 'nomina_estados.tsv', {
      key: 'estado',
      facts: (entry, row) => expect(entry.pais).toBe(row['pais']),
    }));
});
