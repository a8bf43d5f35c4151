import type { XmlNode } from '../../../parsed.js';
import { placeOf } from '../../../rules/rule.js';
import { numberOf, forbidAttribute, cpRule, sumOf, type CpRule } from './common.js';
import { childOf, childrenOf, type View } from './view.js';

const detailsOf = ({ bienes }: View): readonly XmlNode[] =>
  bienes.map((bien) => childOf(bien, 'DetalleMercancia')).filter((one) => one !== undefined);

/** Whether the goods' details weigh in the unit of the totals, so that they add up to them. */
const allInUnidad = (details: readonly XmlNode[], { mercancias }: View): boolean =>
  details.every(({ attributes }) => attributes['UnidadPesoMerc'] === mercancias.attributes['UnidadPeso']);

/** Where a total of the goods is missing or another than `sum`. */
const differs = ({ mercancias }: View, name: string, sum: bigint) =>
  numberOf(mercancias, name) !== sum && placeOf(mercancias, name);

/** A total by sea: the sum over DetalleMercancia. What lacks its details is CP181's. */
function differsFromDetails(view: View, total: string, part: string) {
  const details = detailsOf(view);
  if (view.maritimo === undefined || details.length < view.bienes.length) return false;
  return allInUnidad(details, view) && differs(view, total, sumOf(details, part));
}

/** Totals of the goods, and which means of transport carry them. */
export const mercanciasRules: readonly CpRule<View>[] = [
  cpRule(
    'CP148',
    'Debe registrarse al menos un medio de transporte: Autotransporte, TransporteMaritimo, TransporteAereo o TransporteFerroviario.',
    'Give at least one means of transport: Autotransporte, TransporteMaritimo, TransporteAereo or TransporteFerroviario.',
    ({ mercancias, transportes }) => transportes.size === 0 && placeOf(mercancias, 'Autotransporte'),
  ),
  cpRule(
    'CP149',
    'PesoBrutoTotal debe ser la suma de los PesoEnKg de las mercancías (en los transportes por carretera, aéreo y ferroviario).',
    'PesoBrutoTotal must be the sum of the PesoEnKg of the goods (for transport by road, air and rail).',
    (view) => view.maritimo === undefined && differs(view, 'PesoBrutoTotal', sumOf(view.bienes, 'PesoEnKg')),
  ),
  cpRule(
    'CP150',
    'En el transporte marítimo PesoBrutoTotal debe ser la suma de los PesoBruto de DetalleMercancia.',
    'For transport by sea PesoBrutoTotal must be the sum of the PesoBruto of DetalleMercancia.',
    (view) => differsFromDetails(view, 'PesoBrutoTotal', 'PesoBruto'),
  ),
  cpRule(
    'CP151',
    'En el transporte marítimo PesoNetoTotal debe ser la suma de los PesoNeto de DetalleMercancia.',
    'For transport by sea PesoNetoTotal must be the sum of the PesoNeto of DetalleMercancia.',
    (view) => differsFromDetails(view, 'PesoNetoTotal', 'PesoNeto'),
  ),
  cpRule(
    'CP152',
    'En el transporte ferroviario PesoNetoTotal debe ser la suma de las ToneladasNetasCarro de los carros.',
    'For transport by rail PesoNetoTotal must be the sum of the ToneladasNetasCarro of the cars.',
    (view) =>
      view.ferroviario !== undefined &&
      view.maritimo === undefined &&
      differs(view, 'PesoNetoTotal', sumOf(childrenOf(view.ferroviario, 'Carro'), 'ToneladasNetasCarro')),
  ),
  cpRule(
    'CP153',
    'LogisticaInversaRecoleccionDevolucion solo puede registrarse en el autotransporte.',
    'LogisticaInversaRecoleccionDevolucion is allowed only for transport by road.',
    ({ mercancias, autotransporte }) =>
      forbidAttribute(mercancias, 'LogisticaInversaRecoleccionDevolucion', autotransporte === undefined),
  ),
  cpRule(
    'CP154',
    'NumTotalMercancias debe ser el número de nodos Mercancia.',
    'NumTotalMercancias must be the number of Mercancia nodes.',
    ({ mercancias, bienes }) =>
      Number(mercancias.attributes['NumTotalMercancias']) !== bienes.length &&
      placeOf(mercancias, 'NumTotalMercancias'),
  ),
  cpRule(
    'CP-Mercancias-CargoPorTasacion',
    'CargoPorTasacion solo puede registrarse en el transporte aéreo.',
    'CargoPorTasacion is allowed only for transport by air.',
    ({ mercancias, aereo }) => forbidAttribute(mercancias, 'CargoPorTasacion', aereo === undefined),
  ),
];
