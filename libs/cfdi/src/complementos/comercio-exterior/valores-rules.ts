import { decimal, divRound } from '#kernel';
import { UNIDAD_SERVICIO } from '#sat';
import type { XmlNode } from '../../parsed.js';
import { placeOf } from '../../rules/rule.js';
import { isInside, aduanaLimitsOf, dollarLimitsOf, tipoCambioOf } from './limits.js';
import { cceRule, type CceRule } from './rule.js';
import { unidadOf } from './mercancias-rules.js';
import { SCALE, numberOf, hasAttribute, valueOf, type Exportacion } from './subject.js';

/** Rules of the amounts in dollars. Everything is scaled by 10^12. */

const ONE = decimal('1', SCALE);
const CENTAVO = decimal('0.01', SCALE);
/** Samples and sets of samples. */
const SAMPLES = '9801000100';

/** 0 is the value of services, and 1 that of goods which the law lets go without one. */
const isSimbolico = (dollars: bigint): boolean => dollars === 0n || dollars === ONE;

const sumOf = (nodes: readonly XmlNode[], name: string): bigint =>
  nodes.reduce((total, node) => total + numberOf(node, name), 0n);

/** Goods whose values are compared with those of their lines. */
const withValor = (mercancias: readonly XmlNode[]): readonly XmlNode[] =>
  mercancias.filter((node) => !isSimbolico(numberOf(node, 'ValorDolares')));

/** The first group of goods and lines of one NoIdentificacion of which something is so. */
function hasGroup(
  { mercanciasOf, conceptosOf }: Exportacion,
  is: (mercancias: readonly XmlNode[], conceptos: readonly XmlNode[]) => boolean,
): XmlNode | undefined {
  for (const [key, mercancias] of mercanciasOf) {
    const conceptos = conceptosOf.get(key);
    if (conceptos && is(mercancias, conceptos)) return mercancias[0];
  }
  return undefined;
}

export const valoresRules: readonly CceRule[] = [
  cceRule(
    'ComercioExterior-TotalUSD',
    'TotalUSD debe ser la suma de ValorDolares de las mercancías.',
    'TotalUSD must be the sum of ValorDolares of the goods.',
    ({ cce, mercancias }) =>
      divRound(sumOf(mercancias, 'ValorDolares'), CENTAVO) !== divRound(numberOf(cce, 'TotalUSD'), CENTAVO) &&
      placeOf(cce, 'TotalUSD'),
  ),
  cceRule(
    'ComercioExterior-TotalUSD-Decimales',
    'TotalUSD lleva exactamente dos decimales.',
    'TotalUSD has exactly two decimals.',
    ({ cce }) => !/^\d+\.\d{2}$/.test(valueOf(cce, 'TotalUSD')) && placeOf(cce, 'TotalUSD'),
  ),
  cceRule(
    'Mercancias-ValorDolares-Conceptos',
    'ValorDolares no corresponde al importe de los conceptos convertido a dólares.',
    'ValorDolares does not agree with the amount of the items converted to dollars.',
    (exportacion) => {
      // Lines of a transfer may have no price.
      if (exportacion.tipo === 'T') return undefined;
      const badField = hasGroup(exportacion, (mercancias, conceptos) => {
        const valoradas = withValor(mercancias);
        const limits = dollarLimitsOf(sumOf(conceptos, 'Importe'), exportacion);
        return (
          valoradas.length > 0 && limits !== undefined && !isInside(sumOf(valoradas, 'ValorDolares'), limits)
        );
      });
      return badField && placeOf(badField, 'ValorDolares');
    },
  ),
  cceRule(
    'Mercancias-Muestras-Descuento',
    'El descuento de los conceptos debe cubrir el valor de sus muestras.',
    'The discount of the items must cover the value of their samples.',
    (exportacion) => {
      const { cce, root, tipo } = exportacion;
      const change = tipoCambioOf(root);
      if (tipo === 'T' || !change || change.tasa <= 0n) return undefined;
      const badField = hasGroup(exportacion, (mercancias, conceptos) => {
        const samples = mercancias.filter((node) => valueOf(node, 'FraccionArancelaria') === SAMPLES);
        const inMoneda = (sumOf(samples, 'ValorDolares') * numberOf(cce, 'TipoCambioUSD')) / change.tasa;
        // What one cent of rounding in either amount may hide is no difference.
        return inMoneda - sumOf(conceptos, 'Descuento') > CENTAVO;
      });
      return badField && placeOf(badField, 'ValorDolares');
    },
  ),
];

/** Of each of the goods. */
export const valorMercanciaRules: readonly CceRule<XmlNode>[] = [
  cceRule<XmlNode>(
    'Mercancia-ValorDolares-Aduana',
    'ValorDolares debe ser CantidadAduana por ValorUnitarioAduana.',
    'ValorDolares must be CantidadAduana times ValorUnitarioAduana.',
    (node) => {
      const dollars = numberOf(node, 'ValorDolares');
      return (
        hasAttribute(node, 'CantidadAduana') &&
        hasAttribute(node, 'ValorUnitarioAduana') &&
        !isSimbolico(dollars) &&
        !isInside(dollars, aduanaLimitsOf(node)) &&
        placeOf(node, 'ValorDolares')
      );
    },
  ),
  cceRule<XmlNode>(
    'Mercancia-ValorDolares-Cero',
    'ValorDolares puede ser cero solo cuando la unidad de aduana es 99 (servicio).',
    'ValorDolares may be zero only when the unit of customs is 99 (service).',
    (node, exportacion) =>
      numberOf(node, 'ValorDolares') === 0n &&
      unidadOf(node, exportacion) !== UNIDAD_SERVICIO &&
      placeOf(node, 'ValorDolares'),
  ),
];
