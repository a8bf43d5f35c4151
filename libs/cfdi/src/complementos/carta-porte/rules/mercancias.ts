import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { numberOf, forbidAttribute, cpRule, sumOf, hasAttribute, type CpRule } from './common.js';
import { childOf, type View } from './view.js';

const detailsOf = ({ bienes }: View): readonly XmlNode[] =>
  bienes.map((bien) => childOf(bien, 'DetalleMercancia')).filter((one) => one !== undefined);

const allInUnidad = (details: readonly XmlNode[], unidad: string | undefined): boolean =>
  details.every(({ attributes }) => attributes['UnidadPesoMerc'] === unidad);

/** What the goods weigh together in UnidadPeso, as far as they say it: in kilograms, and in their details. */
function sumGrossWeights(view: View): bigint[] {
  const unidad = view.mercancias.attributes['UnidadPeso'];
  const details = detailsOf(view);
  return [
    ...(unidad === 'KGM' ? [sumOf(view.bienes, 'PesoEnKg')] : []),
    ...(details.length === view.bienes.length && allInUnidad(details, unidad)
      ? [sumOf(details, 'PesoBruto')]
      : []),
  ];
}

/** Totals of the goods, and which means of transport carry them. */
export const mercanciasRules: readonly CpRule<View>[] = [
  cpRule(
    'CP-Mercancias-Transporte',
    'Hay al menos un medio de transporte: Autotransporte, TransporteMaritimo, TransporteAereo o TransporteFerroviario.',
    'There is at least one means of transport: Autotransporte, TransporteMaritimo, TransporteAereo or TransporteFerroviario.',
    ({ mercancias, transportes }) => transportes.size === 0 && placeOf(mercancias, 'Autotransporte'),
  ),
  cpRule(
    'CP-Mercancias-PesoBrutoTotal',
    'El peso bruto total es la suma de los pesos de las mercancías.',
    "The total gross weight is the sum of the goods' weights.",
    (view) => {
      const pesos = sumGrossWeights(view);
      const total = numberOf(view.mercancias, 'PesoBrutoTotal');
      return pesos.length > 0 && !pesos.includes(total) && placeOf(view.mercancias, 'PesoBrutoTotal');
    },
  ),
  cpRule(
    'CP-Mercancias-PesoNetoTotal',
    'El peso neto total es la suma de los pesos netos de DetalleMercancia, y va solo con ellos.',
    'The total net weight is the sum of the net weights of DetalleMercancia, and goes with them only.',
    (view) => {
      const { mercancias } = view;
      const details = detailsOf(view);
      if (hasAttribute(mercancias, 'PesoNetoTotal') !== details.length > 0)
        return placeOf(mercancias, 'PesoNetoTotal');
      return (
        details.length > 0 &&
        allInUnidad(details, mercancias.attributes['UnidadPeso']) &&
        numberOf(mercancias, 'PesoNetoTotal') !== sumOf(details, 'PesoNeto') &&
        placeOf(mercancias, 'PesoNetoTotal')
      );
    },
  ),
  cpRule(
    'CP-Mercancias-NumTotalMercancias',
    'El número total de mercancías es el de los nodos Mercancia.',
    'The total number of goods is that of the Mercancia nodes.',
    ({ mercancias, bienes }) =>
      Number(mercancias.attributes['NumTotalMercancias']) !== bienes.length &&
      placeOf(mercancias, 'NumTotalMercancias'),
  ),
  cpRule(
    'CP-Mercancias-CargoPorTasacion',
    'El cargo por tasación es del transporte aéreo.',
    'The appraisal charge is of transport by air.',
    ({ mercancias, aereo }) => forbidAttribute(mercancias, 'CargoPorTasacion', aereo === undefined),
  ),
  cpRule(
    'CP-Mercancias-LogisticaInversaRecoleccionDevolucion',
    'La logística inversa, recolección o devolución es del autotransporte.',
    'Reverse logistics, collection or return is of transport by road.',
    ({ mercancias, autotransporte }) =>
      forbidAttribute(mercancias, 'LogisticaInversaRecoleccionDevolucion', autotransporte === undefined),
  ),
];
