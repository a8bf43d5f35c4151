import { monedas, objetosImp } from '#sat';
import { placeOf, rule, type Rule } from '../../rules/rule.js';
import { ONE_TO_ONE } from './conversion.js';
import { decimalsOf, numberOf, valueOf } from './written.js';
import type { DocumentView } from './view.js';

/** pago20:DoctoRelacionado (CRP20236 to CRP20248, CRP20278, CRP20279). */

/** What rules know beside the element. */
export interface PagosContext {
  /** Of the document that carries the complement. */
  readonly fecha?: string;
}

const mustBePositive = (code: string, name: string): Rule<DocumentView, PagosContext> =>
  rule(
    code,
    `${name} debe ser mayor que cero.`,
    `${name} must be above zero.`,
    ({ node }) => numberOf(node, name) === 0n && placeOf(node, name),
  );

const decimalsRule = (code: string, name: string): Rule<DocumentView, PagosContext> =>
  rule(
    code,
    `${name} tiene más decimales que la moneda del documento.`,
    `${name} has more decimals than the currency of the document.`,
    ({ node, decimals: until = 6 }) => decimalsOf(valueOf(node, name) ?? '') > until && placeOf(node, name),
  );

export const documentRules: readonly Rule<DocumentView, PagosContext>[] = [
  rule(
    'CRP20999',
    'MonedaDR no es una clave de c_Moneda.',
    'MonedaDR is no key of c_Moneda.',
    ({ node, moneda }) => !monedas.has(moneda) && placeOf(node, 'MonedaDR'),
  ),
  rule(
    'CRP20236',
    'La moneda de un documento relacionado no puede ser XXX.',
    'The currency of a related document cannot be XXX.',
    ({ node, moneda }) => moneda === 'XXX' && placeOf(node, 'MonedaDR'),
  ),
  rule(
    'CRP20237',
    'Se requiere EquivalenciaDR cuando el documento no está en la moneda del pago.',
    'EquivalenciaDR is required where the document is not in the currency of the payment.',
    ({ node, moneda, monedaP }) =>
      moneda !== monedaP &&
      node.attributes['EquivalenciaDR'] === undefined &&
      placeOf(node, 'EquivalenciaDR'),
  ),
  rule(
    'CRP20238',
    'EquivalenciaDR debe ser 1 cuando el documento está en la moneda del pago.',
    'EquivalenciaDR must be 1 where the document is in the currency of the payment.',
    ({ node, moneda, monedaP, equivalencia }) =>
      moneda === monedaP && equivalencia !== ONE_TO_ONE && placeOf(node, 'EquivalenciaDR'),
  ),
  mustBePositive('CRP20239', 'ImpSaldoAnt'),
  decimalsRule('CRP20240', 'ImpSaldoAnt'),
  mustBePositive('CRP20241', 'ImpPagado'),
  decimalsRule('CRP20242', 'ImpPagado'),
  decimalsRule('CRP20243', 'ImpSaldoInsoluto'),
  rule(
    'CRP20244',
    'ImpSaldoInsoluto debe ser ImpSaldoAnt menos ImpPagado, sin ser negativo.',
    'ImpSaldoInsoluto must be ImpSaldoAnt less ImpPagado, and not be negative.',
    ({ node }) => {
      const previous = numberOf(node, 'ImpSaldoAnt') ?? 0n;
      const rest = previous - (numberOf(node, 'ImpPagado') ?? 0n);
      // A balance of zero is wrong in itself (CRP20239).
      if (previous === 0n) return false;
      return (rest < 0n || numberOf(node, 'ImpSaldoInsoluto') !== rest) && placeOf(node, 'ImpSaldoInsoluto');
    },
  ),
  rule(
    'CRP20245',
    'ObjetoImpDR no es una clave de c_ObjetoImp.',
    'ObjetoImpDR is no key of c_ObjetoImp.',
    ({ node, objetoImp }, { fecha }) => !objetosImp.has(objetoImp, fecha) && placeOf(node, 'ObjetoImpDR'),
  ),
  rule(
    'CRP20246',
    'Con ObjetoImpDR 02 se requiere ImpuestosDR.',
    'ImpuestosDR is required with ObjetoImpDR 02.',
    ({ node, objetoImp, impuestos }) => objetoImp === '02' && !impuestos && placeOf(node, 'ImpuestosDR'),
  ),
  rule(
    'CRP20247',
    'Con ObjetoImpDR 01, 03, 04 o 05 no debe registrarse ImpuestosDR.',
    'Leave out ImpuestosDR with ObjetoImpDR 01, 03, 04 or 05.',
    ({ node, objetoImp, impuestos }) =>
      objetosImp.find(objetoImp)?.impuestos === 'forbidden' &&
      impuestos !== undefined &&
      placeOf(node, 'ImpuestosDR'),
  ),
  rule(
    'CRP20248',
    'ImpuestosDR debe llevar traslados o retenciones.',
    'ImpuestosDR must carry transferred or withheld taxes.',
    ({ node, impuestos, rows }) =>
      impuestos !== undefined && rows.length === 0 && placeOf(node, 'ImpuestosDR'),
  ),
  rule(
    'CRP20278',
    'Con ObjetoImpDR 06 u 08 solo se admite la retención de ISR.',
    'Only withheld ISR is admitted with ObjetoImpDR 06 or 08.',
    ({ node, objetoImp, rows }) =>
      (objetoImp === '06' || objetoImp === '08') &&
      rows.some(({ retencion, impuesto }) => !retencion || impuesto !== '001') &&
      placeOf(node, 'ImpuestosDR'),
  ),
  rule(
    'CRP20279',
    'Con ObjetoImpDR 07 se requiere el IEPS trasladado y no se admite el IVA.',
    'With ObjetoImpDR 07 transferred IEPS is required and IVA is not admitted.',
    ({ node, objetoImp, rows }) =>
      objetoImp === '07' &&
      (rows.some(({ impuesto }) => impuesto === '002') ||
        !rows.some(({ retencion, impuesto }) => !retencion && impuesto === '003')) &&
      placeOf(node, 'ImpuestosDR'),
  ),
];
