import type { PagoInput } from '../input.js';
import { paidDocument, impuestoPagado, pago, largestPago } from './samples.js';
import { pagosOf } from './envelope.js';

/** Documents of payments that obey every rule, and ways to change them. */

/** A document that can be changed. */
export interface Mutable {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Record<string, string>;
  children: Mutable[];
}
export type NodePicker = (name: string, i?: number) => Mutable;

export const all = (node: Mutable): readonly Mutable[] => [node, ...node.children.flatMap(all)];

/** Gives attributes of the first element of a name other values. */
export const withChanges = (name: string, values: Record<string, string>): ((which: NodePicker) => void) => {
  return (which) => void Object.assign(which(name).attributes, values);
};
export const without = (name: string, ...attributes: readonly string[]): ((which: NodePicker) => void) => {
  return (which) => {
    for (const attribute of attributes) delete which(name).attributes[attribute];
  };
};
export const oneOrMore = (
  ...cambios: readonly ((which: NodePicker) => void)[]
): ((which: NodePicker) => void) => {
  return (which) => cambios.forEach((applyChange) => applyChange(which));
};
/** Adds an element at the end of the first one of a name. */
export const isInside = (
  parent: string,
  name: string,
  attributes: Record<string, string> = {},
): ((which: NodePicker) => void) => {
  return (which) => {
    const { namespace, children } = which(parent);
    children.push({ name, namespace, attributes, children: [] });
  };
};

const SIMPLE = [pago()];
const NO_IMPUESTOS = [pago({ documentos: [paidDocument({ impuestos: [] })] })];
const oneImpuesto = (over: Parameters<typeof impuestoPagado>[0]): readonly PagoInput[] => [
  pago({ documentos: [paidDocument({ impuestos: [impuestoPagado(over)] })] }),
];
const RETENIDO = oneImpuesto({ impuesto: 'ISR', tasa: '0.1', retencion: true });
const EXENTO = oneImpuesto({ tipoFactor: 'Exento' });
const ZERO = oneImpuesto({ tasa: '0' });
const LARGEST = pagosOf(largestPago());
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
const DOLLARS = [
  pago({
    documentos: [paidDocument({ moneda: 'USD', equivalencia: '0.05', importePagado: '100', impuestos: [] })],
  }),
];
export const INTEGERS = { ImpSaldoAnt: '1160', ImpPagado: '1160', ImpSaldoInsoluto: '0' };
export const NO_IVA = withChanges('Totales', {
  TotalTrasladosBaseIVA16: '0.00',
  TotalTrasladosImpuestoIVA16: '0.00',
});
export const addOneCentavo = (name: string): ((which: NodePicker) => void) => {
  return (which) => {
    const { attributes } = which('Totales');
    attributes[name] = (Number(attributes[name]) + 0.01).toFixed(2);
  };
};
export const addCentavo = (row: string, attribute: string, total: string): ((which: NodePicker) => void) => {
  return (which) => {
    const { attributes } = which(row);
    attributes[attribute] = (Number(attributes[attribute]) + 0.01).toFixed(2);
    addOneCentavo(total)(which);
  };
};

/** Payments that build, by what is in them. */
export const VALID_DAYS = {
  SIMPLE,
  SIN_IMPUESTOS: NO_IMPUESTOS,
  RETENIDO,
  EXENTO,
  CERO: ZERO,
  BANCO,
  DOLARES: DOLLARS,
  MAYOR: LARGEST,
};
