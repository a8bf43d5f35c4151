import { requiredIn } from '../../rules/cofepris.js';
import { documentOf } from '../document.js';
import { testLarge } from '../large.js';
import {
  toCase,
  nodeAt,
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
  toCase('CP-Mercancias-Transporte', lessThan('01'), removeChildren('Mercancias', 'Autotransporte')),
  toCase(
    'CP-Mercancias-PesoBrutoTotal',
    lessThan('01'),
    setAttributes('Mercancias', { PesoBrutoTotal: '12.501' }),
  ),
  toCase('CP-Mercancias-PesoNetoTotal', largestOf('01'), removeAttributes('Mercancias', 'PesoNetoTotal')),
  toCase('CP-Mercancias-PesoNetoTotal', lessThan('02'), setAttributes('Mercancias', { PesoNetoTotal: '1' })),
  toCase('CP-Mercancias-PesoNetoTotal', lessThan('01'), setAttributes('Mercancias', { PesoNetoTotal: '1' })),
  toCase(
    'CP-Mercancias-NumTotalMercancias',
    lessThan('01'),
    setAttributes('Mercancias', { NumTotalMercancias: '2' }),
  ),
  toCase(
    'CP-Mercancias-CargoPorTasacion',
    lessThan('01'),
    setAttributes('Mercancias', { CargoPorTasacion: '1' }),
  ),
  toCase(
    'CP-Mercancias-LogisticaInversaRecoleccionDevolucion',
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
  toCase(
    'CP-Mercancia-MaterialPeligroso',
    lessThan('01'),
    setAttributes(BIEN, { MaterialPeligroso: 'No' }),
    testLarge,
  ),
  ...['12352100', '15101505'].map((BienesTransp) =>
    toCase(
      'CP-Mercancia-MaterialPeligroso',
      lessThan('01'),
      setAttributes(BIEN, { BienesTransp }),
      testLarge,
    ),
  ),
  toCase(
    'CP-Mercancia-MaterialPeligroso',
    lessThan('01'),
    setAttributes(BIEN, { BienesTransp: '15101505', MaterialPeligroso: 'No' }),
    testLarge,
  ),
  toCase(
    'CP-Mercancia-CveMaterialPeligroso',
    largestOf('01'),
    removeAttributes(BIEN, 'CveMaterialPeligroso'),
  ),
  toCase(
    'CP-Mercancia-CveMaterialPeligroso',
    lessThan('01'),
    setAttributes(BIEN, { CveMaterialPeligroso: '1993' }),
  ),
  toCase(
    'CP-Mercancia-CveMaterialPeligroso-Clave',
    largestOf('01'),
    setAttributes(BIEN, { CveMaterialPeligroso: '9999' }),
    testLarge,
  ),
  toCase('CP-Mercancia-Embalaje', largestOf('01'), removeAttributes(BIEN, 'Embalaje')),
  toCase('CP-Mercancia-Embalaje', lessThan('01'), setAttributes(BIEN, { Embalaje: '1A1' })),
];

/** A second means of transport, as a train's goods go on by road. */
const withAutotransporte = (root: Mutable): void => {
  const other = structuredClone(documentOf(largestOf('01')).root) as Mutable;
  nodeAt(root, 'Mercancias').children.push(nodeAt(other, 'Mercancias/Autotransporte'));
};

const details: readonly Case[] = [
  toCase('CP-Mercancia-ClaveUnidad', lessThan('01'), setAttributes(BIEN, { ClaveUnidad: 'ZZZ' }), testLarge),
  toCase('CP-Mercancia-ClaveSTCC', lessThan('01'), setAttributes(BIEN, { ClaveSTCC: '2911315' })),
  toCase('CP-Mercancia-ValorMercancia', lessThan('03'), removeAttributes(BIEN, 'ValorMercancia', 'Moneda')),
  toCase('CP-Mercancia-Moneda', lessThan('03'), removeAttributes(BIEN, 'Moneda')),
  toCase('CP-Mercancia-Moneda', lessThan('01'), setAttributes(BIEN, { Moneda: 'MXN' })),
  toCase(
    'CP-Mercancia-DetalleMercancia',
    lessThan('02'),
    all(removeChildren(BIEN, 'DetalleMercancia'), removeAttributes('Mercancias', 'PesoNetoTotal')),
  ),
  toCase(
    'CP-DetalleMercancia-PesoTara',
    lessThan('02'),
    setAttributes(`${BIEN}/DetalleMercancia`, { PesoTara: '0.006' }),
  ),
  toCase(
    'CP-CantidadTransporta-IDOrigen',
    largestOf('01'),
    setAttributes(`${BIEN}/CantidadTransporta`, { IDOrigen: 'OR999999' }),
  ),
  toCase(
    'CP-CantidadTransporta-IDDestino',
    largestOf('01'),
    setAttributes(`${BIEN}/CantidadTransporta[1]`, { IDDestino: 'DE999999' }),
  ),
  toCase(
    'CP-CantidadTransporta-CvesTransporte',
    largestOf('01'),
    setAttributes(`${BIEN}/CantidadTransporta`, { CvesTransporte: '03' }),
  ),
  toCase(
    'CP-CantidadTransporta-CvesTransporte',
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
  toCase(
    'CP-Mercancia-TipoMateria',
    largestOf('01'),
    removeAttributes(BIEN, 'TipoMateria', 'DescripcionMateria'),
  ),
  toCase('CP-Mercancia-TipoMateria', lessThan('01'), setAttributes(BIEN, { TipoMateria: '01' })),
  toCase('CP-Mercancia-DescripcionMateria', largestOf('01'), removeAttributes(BIEN, 'DescripcionMateria')),
  toCase(
    'CP-Mercancia-FraccionArancelaria',
    lessThan('01'),
    setAttributes(BIEN, { FraccionArancelaria: '9999999999' }),
    testLarge,
  ),
  toCase(
    'CP-Mercancia-DocumentacionAduanera',
    largestOf('01'),
    removeChildren(BIEN, 'DocumentacionAduanera'),
  ),
  toCase(
    'CP-DocumentacionAduanera-NumPedimento',
    largestOf('01'),
    removeAttributes(DOCUMENT, 'NumPedimento'),
  ),
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
  toCase(
    'CP-DocumentacionAduanera-IdentDocAduanero',
    largestOf('01'),
    removeAttributes(`${DOCUMENT}[1]`, 'IdentDocAduanero'),
  ),
  toCase('CP-DocumentacionAduanera-RFCImpo', largestOf('01'), removeAttributes(DOCUMENT, 'RFCImpo')),
  toCase(
    'CP-DocumentacionAduanera-RFCImpo',
    largestOf('01'),
    setAttributes(`${DOCUMENT}[1]`, { RFCImpo: 'EKU9003173C9' }),
  ),
];

export const mercanciasCases: readonly Case[] = [
  ...totales,
  ...peligrosas,
  ...details,
  ...sanitarias,
  ...aduanales,
];
