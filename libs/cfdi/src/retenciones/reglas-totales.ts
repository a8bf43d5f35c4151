import { decimal } from '#kernel';
import {
  ejercicios,
  impuestos,
  isPeriodoAllowed,
  isTipoPagoAllowed,
  periodos,
  tiposPagoRetencion,
} from '#sat';
import type { Nodo } from '../parsed.js';
import { lugar, regla } from '../reglas/regla.js';
import { de, fecha, hijos } from './nodos.js';

/** Rules of the period, of the totals and of each withheld tax. */

/** Of the period. */
export const delPeriodo = [
  ...(['MesIni', 'MesFin'] as const).map((mes) =>
    regla<Nodo>(
      `RET-Periodo-${mes}`,
      'El mes no está en el catálogo c_Periodo.',
      'The month is not in the catalogue c_Periodo.',
      (periodo, contexto) => !periodos.has(de(periodo, mes), fecha(contexto)) && lugar(periodo, mes),
    ),
  ),
  regla<Nodo>(
    'RET-Periodo-MesIni-MesFin',
    'El mes inicial no puede ser posterior al final.',
    'The first month cannot be later than the last.',
    (periodo) => {
      const [ini, fin] = [de(periodo, 'MesIni'), de(periodo, 'MesFin')];
      return (
        periodos.has(ini) && periodos.has(fin) && !isPeriodoAllowed(ini, fin) && lugar(periodo, 'MesFin')
      );
    },
  ),
  regla<Nodo>(
    'RET-Periodo-Ejercicio',
    'El ejercicio no está vigente en el catálogo c_Ejercicio en la fecha de expedición.',
    'The year is not in force in the catalogue c_Ejercicio on the date of issue.',
    (periodo, contexto) =>
      !ejercicios.has(de(periodo, 'Ejercicio'), fecha(contexto)) && lugar(periodo, 'Ejercicio'),
  ),
];

/** Of the totals. */
export const deLosTotales = [
  regla<Nodo>(
    'RET-Totales-MontoTotExent',
    'El monto exento no puede ser mayor que el de la operación.',
    'The exempt amount cannot be larger than that of the operation.',
    (totales) =>
      decimal(de(totales, 'MontoTotExent')) > decimal(de(totales, 'MontoTotOperacion')) &&
      lugar(totales, 'MontoTotExent'),
  ),
  regla<Nodo>(
    'RET-Totales-MontoTotRet',
    'El total retenido debe ser la suma de los montos retenidos.',
    'The withheld total must be the sum of the withheld amounts.',
    (totales) => {
      const suma = hijos(totales, 'ImpRetenidos').reduce(
        (total, fila) => total + decimal(de(fila, 'MontoRet')),
        0n,
      );
      return decimal(de(totales, 'MontoTotRet')) !== suma && lugar(totales, 'MontoTotRet');
    },
  ),
];

/** Of each withheld tax. */
export const deCadaImpuesto = [
  regla<Nodo>(
    'RET-ImpRetenidos-ImpuestoRet',
    'El impuesto no está en el catálogo c_Impuesto.',
    'The tax is not in the catalogue c_Impuesto.',
    (fila, contexto) =>
      fila.atributos['ImpuestoRet'] !== undefined &&
      !impuestos.has(de(fila, 'ImpuestoRet'), fecha(contexto)) &&
      lugar(fila, 'ImpuestoRet'),
  ),
  regla<Nodo>(
    'RET-ImpRetenidos-TipoPagoRet',
    'El tipo de pago no está en el catálogo c_TipoPagoRet.',
    'The kind of payment is not in the catalogue c_TipoPagoRet.',
    (fila, contexto) =>
      !tiposPagoRetencion.has(de(fila, 'TipoPagoRet'), fecha(contexto)) && lugar(fila, 'TipoPagoRet'),
  ),
  regla<Nodo>(
    'RET-ImpRetenidos-ImpuestoRet-TipoPagoRet',
    'El tipo de pago no corresponde al impuesto retenido.',
    'The kind of payment does not go with the withheld tax.',
    (fila) => {
      const [impuesto, tipo] = [de(fila, 'ImpuestoRet'), de(fila, 'TipoPagoRet')];
      return (
        impuestos.has(impuesto) &&
        tiposPagoRetencion.has(tipo) &&
        !isTipoPagoAllowed(tipo, impuesto) &&
        lugar(fila, 'TipoPagoRet')
      );
    },
  ),
];
