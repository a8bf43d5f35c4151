import { divRound, pow10 } from '#kernel';
import type { ImpuestoKey } from '../../comprobante.js';
import type { TipoFactor } from '../../input.js';
import {
  EQUIVALENCIA_DECIMALS,
  toMonedaDePago,
  lowerLimitOf,
  ONE_TO_ONE,
  sumOf,
  type AmountPart,
} from './conversion.js';
import type { ReadDocument, ReadImpuesto, ReadPago } from './read-model.js';
import { decimalsOf, formatEquivalencia, formatImporte } from './written.js';
import type { PagoSummary, RetenidoP, TrasladadoP } from './totales.js';

/** A payment with what is computed of its documents. */
export interface ComputedPago extends PagoSummary {
  readonly pago: ReadPago;
  readonly retenciones: readonly RetenidoP[];
  readonly traslados: readonly (TrasladadoP & {
    readonly impuesto: ImpuestoKey;
    readonly tipoFactor: TipoFactor;
  })[];
}

/** The taxes of a payment, one by impuesto, or by impuesto, factor and rate, in its currency, and its Monto. */
export function computePago(pago: ReadPago): ComputedPago {
  return {
    ...{ pago, tipoCambio: pago.tipoCambio, monto: pago.monto ?? computeMonto(pago) },
    retenciones: groupsOf(pago, true).map((group) => ({
      ...{ impuesto: group.impuesto, importe: convertToMoneda(group.importes) },
    })),
    traslados: groupsOf(pago, false).map(({ impuesto, tipoFactor, tasa, bases, importes }) => ({
      ...{ impuesto, tipoFactor, tasa, base: convertToMoneda(bases) },
      importe: tipoFactor === 'Exento' ? undefined : convertToMoneda(importes),
    })),
  };
}

interface Group extends Pick<ReadImpuesto, 'impuesto' | 'tipoFactor' | 'tasa'> {
  readonly bases: AmountPart[];
  readonly importes: AmountPart[];
}

function groupsOf({ documentos }: ReadPago, retencion: boolean): readonly Group[] {
  const byKey = new Map<string, Group>();
  for (const { impuestos, equivalencia } of documentos)
    for (const impuesto of impuestos) {
      if (impuesto.retencion !== retencion) continue;
      const { impuesto: key, tipoFactor, tasa, base, importe } = impuesto;
      const name = retencion ? key : `${key} ${tipoFactor} ${tasa ?? ''}`;
      let group = byKey.get(name);
      if (!group) byKey.set(name, (group = { impuesto: key, tipoFactor, tasa, bases: [], importes: [] }));
      group.bases.push({ importe: base, equivalencia });
      group.importes.push({ importe: importe ?? 0n, equivalencia });
    }
  return [...byKey.values()];
}

function convertToMoneda(partes: readonly AmountPart[]): bigint {
  const { num, den } = toMonedaDePago(partes);
  return divRound(num, den);
}

/**
 * What the documents add up to in the payment's currency, rounded to its decimals; raised instead where rounding
 * would leave it below the sum of the lower limits (CRP20276), or at zero (CRP20218). It is never below what the
 * documents in that currency sum to (CRP20217), which has no more decimals than Monto.
 */
function computeMonto({ documentos, moneda, decimales }: ReadPago): bigint {
  const unidad = pow10(6 - decimales);
  const exact = toMonedaDePago(
    documentos.map(({ importePagado, equivalencia }) => ({ importe: importePagado, equivalencia })),
  );
  const rounded = divRound(exact.num, exact.den * unidad) * unidad;
  const lower = sumOf(documentos.map((document) => lowerLimitOf(toPaidPart(document, moneda))));
  const suffices = rounded > 0n && rounded * lower.den >= lower.num;
  return suffices ? rounded : rounded + unidad;
}

/** With the decimals that will be written. */
const toPaidPart = (document: ReadDocument, moneda: string): Parameters<typeof lowerLimitOf>[0] => ({
  importe: document.importePagado,
  decimals: decimalsOf(formatImporte(document.importePagado, document.decimales)),
  equivalencia: document.equivalencia,
  decimalesEquivalencia:
    document.moneda === moneda && document.equivalencia === ONE_TO_ONE
      ? EQUIVALENCIA_DECIMALS
      : decimalsOf(formatEquivalencia(document.equivalencia)),
});
