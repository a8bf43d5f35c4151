import { describe, expect, it } from '@jest/globals';
import { describeWithMaterial } from '../../../test/material.js';
import { expectSameRows } from '../../../test/same-rows.js';
import * as sat from './index.js';

describe('rules between the catalogues of hidrocarburos y petrolíferos', () => {
  it('says which subproducts a product key takes', () => {
    expect(sat.isSubproductoAllowed('15101514', 'SP16')).toBe(true);
    expect(sat.isSubproductoAllowed('15101514', 'SP17')).toBe(false);
    expect(sat.isSubproductoAllowed('15101515', 'SP17')).toBe(true);
    expect(sat.isSubproductoAllowed('15101505', 'SP48')).toBe(true);
    expect(sat.isSubproductoAllowed('15101505', 'SP16')).toBe(false);
    expect(sat.isSubproductoAllowed('15101506', 'SP18')).toBe(false);
  });

  it.each([
    ['PER01', 'PL/12345/EXP/ES/2015', true],
    ['PER01', 'PL//EXP/ES/2015', false],
    ['PER01', 'PL/12345/EXP/ES/15', false],
    ['PER01', 'CNE/PL/12345/EXP/ES/2025', false],
    ['PER02', 'H/1234/COM/2020', true],
    ['PER02', 'H/123/COM/2020', false],
    ['PER05', 'CNE/PL/12345/EXP/ES/2025', true],
    ['PER10', '#AB12cd34EF56gh', true],
    ['PER10', '#AB12cd34EF56g', false],
    ['PER11', 'F00.07.UH/1/2025', true],
    ['PER11', 'F00x07xUH/1/2025', false],
    ['PER12', 'PL/12345/EXP/ES/2015', false],
  ])('%s takes %s: %s', (type, number, valid) => expect(sat.isNumeroPermisoValid(type, number)).toBe(valid));
});

describeWithMaterial('catalogues of hidrocarburos y petrolíferos 1.0, row by row', () => {
  const label = 'descripcion';

  it('c_ClaveHYP', () =>
    expectSameRows(sat.clavesHyp, 'hyp_10_claves_hyp.tsv', {
      label,
      facts: (entry, row) => {
        expect(entry.unidad).toBe(row['clave_unidad']);
        expect(entry.subproductos.join(', ')).toBe(row['subproductos']);
      },
    }));

  it('c_SubProductoHYP', () =>
    expectSameRows(sat.subproductosHyp, 'hyp_10_subproductos_hyp.tsv', {
      label,
      facts: (entry, row) => expect(entry.categoria).toBe(row['categoria']),
    }));

  it('c_TipoPermiso, with the forms of their numbers', () => {
    const written = (pattern: string) =>
      pattern.replaceAll('\\/', '/').replaceAll('[0-9]', '\\d').replace('[a-zA-Z0-9]', '[A-Za-z\\d]');
    expectSameRows(sat.tiposPermisoHyp, 'hyp_10_tipos_permisos.tsv', {
      label,
      facts: (entry, row) => expect(written(entry.numero.source)).toBe(written(`^${row['patron']}$`)),
    });
  });
});
