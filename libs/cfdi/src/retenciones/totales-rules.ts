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
import { placeOf, rule, type RuleContext } from '../rules/rule.js';
import { attributeText, fecha, childrenOf } from './nodes.js';

/** Rules of the period, of the totals and of each withheld tax. */

/** Of the period. */
export const ofPeriodo = [
  ...(
    [
      ['Reten20121', 'MesIni'],
      ['Reten20123', 'MesFin'],
    ] as const
  ).map(([code, month]) =>
    rule<XmlNode>(
      code,
      `El ${month} no está en c_Periodo.`,
      `The ${month} is not in c_Periodo.`,
      (periodo, context) =>
        !periodos.has(attributeText(periodo, month), fecha(context)) && placeOf(periodo, month),
    ),
  ),
  rule<XmlNode>(
    'Reten20122',
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
    'Reten20125',
    'El Ejercicio no está vigente en c_Ejercicio en la fecha de expedición.',
    'The Ejercicio is not in force in c_Ejercicio on the date of issue.',
    (periodo, context) =>
      !ejercicios.has(attributeText(periodo, 'Ejercicio'), fecha(context)) && placeOf(periodo, 'Ejercicio'),
  ),
  rule<XmlNode>(
    'Reten20126',
    'El Ejercicio debe ser el año de la fecha de expedición o el inmediato anterior.',
    'The Ejercicio must be the year of the date of issue or the one before.',
    (periodo, context) => {
      const given = attributeText(periodo, 'Ejercicio');
      const age = Number(fecha(context).slice(0, 4)) - Number(given);
      return ejercicios.has(given, fecha(context)) && age !== 0 && age !== 1 && placeOf(periodo, 'Ejercicio');
    },
  ),
];

/** Key of c_CveRetenc for taxpayers of the RIF, whose document is about two months' profit. */
const RIF = '28';
const isOfRif = ({ root }: RuleContext): boolean => attributeText(root, 'CveRetenc') === RIF;

const amountOf = (totales: XmlNode, name: string): bigint => decimal(attributeText(totales, name));
const exceedsOperation = (totales: XmlNode, name: string): boolean =>
  amountOf(totales, name) > amountOf(totales, 'MontoTotOperacion');

/** With key 28 an amount that has to be given, above zero. */
const ofRifRule = (code: string, name: string) =>
  rule<XmlNode>(
    code,
    `Con la clave de retención ${RIF} debe registrarse ${name}, mayor que cero.`,
    `With retention key ${RIF} give ${name}, above zero.`,
    (totales, context) =>
      isOfRif(context) &&
      (totales.attributes[name] === undefined || amountOf(totales, name) <= 0n) &&
      placeOf(totales, name),
  );

/** The two parts of the operation. */
const PARTS = [
  ['Reten20128', 'MontoTotGrav'],
  ['Reten20129', 'MontoTotExent'],
] as const;

/** Of the totals. */
export const ofTotales = [
  rule<XmlNode>(
    'Reten20108',
    `Con la clave de retención ${RIF} MontoTotGrav y MontoTotExent deben ser cero.`,
    `With retention key ${RIF} MontoTotGrav and MontoTotExent must be zero.`,
    (totales, context) => {
      const wrong = ['MontoTotGrav', 'MontoTotExent'].find((name) => amountOf(totales, name) !== 0n);
      return isOfRif(context) && wrong !== undefined && placeOf(totales, wrong);
    },
  ),
  rule<XmlNode>(
    'Reten20127',
    'MontoTotOperacion debe ser la suma de MontoTotGrav y MontoTotExent.',
    'MontoTotOperacion must be the sum of MontoTotGrav and MontoTotExent.',
    (totales, context) => {
      // Of key 28 both are zero (20108); a part above the whole has its own code.
      if (isOfRif(context) || PARTS.some(([, name]) => exceedsOperation(totales, name))) return false;
      const sum = amountOf(totales, 'MontoTotGrav') + amountOf(totales, 'MontoTotExent');
      return amountOf(totales, 'MontoTotOperacion') !== sum && placeOf(totales, 'MontoTotOperacion');
    },
  ),
  ...PARTS.map(([code, name]) =>
    rule<XmlNode>(
      code,
      `${name} no puede ser mayor que MontoTotOperacion.`,
      `${name} cannot be larger than MontoTotOperacion.`,
      (totales, context) => !isOfRif(context) && exceedsOperation(totales, name) && placeOf(totales, name),
    ),
  ),
  rule<XmlNode>(
    'Reten20130',
    'MontoTotRet es mayor que cero: registre en ImpRetenidos los impuestos retenidos.',
    'MontoTotRet is above zero: give the withheld taxes in ImpRetenidos.',
    (totales) =>
      childrenOf(totales, 'ImpRetenidos').length === 0 &&
      amountOf(totales, 'MontoTotRet') > 0n &&
      placeOf(totales, 'ImpRetenidos'),
  ),
  rule<XmlNode>(
    'Reten20131',
    'MontoTotRet debe ser la suma de los MontoRet.',
    'MontoTotRet must be the sum of the MontoRet.',
    (totales) => {
      const rows = childrenOf(totales, 'ImpRetenidos');
      const sum = rows.reduce((total, row) => total + amountOf(row, 'MontoRet'), 0n);
      return rows.length > 0 && amountOf(totales, 'MontoTotRet') !== sum && placeOf(totales, 'MontoTotRet');
    },
  ),
  ofRifRule('Reten20132', 'UtilidadBimestral'),
  ofRifRule('Reten20133', 'ISRCorrespondiente'),
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
