import { IEPS, IVA } from '#sat';
import { isHidrocarburos, requiresHidrocarburos } from '../../complementos/conceptos/required.js';
import type { XmlNode } from '../../parsed.js';
import { placeOf } from '../rule.js';
import { rule40, type Rule40 } from './context.js';
import { hasImportes } from './document.js';
import type { Concepto, Impuesto } from './lines.js';
import { isInLimits } from './figures.js';
import { childOf, valueOf } from './values.js';

/** Rules of each concepto and of its ObjetoImp. */

const countWritten = ({ traslados, retenciones }: Concepto): number => traslados.length + retenciones.length;
const hasKey = (rows: readonly Impuesto[], ...keys: readonly string[]): boolean =>
  rows.some(({ kind }) => keys.includes(kind.impuesto));

const hasHidrocarburos = (concepto: XmlNode): boolean =>
  childOf(concepto, 'ComplementoConcepto')?.children.some(isHidrocarburos) ?? false;

export const conceptoRules: readonly Rule40<Concepto>[] = [
  rule40(
    162,
    'La ClaveProdServ no está en c_ClaveProdServ a la fecha del comprobante.',
    'The ClaveProdServ is not in c_ClaveProdServ at the date of the document.',
    ({ node }, { accepts }) =>
      !accepts('productos', node.attributes['ClaveProdServ'] ?? '') && placeOf(node, 'ClaveProdServ'),
  ),
  rule40(
    163,
    'Con esta ClaveProdServ el concepto debe llevar el complemento Hidrocarburos y Petrolíferos.',
    'With this ClaveProdServ the item must have the complement Hidrocarburos y Petrolíferos.',
    ({ node }, { doc }) =>
      requiresHidrocarburos(doc.tipo, valueOf(node, 'ClaveProdServ'), doc.fecha) &&
      !hasHidrocarburos(node) &&
      placeOf(node, 'ClaveProdServ'),
  ),
  rule40(
    165,
    'La ClaveUnidad no está en c_ClaveUnidad a la fecha del comprobante.',
    'The ClaveUnidad is not in c_ClaveUnidad at the date of the document.',
    ({ node }, { accepts }) =>
      !accepts('unidades', node.attributes['ClaveUnidad'] ?? '') && placeOf(node, 'ClaveUnidad'),
  ),
  rule40(
    166,
    'El ValorUnitario debe ser mayor que cero en comprobantes de ingreso, egreso o nómina.',
    'The ValorUnitario must be above zero in documents of income, credit and payroll.',
    ({ node, valorUnitario }, { doc }) =>
      !(valorUnitario.value > 0) && hasImportes(doc) && placeOf(node, 'ValorUnitario'),
  ),
  rule40(
    167,
    'El Importe no es el producto de Cantidad y ValorUnitario dentro de los límites permitidos.',
    'The Importe is not the product of Cantidad and ValorUnitario within the limits allowed.',
    ({ node, importe, cantidad, valorUnitario }) =>
      !isInLimits(importe, cantidad, valorUnitario) && placeOf(node, 'Importe'),
  ),
  rule40(
    168,
    'El Descuento del concepto tiene más decimales que su Importe.',
    "The line's Descuento has more decimals than its Importe.",
    ({ node, importe, descuento }) =>
      descuento !== undefined && descuento.decimals > importe.decimals && placeOf(node, 'Descuento'),
  ),
  rule40(
    169,
    'El Descuento del concepto es mayor que su Importe.',
    "The line's Descuento is larger than its Importe.",
    ({ node, importe, descuento }) =>
      descuento !== undefined && descuento.value > importe.value && placeOf(node, 'Descuento'),
  ),
  rule40(
    170,
    'El ObjetoImp no está en c_ObjetoImp a la fecha del comprobante.',
    'The ObjetoImp is not in c_ObjetoImp at the date of the document.',
    ({ node, objeto }) => objeto === undefined && placeOf(node, 'ObjetoImp'),
  ),
  rule40(
    171,
    'El concepto es objeto de impuesto (ObjetoImp 02) y no desglosa sus impuestos.',
    'The line is subject to tax (ObjetoImp 02) and does not show its taxes.',
    ({ node, objeto, impuestos }) =>
      objeto?.key === '02' && impuestos === undefined && placeOf(node, 'Impuestos'),
  ),
  rule40(
    172,
    'El concepto desglosa impuestos y su ObjetoImp no lo permite.',
    'The line shows taxes and its ObjetoImp does not allow them.',
    ({ node, objeto, impuestos }) =>
      impuestos !== undefined && objeto?.impuestos === 'forbidden' && placeOf(node, 'Impuestos'),
  ),
  rule40(
    173,
    'El nodo Impuestos del concepto no contiene traslados ni retenciones.',
    'The Impuestos of the line contain neither traslados nor retenciones.',
    (c) => c.impuestos !== undefined && countWritten(c) === 0 && placeOf(c.node, 'Impuestos'),
  ),
  rule40(
    226,
    'Con ObjetoImp 06 u 08 solo se admite la retención de ISR.',
    'With ObjetoImp 06 or 08 only withheld ISR is allowed.',
    ({ node, objeto, traslados, retenciones }) =>
      objeto?.impuestos === 'optional' &&
      (traslados.length > 0 ||
        retenciones.some(({ kind }) => !objeto.retenciones.some((key) => key === kind.impuesto))) &&
      placeOf(node, 'Impuestos'),
  ),
  rule40(
    227,
    'Con ObjetoImp 07 debe trasladarse el IEPS y no debe trasladarse ni retenerse el IVA.',
    'With ObjetoImp 07 the item must transfer IEPS, and neither transfer nor withhold IVA.',
    ({ node, objeto, traslados, retenciones }) =>
      objeto?.key === '07' &&
      (!hasKey(traslados, IEPS) || hasKey(traslados, IVA) || hasKey(retenciones, IVA)) &&
      placeOf(node, 'Impuestos'),
  ),
];
