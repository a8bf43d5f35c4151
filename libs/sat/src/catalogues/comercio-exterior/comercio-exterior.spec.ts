import { describe, expect, it } from '@jest/globals';
import { describeWithMaterial } from '../../../test/material.js';
import { expectSameRows } from '../../../test/same-rows.js';
import { estados } from '../estados.js';
import * as sat from './index.js';

describe('catalogues of Comercio Exterior', () => {
  it('has the incoterms of 2020 and no older one', () => {
    expect(sat.incoterms.has('DPU', '2026-11-21')).toBe(true);
    for (const former of ['DAF', 'DAT', 'DDU', 'DEQ', 'DES']) expect(sat.incoterms.has(former)).toBe(false);
    expect(sat.incoterms.has('FOB', '2024-01-17')).toBe(false);
  });

  it('names the keys that rules speak of', () => {
    expect(sat.motivosTraslado.find(sat.TERCEROS_MOTIVO)?.label).toContain('terceros');
    expect(sat.unidadesAduana.find(sat.UNIDAD_SERVICIO)?.label).toBe('SERVICIO');
  });
});

describeWithMaterial('catalogues of Comercio Exterior 2.0, row by row', () => {
  const since = '2024-01-18';

  it.each([
    ['c_INCOTERM', sat.incoterms, 'incoterms'],
    ['c_MotivoTraslado', sat.motivosTraslado, 'motivos_traslado'],
    ['c_TipoOperacion', sat.tiposOperacion, 'tipos_operacion'],
    ['c_UnidadAduana', sat.unidadesAduana, 'unidades_medida'],
    ['c_ClavePedimento', sat.clavesPedimento, 'claves_pedimentos'],
  ] as const)('%s', (_name, ours, file) => expectSameRows(ours, `cce_20_${file}.tsv`, { since }));

  it('c_Estado is that of CFDI, later', () =>
    expectSameRows(
      { ...estados, entries: estados.entries.map((entry) => ({ ...entry, validFrom: since })) },
      'cce_20_estados.tsv',
      { key: 'estado' },
    ));
});
