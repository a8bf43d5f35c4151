import { describe, expect, it } from '@jest/globals';
import { standardsFor } from '#cfdi/schemas/standards/index';
import { bancos, tiposContrato, tiposPercepcion } from '#sat';
import { catalogueLabel } from './labels.js';

type Forma = ReturnType<typeof standardsFor>[number]['root'];
const cataloguesOf = ({ attributes, children }: Forma): string[] => [
  ...[...attributes.values()].flatMap(({ type }) => type.catalogue ?? []),
  ...children.flatMap(({ element }) => cataloguesOf(element)),
];

/** A key of every catalogue whose labels are built in. */
const KEYS: Readonly<Record<string, readonly [key: string, label: string]>> = {
  c_Banco: ['002', 'BANAMEX'],
  c_ClaveHYP: ['15101514', 'Gasolina'],
  c_ClavePedimento: ['A1', 'IMPORTACION O EXPORTACION DEFINITIVA'],
  c_ClaveUnidad: ['H87', 'Pieza'],
  c_ClaveUnidadPeso: ['KGM', 'Kilogramo'],
  c_TipoPermiso: ['TPAF01', 'Autotransporte Federal de carga general'],
  c_Estado: ['JAL', 'Jalisco'],
};

/** Large catalogues, of which nothing is built in, and keys that are their own label. */
const WITHOUT = new Set([
  ...[
    'c_ClaveProdServCP',
    'c_CodigoPostal',
    'c_Colonia',
    'c_Estaciones',
    'c_FraccionArancelaria',
    'c_Localidad',
  ],
  ...['c_MaterialPeligroso', 'c_Municipio', 'c_TipoFactor', 'c_ClaveProdServ'],
  // Keys of standards that a document may carry as XML only, shown as they are.
  ...['Actividades', 'ClavePedimento', 'ClavePagoPedimento', 'Meses', 'SubActividad', 'Tareas'],
  ...[
    'c_ClaveTipoCombustible',
    'c_EntidadesFederativas',
    'c_TasaCuota',
    'c_TipoContribuyenteSujetoRetencion',
  ],
]);

describe('labels', () => {
  const used = [
    ...new Set(
      [...standardsFor('comprobante'), ...standardsFor('concepto')].flatMap(({ root }) => cataloguesOf(root)),
    ),
  ].sort();

  it.each(Object.entries(KEYS))('%s', (catalogue, [key, label]) => {
    expect(catalogueLabel(catalogue, key)).toContain(label);
  });

  it('knows every catalogue that complements name', () => {
    const known = (catalogue: string): boolean =>
      catalogue in KEYS || tried.some((key) => catalogueLabel(catalogue, key) !== undefined);
    expect(used.length).toBeGreaterThan(40);
    expect(used.filter((catalogue) => !known(catalogue) && !WITHOUT.has(catalogue))).toEqual([]);
  });

  it('distinguishes places of different countries, and unknown from known keys', () => {
    expect(catalogueLabel('c_Estado', 'TX', 'USA')).toBe('Texas');
    expect(catalogueLabel('c_Estado', 'TX', 'FRA')).toBeUndefined();
    expect(catalogueLabel('c_TipoContrato', '01')).toBe(tiposContrato.find('01')?.label);
    expect(catalogueLabel('c_TipoPercepcion', '001')).toBe(tiposPercepcion.find('001')?.label);
    expect(catalogueLabel('c_Banco', '002')).toBe(bancos.find('002')?.label);
    expect(catalogueLabel('c_Banco', 'no')).toBeUndefined();
    expect(catalogueLabel('c_Nada', '01')).toBeUndefined();
    expect(catalogueLabel('c_Colonia', '0001', '06300')).toBeUndefined();
  });
});

/** One of these is a key of any catalogue. */
const tried = [
  ...[
    '01',
    '1',
    '001',
    'A1',
    'FOB',
    'MXN',
    'MEX',
    'O',
    'IP',
    'CM001',
    'B01',
    'CA001',
    'C2',
    'CTR001',
    'CGS',
    'SIN',
    'ANG',
  ],
  ...[
    'CDP001',
    'TC01',
    'TS01',
    'TT01',
    'PT01',
    'IMD',
    '1A1',
    'CGC',
    'G03',
    'S01',
    'PUE',
    '002',
    '06',
    '601',
    'SP16',
  ],
  ...['CDP114', 'ANG030/2024', 'TSG01', 'TSC01', 'Tasa', 'PER01', '03', '99'],
];
