import { exigidosPorSector } from '../../reglas/cofepris.js';
import { documentoDe } from '../documento.js';
import { grandesDePrueba } from '../grandes.js';
import { caso, en, mayor, menor, pon, quita, quitaHijos, todos, type Caso, type Mutable } from './caso.js';

/** Rules of the goods. */

const BIEN = 'Mercancias/Mercancia';

const totales: readonly Caso[] = [
  caso('CP-Mercancias-Transporte', menor('01'), quitaHijos('Mercancias', 'Autotransporte')),
  caso('CP-Mercancias-PesoBrutoTotal', menor('01'), pon('Mercancias', { PesoBrutoTotal: '12.501' })),
  caso('CP-Mercancias-PesoNetoTotal', mayor('01'), quita('Mercancias', 'PesoNetoTotal')),
  caso('CP-Mercancias-PesoNetoTotal', menor('02'), pon('Mercancias', { PesoNetoTotal: '1' })),
  caso('CP-Mercancias-PesoNetoTotal', menor('01'), pon('Mercancias', { PesoNetoTotal: '1' })),
  caso('CP-Mercancias-NumTotalMercancias', menor('01'), pon('Mercancias', { NumTotalMercancias: '2' })),
  caso('CP-Mercancias-CargoPorTasacion', menor('01'), pon('Mercancias', { CargoPorTasacion: '1' })),
  caso(
    'CP-Mercancias-LogisticaInversaRecoleccionDevolucion',
    menor('02'),
    pon('Mercancias', { LogisticaInversaRecoleccionDevolucion: 'Sí' }),
  ),
];

const peligrosas: readonly Caso[] = [
  caso('CP-Mercancia-BienesTransp', menor('01'), pon(BIEN, { BienesTransp: '99999999' }), grandesDePrueba),
  caso(
    'CP-Mercancia-MaterialPeligroso',
    menor('01'),
    pon(BIEN, { MaterialPeligroso: 'No' }),
    grandesDePrueba,
  ),
  ...['12352100', '15101505'].map((BienesTransp) =>
    caso('CP-Mercancia-MaterialPeligroso', menor('01'), pon(BIEN, { BienesTransp }), grandesDePrueba),
  ),
  caso(
    'CP-Mercancia-MaterialPeligroso',
    menor('01'),
    pon(BIEN, { BienesTransp: '15101505', MaterialPeligroso: 'No' }),
    grandesDePrueba,
  ),
  caso('CP-Mercancia-CveMaterialPeligroso', mayor('01'), quita(BIEN, 'CveMaterialPeligroso')),
  caso('CP-Mercancia-CveMaterialPeligroso', menor('01'), pon(BIEN, { CveMaterialPeligroso: '1993' })),
  caso(
    'CP-Mercancia-CveMaterialPeligroso-Clave',
    mayor('01'),
    pon(BIEN, { CveMaterialPeligroso: '9999' }),
    grandesDePrueba,
  ),
  caso('CP-Mercancia-Embalaje', mayor('01'), quita(BIEN, 'Embalaje')),
  caso('CP-Mercancia-Embalaje', menor('01'), pon(BIEN, { Embalaje: '1A1' })),
];

/** A second means of transport, as a train's goods go on by road. */
const conAutotransporte = (raiz: Mutable): void => {
  const otro = structuredClone(documentoDe(mayor('01')).raiz) as Mutable;
  en(raiz, 'Mercancias').hijos.push(en(otro, 'Mercancias/Autotransporte'));
};

const detalles: readonly Caso[] = [
  caso('CP-Mercancia-ClaveUnidad', menor('01'), pon(BIEN, { ClaveUnidad: 'ZZZ' }), grandesDePrueba),
  caso('CP-Mercancia-ClaveSTCC', menor('01'), pon(BIEN, { ClaveSTCC: '2911315' })),
  caso('CP-Mercancia-ValorMercancia', menor('03'), quita(BIEN, 'ValorMercancia', 'Moneda')),
  caso('CP-Mercancia-Moneda', menor('03'), quita(BIEN, 'Moneda')),
  caso('CP-Mercancia-Moneda', menor('01'), pon(BIEN, { Moneda: 'MXN' })),
  caso(
    'CP-Mercancia-DetalleMercancia',
    menor('02'),
    todos(quitaHijos(BIEN, 'DetalleMercancia'), quita('Mercancias', 'PesoNetoTotal')),
  ),
  caso('CP-DetalleMercancia-PesoTara', menor('02'), pon(`${BIEN}/DetalleMercancia`, { PesoTara: '0.006' })),
  caso(
    'CP-CantidadTransporta-IDOrigen',
    mayor('01'),
    pon(`${BIEN}/CantidadTransporta`, { IDOrigen: 'OR999999' }),
  ),
  caso(
    'CP-CantidadTransporta-IDDestino',
    mayor('01'),
    pon(`${BIEN}/CantidadTransporta[1]`, { IDDestino: 'DE999999' }),
  ),
  caso(
    'CP-CantidadTransporta-CvesTransporte',
    mayor('01'),
    pon(`${BIEN}/CantidadTransporta`, { CvesTransporte: '03' }),
  ),
  caso(
    'CP-CantidadTransporta-CvesTransporte',
    mayor('04'),
    todos(quita(`${BIEN}/CantidadTransporta`, 'CvesTransporte'), conAutotransporte),
  ),
];

/** Goods of each sector, by their place in the fullest form. */
const sanitarias: readonly Caso[] = ['01', '02', '03', '04', '05'].flatMap((sector) =>
  exigidosPorSector(sector, true).map((nombre) =>
    caso(`CP-Mercancia-${nombre}`, mayor('01'), quita(`${BIEN}[${Number(sector)}]`, nombre)),
  ),
);

const DOCUMENTO = `${BIEN}/DocumentacionAduanera`;
const aduanales: readonly Caso[] = [
  caso('CP-Mercancia-TipoMateria', mayor('01'), quita(BIEN, 'TipoMateria', 'DescripcionMateria')),
  caso('CP-Mercancia-TipoMateria', menor('01'), pon(BIEN, { TipoMateria: '01' })),
  caso('CP-Mercancia-DescripcionMateria', mayor('01'), quita(BIEN, 'DescripcionMateria')),
  caso(
    'CP-Mercancia-FraccionArancelaria',
    menor('01'),
    pon(BIEN, { FraccionArancelaria: '9999999999' }),
    grandesDePrueba,
  ),
  caso('CP-Mercancia-DocumentacionAduanera', mayor('01'), quitaHijos(BIEN, 'DocumentacionAduanera')),
  caso('CP-DocumentacionAduanera-NumPedimento', mayor('01'), quita(DOCUMENTO, 'NumPedimento')),
  caso(
    'CP-DocumentacionAduanera-NumPedimento-Clave',
    mayor('01'),
    pon(DOCUMENTO, { NumPedimento: '26  99  1029  6000123' }),
  ),
  caso(
    'CP-DocumentacionAduanera-NumPedimento-Clave',
    mayor('01'),
    pon(DOCUMENTO, { NumPedimento: '26  16  1029  6000124' }),
    grandesDePrueba,
  ),
  caso(
    'CP-DocumentacionAduanera-IdentDocAduanero',
    mayor('01'),
    quita(`${DOCUMENTO}[1]`, 'IdentDocAduanero'),
  ),
  caso('CP-DocumentacionAduanera-RFCImpo', mayor('01'), quita(DOCUMENTO, 'RFCImpo')),
  caso('CP-DocumentacionAduanera-RFCImpo', mayor('01'), pon(`${DOCUMENTO}[1]`, { RFCImpo: 'EKU9003173C9' })),
];

export const casosDeMercancias: readonly Caso[] = [
  ...totales,
  ...peligrosas,
  ...detalles,
  ...sanitarias,
  ...aduanales,
];
