import type { PagoInput } from '../input.js';
import { documentoPagado, impuestoPagado, pago, pagoMayor } from './muestras.js';
import { pagosDe } from './sobre.js';

/** Documents of payments that obey every rule, and ways to change them. */

/** A document that can be changed. */
export interface Mutable {
  readonly nombre: string;
  readonly espacio: string;
  readonly atributos: Record<string, string>;
  hijos: Mutable[];
}
export type Cual = (nombre: string, i?: number) => Mutable;

export const todos = (nodo: Mutable): readonly Mutable[] => [nodo, ...nodo.hijos.flatMap(todos)];

/** Gives attributes of the first element of a name other values. */
export const con = (nombre: string, valores: Record<string, string>): ((cual: Cual) => void) => {
  return (cual) => void Object.assign(cual(nombre).atributos, valores);
};
export const sin = (nombre: string, ...atributos: readonly string[]): ((cual: Cual) => void) => {
  return (cual) => {
    for (const atributo of atributos) delete cual(nombre).atributos[atributo];
  };
};
export const varios = (...cambios: readonly ((cual: Cual) => void)[]): ((cual: Cual) => void) => {
  return (cual) => cambios.forEach((cambio) => cambio(cual));
};
/** Adds an element at the end of the first one of a name. */
export const dentro = (
  padre: string,
  nombre: string,
  atributos: Record<string, string> = {},
): ((cual: Cual) => void) => {
  return (cual) => {
    const { espacio, hijos } = cual(padre);
    hijos.push({ nombre, espacio, atributos, hijos: [] });
  };
};

const SIMPLE = [pago()];
const SIN_IMPUESTOS = [pago({ documentos: [documentoPagado({ impuestos: [] })] })];
const unImpuesto = (over: Parameters<typeof impuestoPagado>[0]): readonly PagoInput[] => [
  pago({ documentos: [documentoPagado({ impuestos: [impuestoPagado(over)] })] }),
];
const RETENIDO = unImpuesto({ impuesto: 'ISR', tasa: '0.1', retencion: true });
const EXENTO = unImpuesto({ tipoFactor: 'Exento' });
const CERO = unImpuesto({ tasa: '0' });
const MAYOR = pagosDe(pagoMayor());
const BANCO = [
  pago({
    ...{
      formaPago: '03',
      rfcEmisorCtaOrd: 'XEXX010101000',
      nomBancoOrdExt: 'Bank',
      ctaOrdenante: '0123456789',
    },
    ...{ rfcEmisorCtaBen: 'BBA830831LJ2', ctaBeneficiario: '0123456789', tipoCadPago: '1' },
    ...{ certPago: 'QUJD', cadPago: '||1||', selloPago: 'QUJD' },
  }),
];
const DOLARES = [
  pago({
    documentos: [
      documentoPagado({ moneda: 'USD', equivalencia: '0.05', importePagado: '100', impuestos: [] }),
    ],
  }),
];
export const ENTEROS = { ImpSaldoAnt: '1160', ImpPagado: '1160', ImpSaldoInsoluto: '0' };
export const NADA_DE_IVA = con('Totales', {
  TotalTrasladosBaseIVA16: '0.00',
  TotalTrasladosImpuestoIVA16: '0.00',
});
export const masUnCentavo = (nombre: string): ((cual: Cual) => void) => {
  return (cual) => {
    const { atributos } = cual('Totales');
    atributos[nombre] = (Number(atributos[nombre]) + 0.01).toFixed(2);
  };
};
export const centavoDe = (fila: string, atributo: string, total: string): ((cual: Cual) => void) => {
  return (cual) => {
    const { atributos } = cual(fila);
    atributos[atributo] = (Number(atributos[atributo]) + 0.01).toFixed(2);
    masUnCentavo(total)(cual);
  };
};

/** Payments that build, by what is in them. */
export const VALIDOS = { SIMPLE, SIN_IMPUESTOS, RETENIDO, EXENTO, CERO, BANCO, DOLARES, MAYOR };
