import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { builtInCatalogues } from './built-in.js';
import { openCatalogueFolder } from './directory.js';
import { loadCatalogues } from './load/load.js';
import { withNewerPlaces } from './newer-places.js';
import type { LargeCatalogues } from './port.js';
import { temporaryFolder, tsv } from './testing.js';

describe('places that are newer than the edition', () => {
  const from = temporaryFolder({
    'cfdi_40_codigos_postales.tsv': tsv(
      ['id', 'estado', 'municipio', 'localidad', 'estimulo_frontera', 'vigencia_desde', 'vigencia_hasta'],
      [
        ['06000', 'CMX', '015', '06', '0', '2022-01-01', ''],
        ['06001', 'CMX', '015', '06', '0', '2022-01-01', '2024-12-31'],
      ],
    ),
    'cfdi_40_colonias.tsv': tsv(['codigo_postal', 'colonia', 'texto'], [['06000', '0001', 'Centro']]),
  });
  const to = temporaryFolder();
  let catalogues: LargeCatalogues;
  beforeAll(() => {
    loadCatalogues({ from: from.path, to: to.path });
    catalogues = withNewerPlaces(openCatalogueFolder(to.path).catalogues);
  });
  afterAll(() => [from, to].forEach((folder) => folder.remove()));

  it.each([
    ['that is held', '06000', true],
    ['in the range of a state', '06002', true],
    ['that has ended', '06001', false],
    ['in no range', '00100', false],
    ['that is malformed', '6000', false],
  ])('a postal code %s: %s is accepted: %j', (_, zip, accepted) =>
    expect(catalogues.codigosPostales.accepts(zip, '2026-11-21')).toBe(accepted),
  );

  it.each([
    ['of a code that is held', '06000', '0001', true],
    ['that a code that is held does not have', '06000', '0002', false],
    ['of a newer code', '06002', '0002', true],
    ['that is malformed', '06002', '2', false],
    ['of a code in no range', '00100', '0001', false],
  ])('a colonia %s: %s %s is accepted: %j', (_, zip, key, accepted) =>
    expect(catalogues.colonias.accepts(zip, key, '2026-11-21')).toBe(accepted),
  );

  it('changes nothing for catalogues that are not loaded', () => {
    const places = withNewerPlaces(builtInCatalogues);
    expect(places.codigosPostales.accepts('00100')).toBe(builtInCatalogues.codigosPostales.accepts('00100'));
    expect(places.productos).toBe(builtInCatalogues.productos);
  });
});
