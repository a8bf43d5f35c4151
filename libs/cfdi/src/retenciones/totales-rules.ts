import { decimal } from '#kernel';
import {
  ejercicios,
  impuestos,
  isPeriodoAllowed,
  isTipoPagoAllowed,
  periodos,
  tiposPagoRetencion,
} from '#sat';
import type { XmlNode } from '../parsed.js';
import { placeOf, rule } from '../rules/rule.js';
import { attributeText, fecha, childrenOf } from './nodes.js';

/** Rules of the period, of the totals and of each withheld tax. */

/** Of the period. */
export const ofPeriodo = [
  ...(['MesIni', 'MesFin'] as const).map((month) =>
    rule<XmlNode>(
      `RET-Periodo-${month}`,
      'El mes no está en el catálogo c_Periodo.',
      'The month is not in the catalogue c_Periodo.',
      (periodo, context) =>
        !periodos.has(attributeText(periodo, month), fecha(context)) && placeOf(periodo, month),
    ),
  ),
  rule<XmlNode>(
    'RET-Periodo-MesIni-MesFin',
    'El mes inicial no puede ser posterior al final.',
    'The first month cannot be later than the last.',
    (periodo) => {
      const [ini, end] = [attributeText(periodo, 'MesIni'), attributeText(periodo, 'MesFin')];
      return (
        periodos.has(ini) && periodos.has(end) && !isPeriodoAllowed(ini, end) && placeOf(periodo, 'MesFin')
      );
    },
  ),
  rule<XmlNode>(
    'RET-Periodo-Ejercicio',
    'El ejercicio no está vigente en el catálogo c_Ejercicio en la fecha de expedición.',
    'The year is not in force in the catalogue c_Ejercicio on the date of issue.',
    (periodo, context) =>
      !ejercicios.has(attributeText(periodo, 'Ejercicio'), fecha(context)) && placeOf(periodo, 'Ejercicio'),
  ),
];

/** Of the totals. */
export const ofTotales = [
  rule<XmlNode>(
    'RET-Totales-MontoTotExent',
    'El monto exento no puede ser mayor que el de la operación.',
    'The exempt amount cannot be larger than that of the operation.',
    (totales) =>
      decimal(attributeText(totales, 'MontoTotExent')) >
        decimal(attributeText(totales, 'MontoTotOperacion')) && placeOf(totales, 'MontoTotExent'),
  ),
  rule<XmlNode>(
    'RET-Totales-MontoTotRet',
    'El total retenido debe ser la suma de los montos retenidos.',
    'The withheld total must be the sum of the withheld amounts.',
    (totales) => {
      const sum = childrenOf(totales, 'ImpRetenidos').reduce(
        (total, row) => total + decimal(attributeText(row, 'MontoRet')),
        0n,
      );
      return decimal(attributeText(totales, 'MontoTotRet')) !== sum && placeOf(totales, 'MontoTotRet');
    },
  ),
];

/** Of each withheld tax. */
export const ofEachImpuesto = [
  rule<XmlNode>(
    'RET-ImpRetenidos-ImpuestoRet',
    'El impuesto no está en el catálogo c_Impuesto.',
    'The tax is not in the catalogue c_Impuesto.',
    (row, context) =>
      row.attributes['ImpuestoRet'] !== undefined &&
      !impuestos.has(attributeText(row, 'ImpuestoRet'), fecha(context)) &&
      placeOf(row, 'ImpuestoRet'),
  ),
  rule<XmlNode>(
    'RET-ImpRetenidos-TipoPagoRet',
    'El tipo de pago no está en el catálogo c_TipoPagoRet.',
    'The kind of payment is not in the catalogue c_TipoPagoRet.',
    (row, context) =>
      !tiposPagoRetencion.has(attributeText(row, 'TipoPagoRet'), fecha(context)) &&
      placeOf(row, 'TipoPagoRet'),
  ),
  rule<XmlNode>(
    'RET-ImpRetenidos-ImpuestoRet-TipoPagoRet',
    'El tipo de pago no corresponde al impuesto retenido.',
    'The kind of payment does not go with the withheld tax.',
    (row) => {
      const [impuesto, type] = [attributeText(row, 'ImpuestoRet'), attributeText(row, 'TipoPagoRet')];
      return (
        impuestos.has(impuesto) &&
        tiposPagoRetencion.has(type) &&
        !isTipoPagoAllowed(type, impuesto) &&
        placeOf(row, 'TipoPagoRet')
      );
    },
  ),
];
