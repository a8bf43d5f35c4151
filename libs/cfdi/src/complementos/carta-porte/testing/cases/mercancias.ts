import { requiredIn } from '../../rules/cofepris.js';
import { documentOf } from '../document.js';
import { testLarge } from '../large.js';
import {
  toCase,
  addChild,
  newNode,
  nodeAt,
  traslado,
  largestOf,
  lessThan,
  setAttributes,
  removeAttributes,
  removeChildren,
  all,
  type Case,
  type Mutable,
} from './case.js';

/** Rules of the goods. */

const BIEN = 'Mercancias/Mercancia';

const totales: readonly Case[] = [
  toCase('CP148', lessThan('01'), removeChildren('Mercancias', 'Autotransporte')),
  toCase('CP149', lessThan('01'), setAttributes('Mercancias', { PesoBrutoTotal: '12.501' })),
  toCase(
    'CP149',
    lessThan('03'),
    setAttributes('Mercancias', { PesoBrutoTotal: '0.013', UnidadPeso: 'TNE' }),
  ),
  toCase('CP149', largestOf('04'), setAttributes('Mercancias', { PesoBrutoTotal: '2100.749' })),
  toCase('CP150', lessThan('02'), setAttributes('Mercancias', { PesoBrutoTotal: '12.501' })),
  toCase('CP151', largestOf('02'), removeAttributes('Mercancias', 'PesoNetoTotal')),
  toCase('CP151', lessThan('02'), setAttributes('Mercancias', { PesoNetoTotal: '1' })),
  toCase('CP152', lessThan('04'), removeAttributes('Mercancias', 'PesoNetoTotal')),
  toCase('CP152', largestOf('04'), setAttributes('Mercancias', { PesoNetoTotal: '70.124' })),
  toCase('CP154', lessThan('01'), setAttributes('Mercancias', { NumTotalMercancias: '2' })),
  toCase(
    'CP-Mercancias-CargoPorTasacion',
    lessThan('01'),
    setAttributes('Mercancias', { CargoPorTasacion: '1' }),
  ),
  toCase(
    'CP153',
    lessThan('02'),
    setAttributes('Mercancias', { LogisticaInversaRecoleccionDevolucion: 'Sí' }),
  ),
];

const peligrosas: readonly Case[] = [
  toCase(
    'CP-Mercancia-BienesTransp',
    lessThan('01'),
    setAttributes(BIEN, { BienesTransp: '99999999' }),
    testLarge,
  ),
  toCase('CP155', lessThan('01'), setAttributes(BIEN, { MaterialPeligroso: 'No' }), testLarge),
  ...['12352100', '15101505'].map((BienesTransp) =>
    toCase('CP155', lessThan('01'), setAttributes(BIEN, { BienesTransp }), testLarge),
  ),
  toCase(
    'CP155',
    lessThan('01'),
    setAttributes(BIEN, { BienesTransp: '15101505', MaterialPeligroso: 'No' }),
    testLarge,
  ),
  toCase('CP156', largestOf('01'), removeAttributes(BIEN, 'CveMaterialPeligroso')),
  toCase('CP156', lessThan('01'), setAttributes(BIEN, { CveMaterialPeligroso: '1993' })),
  toCase(
    'CP-Mercancia-CveMaterialPeligroso-Clave',
    largestOf('01'),
    setAttributes(BIEN, { CveMaterialPeligroso: '9999' }),
    testLarge,
  ),
  toCase('CP157', largestOf('01'), removeAttributes(BIEN, 'Embalaje')),
  toCase('CP157', lessThan('01'), setAttributes(BIEN, { Embalaje: '1A1' })),
];

/** A second means of transport, as a train's goods go on by road. */
export const withAutotransporte = (root: Mutable): void => {
  const other = structuredClone(documentOf(largestOf('01')).root) as Mutable;
  nodeAt(root, 'Mercancias').children.push(nodeAt(other, 'Mercancias/Autotransporte'));
};

const details: readonly Case[] = [
  toCase('CP-Mercancia-ClaveUnidad', lessThan('01'), setAttributes(BIEN, { ClaveUnidad: 'ZZZ' }), testLarge),
  toCase('CP-Mercancia-ClaveSTCC', lessThan('01'), setAttributes(BIEN, { ClaveSTCC: '2911315' })),
  toCase('CP167', lessThan('03'), removeAttributes(BIEN, 'ValorMercancia', 'Moneda')),
  toCase('CP168', lessThan('03'), removeAttributes(BIEN, 'Moneda')),
  toCase('CP168', lessThan('01'), setAttributes(BIEN, { Moneda: 'MXN' })),
  toCase(
    'CP181',
    lessThan('02'),
    all(removeChildren(BIEN, 'DetalleMercancia'), removeAttributes('Mercancias', 'PesoNetoTotal')),
  ),
  toCase(
    'CP181',
    lessThan('01'),
    addChild(BIEN, () => newNode('DetalleMercancia', {})),
  ),
  ...['31181701', '24112700'].map((BienesTransp) =>
    toCase('CP177', traslado, setAttributes(BIEN, { BienesTransp })),
  ),
  toCase('CP178', largestOf('01'), setAttributes(`${BIEN}/CantidadTransporta`, { IDOrigen: 'OR999999' })),
  toCase('CP179', largestOf('01'), setAttributes(`${BIEN}/CantidadTransporta[1]`, { IDDestino: 'DE999999' })),
  toCase('CP180', largestOf('01'), setAttributes(`${BIEN}/CantidadTransporta`, { CvesTransporte: '03' })),
  toCase(
    'CP180',
    largestOf('04'),
    all(removeAttributes(`${BIEN}/CantidadTransporta`, 'CvesTransporte'), withAutotransporte),
  ),
];

/** Goods of each sector, by their place in the fullest form. */
const sanitarias: readonly Case[] = ['01', '02', '03', '04', '05'].flatMap((sector) =>
  requiredIn(sector, true).map((name) =>
    toCase(`CP-Mercancia-${name}`, largestOf('01'), removeAttributes(`${BIEN}[${Number(sector)}]`, name)),
  ),
);

const DOCUMENT = `${BIEN}/DocumentacionAduanera`;
const aduanales: readonly Case[] = [
  toCase('CP170', largestOf('01'), removeAttributes(BIEN, 'TipoMateria', 'DescripcionMateria')),
  toCase('CP170', lessThan('01'), setAttributes(BIEN, { TipoMateria: '01' })),
  toCase('CP171', largestOf('01'), removeAttributes(BIEN, 'DescripcionMateria')),
  toCase(
    'CP-Mercancia-FraccionArancelaria',
    lessThan('01'),
    setAttributes(BIEN, { FraccionArancelaria: '9999999999' }),
    testLarge,
  ),
  toCase('CP172', largestOf('01'), removeChildren(BIEN, 'DocumentacionAduanera')),
  toCase(
    'CP172',
    lessThan('01'),
    addChild(BIEN, () =>
      newNode('DocumentacionAduanera', { TipoDocumento: '12', IdentDocAduanero: 'Cuaderno ATA 1' }),
    ),
  ),
  toCase(
    'CP173',
    lessThan('01', { internacional: 'Salida' }),
    addChild(BIEN, () =>
      newNode('DocumentacionAduanera', { TipoDocumento: '01', NumPedimento: '26  16  1029  6000123' }),
    ),
  ),
  toCase('CP174', largestOf('01'), removeAttributes(DOCUMENT, 'NumPedimento')),
  toCase(
    'CP-DocumentacionAduanera-NumPedimento-Clave',
    largestOf('01'),
    setAttributes(DOCUMENT, { NumPedimento: '26  99  1029  6000123' }),
  ),
  toCase(
    'CP-DocumentacionAduanera-NumPedimento-Clave',
    largestOf('01'),
    setAttributes(DOCUMENT, { NumPedimento: '26  16  1029  6000124' }),
    testLarge,
  ),
  toCase('CP175', largestOf('01'), removeAttributes(`${DOCUMENT}[1]`, 'IdentDocAduanero')),
  toCase('CP176', largestOf('01'), removeAttributes(DOCUMENT, 'RFCImpo')),
  toCase('CP176', largestOf('01'), setAttributes(`${DOCUMENT}[1]`, { RFCImpo: 'EKU9003173C9' })),
];

export const mercanciasCases: readonly Case[] = [
  ...totales,
  ...peligrosas,
  ...details,
  ...sanitarias,
  ...aduanales,
];
