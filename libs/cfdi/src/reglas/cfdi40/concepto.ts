import { IEPS, IVA } from '#sat';
import { lugar } from '../regla.js';
import { regla40, type Regla40 } from './contexto.js';
import { conImportes } from './documento.js';
import type { Concepto, Impuesto } from './lineas.js';
import { dentroDeLimites } from './montos.js';

/** Rules of each concepto and of its ObjetoImp. */

const escritos = ({ traslados, retenciones }: Concepto): number => traslados.length + retenciones.length;
const alguno = (filas: readonly Impuesto[], ...claves: readonly string[]): boolean =>
  filas.some(({ clase }) => claves.includes(clase.impuesto));

export const reglasConcepto: readonly Regla40<Concepto>[] = [
  regla40(
    162,
    'La ClaveProdServ no está en c_ClaveProdServ a la fecha del comprobante.',
    'The ClaveProdServ is not in c_ClaveProdServ at the date of the document.',
    ({ nodo }, { admite }) =>
      !admite('productos', nodo.atributos['ClaveProdServ'] ?? '') && lugar(nodo, 'ClaveProdServ'),
  ),
  regla40(
    165,
    'La ClaveUnidad no está en c_ClaveUnidad a la fecha del comprobante.',
    'The ClaveUnidad is not in c_ClaveUnidad at the date of the document.',
    ({ nodo }, { admite }) =>
      !admite('unidades', nodo.atributos['ClaveUnidad'] ?? '') && lugar(nodo, 'ClaveUnidad'),
  ),
  regla40(
    166,
    'El ValorUnitario debe ser mayor que cero en comprobantes de ingreso, egreso o nómina.',
    'The ValorUnitario must be above zero in documents of income, credit and payroll.',
    ({ nodo, valorUnitario }, { doc }) =>
      !(valorUnitario.valor > 0) && conImportes(doc) && lugar(nodo, 'ValorUnitario'),
  ),
  regla40(
    167,
    'El Importe no es el producto de Cantidad y ValorUnitario dentro de los límites permitidos.',
    'The Importe is not the product of Cantidad and ValorUnitario within the limits allowed.',
    ({ nodo, importe, cantidad, valorUnitario }) =>
      !dentroDeLimites(importe, cantidad, valorUnitario) && lugar(nodo, 'Importe'),
  ),
  regla40(
    168,
    'El Descuento del concepto tiene más decimales que su Importe.',
    "The line's Descuento has more decimals than its Importe.",
    ({ nodo, importe, descuento }) =>
      descuento !== undefined && descuento.decimales > importe.decimales && lugar(nodo, 'Descuento'),
  ),
  regla40(
    169,
    'El Descuento del concepto es mayor que su Importe.',
    "The line's Descuento is larger than its Importe.",
    ({ nodo, importe, descuento }) =>
      descuento !== undefined && descuento.valor > importe.valor && lugar(nodo, 'Descuento'),
  ),
  regla40(
    170,
    'El ObjetoImp no está en c_ObjetoImp a la fecha del comprobante.',
    'The ObjetoImp is not in c_ObjetoImp at the date of the document.',
    ({ nodo, objeto }) => objeto === undefined && lugar(nodo, 'ObjetoImp'),
  ),
  regla40(
    171,
    'El concepto es objeto de impuesto (ObjetoImp 02) y no desglosa sus impuestos.',
    'The line is subject to tax (ObjetoImp 02) and does not show its taxes.',
    ({ nodo, objeto, impuestos }) =>
      objeto?.key === '02' && impuestos === undefined && lugar(nodo, 'Impuestos'),
  ),
  regla40(
    172,
    'El concepto desglosa impuestos y su ObjetoImp no lo permite.',
    'The line shows taxes and its ObjetoImp does not allow them.',
    ({ nodo, objeto, impuestos }) =>
      impuestos !== undefined && objeto?.impuestos === 'forbidden' && lugar(nodo, 'Impuestos'),
  ),
  regla40(
    173,
    'El nodo Impuestos del concepto no contiene traslados ni retenciones.',
    'The Impuestos of the line contain neither traslados nor retenciones.',
    (c) => c.impuestos !== undefined && escritos(c) === 0 && lugar(c.nodo, 'Impuestos'),
  ),
  regla40(
    226,
    'Con ObjetoImp 06 u 08 solo se admite la retención de ISR.',
    'With ObjetoImp 06 or 08 only withheld ISR is allowed.',
    ({ nodo, objeto, traslados, retenciones }) =>
      objeto?.impuestos === 'optional' &&
      (traslados.length > 0 ||
        retenciones.some(({ clase }) => !objeto.retenciones.some((clave) => clave === clase.impuesto))) &&
      lugar(nodo, 'Impuestos'),
  ),
  regla40(
    227,
    'Con ObjetoImp 07 se traslada el IEPS y no se traslada ni retiene IVA.',
    'With ObjetoImp 07 IEPS is transferred, and no IVA is transferred or withheld.',
    ({ nodo, objeto, traslados, retenciones }) =>
      objeto?.key === '07' &&
      (!alguno(traslados, IEPS) || alguno(traslados, IVA) || alguno(retenciones, IVA)) &&
      lugar(nodo, 'Impuestos'),
  ),
];
