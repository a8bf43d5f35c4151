import { divRound, pow10 } from '#kernel';
import type { ClaveImpuesto } from '../../comprobante.js';
import type { TipoFactor } from '../../input.js';
import {
  DECIMALES_EQUIVALENCIA,
  enMonedaDePago,
  limiteInferior,
  PAR,
  suma,
  type Parte,
} from './conversion.js';
import type { DocumentoLeido, ImpuestoLeido, PagoLeido } from './leido.js';
import { decimalesDe, equivalenciaTexto, importeTexto } from './escrito.js';
import type { ResumenDePago, RetenidoP, TrasladadoP } from './totales.js';

/** A payment with what is computed of its documents. */
export interface PagoCalculado extends ResumenDePago {
  readonly pago: PagoLeido;
  readonly retenciones: readonly RetenidoP[];
  readonly traslados: readonly (TrasladadoP & {
    readonly impuesto: ClaveImpuesto;
    readonly tipoFactor: TipoFactor;
  })[];
}

/** The taxes of a payment, one by impuesto, or by impuesto, factor and rate, in its currency, and its Monto. */
export function calcularPago(pago: PagoLeido): PagoCalculado {
  return {
    ...{ pago, tipoCambio: pago.tipoCambio, monto: pago.monto ?? montoDe(pago) },
    retenciones: grupos(pago, true).map((grupo) => ({
      ...{ impuesto: grupo.impuesto, importe: convertido(grupo.importes) },
    })),
    traslados: grupos(pago, false).map(({ impuesto, tipoFactor, tasa, bases, importes }) => ({
      ...{ impuesto, tipoFactor, tasa, base: convertido(bases) },
      importe: tipoFactor === 'Exento' ? undefined : convertido(importes),
    })),
  };
}

interface Grupo extends Pick<ImpuestoLeido, 'impuesto' | 'tipoFactor' | 'tasa'> {
  readonly bases: Parte[];
  readonly importes: Parte[];
}

function grupos({ documentos }: PagoLeido, retencion: boolean): readonly Grupo[] {
  const porClave = new Map<string, Grupo>();
  for (const { impuestos, equivalencia } of documentos)
    for (const impuesto of impuestos) {
      if (impuesto.retencion !== retencion) continue;
      const { impuesto: clave, tipoFactor, tasa, base, importe } = impuesto;
      const nombre = retencion ? clave : `${clave} ${tipoFactor} ${tasa ?? ''}`;
      let grupo = porClave.get(nombre);
      if (!grupo)
        porClave.set(nombre, (grupo = { impuesto: clave, tipoFactor, tasa, bases: [], importes: [] }));
      grupo.bases.push({ importe: base, equivalencia });
      grupo.importes.push({ importe: importe ?? 0n, equivalencia });
    }
  return [...porClave.values()];
}

function convertido(partes: readonly Parte[]): bigint {
  const { num, den } = enMonedaDePago(partes);
  return divRound(num, den);
}

/**
 * What the documents add up to in the payment's currency, rounded to its decimals; raised instead where rounding
 * would leave it below the sum of the lower limits (CRP20276), or at zero (CRP20218). It is never below what the
 * documents in that currency sum to (CRP20217), which has no more decimals than Monto.
 */
function montoDe({ documentos, moneda, decimales }: PagoLeido): bigint {
  const unidad = pow10(6 - decimales);
  const exacto = enMonedaDePago(
    documentos.map(({ importePagado, equivalencia }) => ({ importe: importePagado, equivalencia })),
  );
  const redondeado = divRound(exacto.num, exacto.den * unidad) * unidad;
  const inferior = suma(documentos.map((documento) => limiteInferior(pagado(documento, moneda))));
  const basta = redondeado > 0n && redondeado * inferior.den >= inferior.num;
  return basta ? redondeado : redondeado + unidad;
}

/** With the decimals that will be written. */
const pagado = (documento: DocumentoLeido, moneda: string): Parameters<typeof limiteInferior>[0] => ({
  importe: documento.importePagado,
  decimales: decimalesDe(importeTexto(documento.importePagado, documento.decimales)),
  equivalencia: documento.equivalencia,
  decimalesEquivalencia:
    documento.moneda === moneda && documento.equivalencia === PAR
      ? DECIMALES_EQUIVALENCIA
      : decimalesDe(equivalenciaTexto(documento.equivalencia)),
});
