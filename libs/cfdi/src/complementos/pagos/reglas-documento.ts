import { monedas, objetosImp } from '#sat';
import { lugar, regla, type Regla } from '../../reglas/regla.js';
import { PAR } from './conversion.js';
import { decimalesDe, numero, valor } from './escrito.js';
import type { VistaDocumento } from './vista.js';

/** pago20:DoctoRelacionado (CRP20236 to CRP20248, CRP20278, CRP20279). */

/** What rules know beside the element. */
export interface ContextoPagos {
  /** Of the document that carries the complement. */
  readonly fecha?: string;
}

const positivo = (codigo: string, nombre: string): Regla<VistaDocumento, ContextoPagos> =>
  regla(
    codigo,
    `${nombre} debe ser mayor que cero.`,
    `${nombre} must be above zero.`,
    ({ nodo }) => numero(nodo, nombre) === 0n && lugar(nodo, nombre),
  );

const decimales = (codigo: string, nombre: string): Regla<VistaDocumento, ContextoPagos> =>
  regla(
    codigo,
    `${nombre} tiene más decimales que la moneda del documento.`,
    `${nombre} has more decimals than the currency of the document.`,
    ({ nodo, decimales: hasta = 6 }) => decimalesDe(valor(nodo, nombre) ?? '') > hasta && lugar(nodo, nombre),
  );

export const reglasDelDocumento: readonly Regla<VistaDocumento, ContextoPagos>[] = [
  regla(
    'CRP20999',
    'MonedaDR no es una clave de c_Moneda.',
    'MonedaDR is no key of c_Moneda.',
    ({ nodo, moneda }) => !monedas.has(moneda) && lugar(nodo, 'MonedaDR'),
  ),
  regla(
    'CRP20236',
    'La moneda de un documento relacionado no puede ser XXX.',
    'The currency of a related document cannot be XXX.',
    ({ nodo, moneda }) => moneda === 'XXX' && lugar(nodo, 'MonedaDR'),
  ),
  regla(
    'CRP20237',
    'Se requiere EquivalenciaDR cuando el documento no está en la moneda del pago.',
    'EquivalenciaDR is required where the document is not in the currency of the payment.',
    ({ nodo, moneda, monedaP }) =>
      moneda !== monedaP && nodo.atributos['EquivalenciaDR'] === undefined && lugar(nodo, 'EquivalenciaDR'),
  ),
  regla(
    'CRP20238',
    'EquivalenciaDR debe ser 1 cuando el documento está en la moneda del pago.',
    'EquivalenciaDR must be 1 where the document is in the currency of the payment.',
    ({ nodo, moneda, monedaP, equivalencia }) =>
      moneda === monedaP && equivalencia !== PAR && lugar(nodo, 'EquivalenciaDR'),
  ),
  positivo('CRP20239', 'ImpSaldoAnt'),
  decimales('CRP20240', 'ImpSaldoAnt'),
  positivo('CRP20241', 'ImpPagado'),
  decimales('CRP20242', 'ImpPagado'),
  decimales('CRP20243', 'ImpSaldoInsoluto'),
  regla(
    'CRP20244',
    'ImpSaldoInsoluto debe ser ImpSaldoAnt menos ImpPagado, sin ser negativo.',
    'ImpSaldoInsoluto must be ImpSaldoAnt less ImpPagado, and not be negative.',
    ({ nodo }) => {
      const anterior = numero(nodo, 'ImpSaldoAnt') ?? 0n;
      const resto = anterior - (numero(nodo, 'ImpPagado') ?? 0n);
      // A balance of zero is wrong in itself (CRP20239).
      if (anterior === 0n) return false;
      return (resto < 0n || numero(nodo, 'ImpSaldoInsoluto') !== resto) && lugar(nodo, 'ImpSaldoInsoluto');
    },
  ),
  regla(
    'CRP20245',
    'ObjetoImpDR no es una clave de c_ObjetoImp.',
    'ObjetoImpDR is no key of c_ObjetoImp.',
    ({ nodo, objetoImp }, { fecha }) => !objetosImp.has(objetoImp, fecha) && lugar(nodo, 'ObjetoImpDR'),
  ),
  regla(
    'CRP20246',
    'Con ObjetoImpDR 02 se requiere ImpuestosDR.',
    'ImpuestosDR is required with ObjetoImpDR 02.',
    ({ nodo, objetoImp, impuestos }) => objetoImp === '02' && !impuestos && lugar(nodo, 'ImpuestosDR'),
  ),
  regla(
    'CRP20247',
    'Con ObjetoImpDR 01, 03, 04 o 05 no se registra ImpuestosDR.',
    'ImpuestosDR is not given with ObjetoImpDR 01, 03, 04 or 05.',
    ({ nodo, objetoImp, impuestos }) =>
      objetosImp.find(objetoImp)?.impuestos === 'forbidden' &&
      impuestos !== undefined &&
      lugar(nodo, 'ImpuestosDR'),
  ),
  regla(
    'CRP20248',
    'ImpuestosDR debe llevar traslados o retenciones.',
    'ImpuestosDR must carry transferred or withheld taxes.',
    ({ nodo, impuestos, filas }) =>
      impuestos !== undefined && filas.length === 0 && lugar(nodo, 'ImpuestosDR'),
  ),
  regla(
    'CRP20278',
    'Con ObjetoImpDR 06 u 08 solo se admite la retención de ISR.',
    'Only withheld ISR is admitted with ObjetoImpDR 06 or 08.',
    ({ nodo, objetoImp, filas }) =>
      (objetoImp === '06' || objetoImp === '08') &&
      filas.some(({ retencion, impuesto }) => !retencion || impuesto !== '001') &&
      lugar(nodo, 'ImpuestosDR'),
  ),
  regla(
    'CRP20279',
    'Con ObjetoImpDR 07 se requiere el IEPS trasladado y no se admite el IVA.',
    'With ObjetoImpDR 07 transferred IEPS is required and IVA is not admitted.',
    ({ nodo, objetoImp, filas }) =>
      objetoImp === '07' &&
      (filas.some(({ impuesto }) => impuesto === '002') ||
        !filas.some(({ retencion, impuesto }) => !retencion && impuesto === '003')) &&
      lugar(nodo, 'ImpuestosDR'),
  ),
];
