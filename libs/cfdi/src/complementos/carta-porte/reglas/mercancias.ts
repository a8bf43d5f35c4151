import type { Nodo } from '../../../parsed.js';
import { lugar } from '../../../reglas/regla.js';
import { numero, prohibe, reglaCp, sumaDe, tiene, type ReglaCp } from './comun.js';
import { hijo, type Vista } from './vista.js';

const detallesDe = ({ bienes }: Vista): readonly Nodo[] =>
  bienes.map((bien) => hijo(bien, 'DetalleMercancia')).filter((uno) => uno !== undefined);

const enUnidad = (detalles: readonly Nodo[], unidad: string | undefined): boolean =>
  detalles.every(({ atributos }) => atributos['UnidadPesoMerc'] === unidad);

/** What the goods weigh together in UnidadPeso, as far as they say it: in kilograms, and in their details. */
function pesosBrutos(vista: Vista): bigint[] {
  const unidad = vista.mercancias.atributos['UnidadPeso'];
  const detalles = detallesDe(vista);
  return [
    ...(unidad === 'KGM' ? [sumaDe(vista.bienes, 'PesoEnKg')] : []),
    ...(detalles.length === vista.bienes.length && enUnidad(detalles, unidad)
      ? [sumaDe(detalles, 'PesoBruto')]
      : []),
  ];
}

/** Totals of the goods, and which means of transport carry them. */
export const reglasMercancias: readonly ReglaCp<Vista>[] = [
  reglaCp(
    'CP-Mercancias-Transporte',
    'Hay al menos un medio de transporte: Autotransporte, TransporteMaritimo, TransporteAereo o TransporteFerroviario.',
    'There is at least one means of transport: Autotransporte, TransporteMaritimo, TransporteAereo or TransporteFerroviario.',
    ({ mercancias, transportes }) => transportes.size === 0 && lugar(mercancias, 'Autotransporte'),
  ),
  reglaCp(
    'CP-Mercancias-PesoBrutoTotal',
    'El peso bruto total es la suma de los pesos de las mercancías.',
    "The total gross weight is the sum of the goods' weights.",
    (vista) => {
      const pesos = pesosBrutos(vista);
      const total = numero(vista.mercancias, 'PesoBrutoTotal');
      return pesos.length > 0 && !pesos.includes(total) && lugar(vista.mercancias, 'PesoBrutoTotal');
    },
  ),
  reglaCp(
    'CP-Mercancias-PesoNetoTotal',
    'El peso neto total es la suma de los pesos netos de DetalleMercancia, y va solo con ellos.',
    'The total net weight is the sum of the net weights of DetalleMercancia, and goes with them only.',
    (vista) => {
      const { mercancias } = vista;
      const detalles = detallesDe(vista);
      if (tiene(mercancias, 'PesoNetoTotal') !== detalles.length > 0)
        return lugar(mercancias, 'PesoNetoTotal');
      return (
        detalles.length > 0 &&
        enUnidad(detalles, mercancias.atributos['UnidadPeso']) &&
        numero(mercancias, 'PesoNetoTotal') !== sumaDe(detalles, 'PesoNeto') &&
        lugar(mercancias, 'PesoNetoTotal')
      );
    },
  ),
  reglaCp(
    'CP-Mercancias-NumTotalMercancias',
    'El número total de mercancías es el de los nodos Mercancia.',
    'The total number of goods is that of the Mercancia nodes.',
    ({ mercancias, bienes }) =>
      Number(mercancias.atributos['NumTotalMercancias']) !== bienes.length &&
      lugar(mercancias, 'NumTotalMercancias'),
  ),
  reglaCp(
    'CP-Mercancias-CargoPorTasacion',
    'El cargo por tasación es del transporte aéreo.',
    'The appraisal charge is of transport by air.',
    ({ mercancias, aereo }) => prohibe(mercancias, 'CargoPorTasacion', aereo === undefined),
  ),
  reglaCp(
    'CP-Mercancias-LogisticaInversaRecoleccionDevolucion',
    'La logística inversa, recolección o devolución es del autotransporte.',
    'Reverse logistics, collection or return is of transport by road.',
    ({ mercancias, autotransporte }) =>
      prohibe(mercancias, 'LogisticaInversaRecoleccionDevolucion', autotransporte === undefined),
  ),
];
