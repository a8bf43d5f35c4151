import { UNIDAD_SERVICIO, unidadesAduana } from '#sat';
import type { XmlNode } from '../../parsed.js';
import { placeOf } from '../../rules/rule.js';
import { cceRule, type CceRule } from './rule.js';
import { numberOf, hasAttribute, valueOf, type Exportacion } from './subject.js';

/** Rules of one of the goods toward the lines that it is of, and toward its tariff code. */

const ADUANA_ATTRIBUTES = ['CantidadAduana', 'UnidadAduana', 'ValorUnitarioAduana'];
const countAduanaData = (mercancia: XmlNode): number =>
  ADUANA_ATTRIBUTES.filter((name) => hasAttribute(mercancia, name)).length;

const conceptosOf = (mercancia: XmlNode, { conceptosOf: times }: Exportacion): readonly XmlNode[] =>
  times.get(valueOf(mercancia, 'NoIdentificacion')) ?? [];

/** The unit of customs: of the goods, or of their line where they have no data of customs. */
export const unidadOf = (mercancia: XmlNode, exportacion: Exportacion): string =>
  hasAttribute(mercancia, 'UnidadAduana')
    ? valueOf(mercancia, 'UnidadAduana')
    : valueOf(conceptosOf(mercancia, exportacion)[0], 'Unidad');

const fraccionOf = (mercancia: XmlNode, { large, fecha }: Exportacion) =>
  large?.fracciones.find(valueOf(mercancia, 'FraccionArancelaria'), fecha);

/** Quantities of customs: thousandths, from one on. */
const CANTIDAD_ADUANA = /^\d{1,14}(\.\d{1,3}0*)?$/;

export const mercanciaRules: readonly CceRule<XmlNode>[] = [
  cceRule<XmlNode>(
    'Mercancia-NoIdentificacion',
    'Ningún concepto tiene el NoIdentificacion de la mercancía.',
    'No item has the NoIdentificacion of the goods.',
    (node, exportacion) => conceptosOf(node, exportacion).length === 0 && placeOf(node, 'NoIdentificacion'),
  ),
  cceRule<XmlNode>(
    'Mercancia-Repetida',
    'Dos mercancías tienen el mismo NoIdentificacion y la misma fracción arancelaria.',
    'Two of the goods have the same NoIdentificacion and the same tariff code.',
    (node, { repeated }) => repeated.has(node) && placeOf(node, 'NoIdentificacion'),
  ),
  cceRule<XmlNode>(
    'Mercancia-FraccionArancelaria-Requerida',
    'Debe registrarse la fracción arancelaria, salvo que la unidad de aduana sea 99 (servicio).',
    'The tariff code is required unless the customs unit is 99 (service).',
    (node, exportacion) =>
      unidadOf(node, exportacion) !== UNIDAD_SERVICIO &&
      !hasAttribute(node, 'FraccionArancelaria') &&
      placeOf(node, 'FraccionArancelaria'),
  ),
  cceRule<XmlNode>(
    'Mercancia-FraccionArancelaria-Sobra',
    'No debe registrarse la fracción arancelaria cuando la unidad de aduana es 99 (servicio).',
    'Leave out the tariff code when the customs unit is 99 (service).',
    (node, exportacion) =>
      unidadOf(node, exportacion) === UNIDAD_SERVICIO &&
      hasAttribute(node, 'FraccionArancelaria') &&
      placeOf(node, 'FraccionArancelaria'),
  ),
  cceRule<XmlNode>(
    'Mercancia-FraccionArancelaria',
    'La fracción arancelaria no está vigente en c_FraccionArancelaria.',
    'The tariff code is not in force in c_FraccionArancelaria.',
    (node, { large, fecha }) =>
      large !== undefined &&
      hasAttribute(node, 'FraccionArancelaria') &&
      !large.fracciones.accepts(valueOf(node, 'FraccionArancelaria'), fecha) &&
      placeOf(node, 'FraccionArancelaria'),
  ),
  cceRule<XmlNode>(
    'Mercancia-UnidadAduana',
    'La unidad no está vigente en c_UnidadAduana.',
    'The unit is not in force in c_UnidadAduana.',
    (node, { fecha }) =>
      hasAttribute(node, 'UnidadAduana') &&
      !unidadesAduana.has(valueOf(node, 'UnidadAduana'), fecha) &&
      placeOf(node, 'UnidadAduana'),
  ),
  cceRule<XmlNode>(
    'Mercancia-UnidadAduana-Fraccion',
    'La unidad de aduana debe ser la de la fracción arancelaria.',
    'The unit of customs must be that of the tariff code.',
    (node, exportacion) => {
      const unidad = fraccionOf(node, exportacion)?.unidad;
      const own = valueOf(node, 'UnidadAduana');
      return (
        unidad !== undefined &&
        unidadesAduana.find(own) &&
        own !== UNIDAD_SERVICIO &&
        own !== unidad &&
        placeOf(node, 'UnidadAduana')
      );
    },
  ),
  cceRule<XmlNode>(
    'Mercancia-Aduana-Completa',
    'CantidadAduana, UnidadAduana y ValorUnitarioAduana van juntas.',
    'CantidadAduana, UnidadAduana and ValorUnitarioAduana go together.',
    (node) => {
      const count = countAduanaData(node);
      const missing = ADUANA_ATTRIBUTES.find((name) => !hasAttribute(node, name));
      return count > 0 && missing !== undefined && placeOf(node, missing);
    },
  ),
  cceRule<XmlNode>(
    'Mercancia-Aduana-Requerida',
    'Deben registrarse los datos de aduana cuando hay varios conceptos o mercancías con el mismo NoIdentificacion.',
    'The customs data are required when several items or goods have the same NoIdentificacion.',
    (node, exportacion) =>
      countAduanaData(node) === 0 &&
      (conceptosOf(node, exportacion).length > 1 ||
        (exportacion.mercanciasOf.get(valueOf(node, 'NoIdentificacion')) ?? []).length > 1) &&
      placeOf(node, 'CantidadAduana'),
  ),
  cceRule<XmlNode>(
    'Mercancia-ValorUnitarioAduana',
    'El valor unitario en la aduana debe ser mayor que cero, salvo que la unidad sea 99 (servicio).',
    'The unit value at customs must be above zero, unless the unit is 99 (service).',
    (node) =>
      hasAttribute(node, 'ValorUnitarioAduana') &&
      hasAttribute(node, 'UnidadAduana') &&
      valueOf(node, 'UnidadAduana') !== UNIDAD_SERVICIO &&
      numberOf(node, 'ValorUnitarioAduana') <= 0n &&
      placeOf(node, 'ValorUnitarioAduana'),
  ),
  cceRule<XmlNode>(
    'Mercancia-Concepto-Cantidad',
    'Sin datos de aduana, la cantidad del concepto es la de aduana: debe ser de 0.001 o más, con tres decimales.',
    'Without customs data, the quantity of the item is that of customs: it must be 0.001 or more, with three decimals.',
    (node, exportacion) => {
      const [concepto] = conceptosOf(node, exportacion);
      const bien = numberOf(concepto, 'Cantidad') > 0n && CANTIDAD_ADUANA.test(valueOf(concepto, 'Cantidad'));
      return countAduanaData(node) === 0 && concepto && !bien && placeOf(concepto, 'Cantidad');
    },
  ),
  cceRule<XmlNode>(
    'Mercancia-Concepto-Unidad',
    'Sin datos de aduana, la Unidad del concepto debe ser una clave de c_UnidadAduana.',
    'Without data of customs the Unidad of the item must be a key of c_UnidadAduana.',
    (node, exportacion) => {
      const [concepto] = conceptosOf(node, exportacion);
      const bien = unidadesAduana.has(valueOf(concepto, 'Unidad'), exportacion.fecha);
      return countAduanaData(node) === 0 && concepto && !bien && placeOf(concepto, 'Unidad');
    },
  ),
  cceRule<XmlNode>(
    'Mercancia-Concepto-Unidad-Fraccion',
    'Sin datos de aduana, la Unidad del concepto debe ser la de la fracción arancelaria.',
    'Without data of customs the Unidad of the item must be that of the tariff code.',
    (node, exportacion) => {
      const [concepto] = conceptosOf(node, exportacion);
      const unidad = fraccionOf(node, exportacion)?.unidad;
      const own = valueOf(concepto, 'Unidad');
      return (
        countAduanaData(node) === 0 &&
        concepto &&
        unidad !== undefined &&
        unidadesAduana.find(own) &&
        own !== UNIDAD_SERVICIO &&
        own !== unidad &&
        placeOf(concepto, 'Unidad')
      );
    },
  ),
];

/** Rules of one line of the document. */
export const conceptoRules: readonly CceRule<XmlNode>[] = [
  cceRule<XmlNode>(
    'Concepto-NoIdentificacion',
    'Con Comercio Exterior, cada concepto debe tener NoIdentificacion.',
    'With Comercio Exterior, every item must have a NoIdentificacion.',
    (concepto) => !hasAttribute(concepto, 'NoIdentificacion') && placeOf(concepto, 'NoIdentificacion'),
  ),
  cceRule<XmlNode>(
    'Concepto-Mercancia',
    'Ninguna mercancía tiene el NoIdentificacion del concepto.',
    'None of the goods has the NoIdentificacion of the item.',
    (concepto, { mercanciasOf }) =>
      hasAttribute(concepto, 'NoIdentificacion') &&
      !mercanciasOf.has(valueOf(concepto, 'NoIdentificacion')) &&
      placeOf(concepto, 'NoIdentificacion'),
  ),
];

/** Whether all of the goods have data of customs, or none. */
export const aduanaDataRule = cceRule(
  'Mercancias-Aduana',
  'Los datos de aduana deben registrarse en todas las mercancías o en ninguna.',
  'Either all of the goods or none must have customs data.',
  ({ mercancias }) => {
    const without = mercancias.find((node) => countAduanaData(node) === 0);
    return (
      without && mercancias.some((node) => countAduanaData(node) > 0) && placeOf(without, 'CantidadAduana')
    );
  },
);
