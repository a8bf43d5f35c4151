import { ok, refuseFields, type Detail, type Result } from '#kernel';
import { computeAmounts, MAX_DETAILS } from '../amounts/compute.js';
import type { Comprobante } from '../comprobante.js';
import type { ComprobanteInput, ConceptoInput } from '../input.js';
import { invalidLength, invalidValue, under } from '../rules.js';
import { collapse } from '../text.js';
import { checkConcepto, conceptoOf } from './concepto.js';
import { checkEncabezado } from './encabezado.js';
import { impLocal } from './implocal.js';

/** Decimals that c_Moneda knows. */
const DECIMALES = [0, 2, 3, 4];

/**
 * Builds a comprobante of type I by the rules of Anexo 20 that hold without a catalogue and without a clock: forms and
 * lengths of the XSD, the rules between fields, taxes and amounts. Refuses (invalid_request) with a detail per wrong
 * field, at paths of the input (`conceptos[0].impuestos[1].tasa`); where a rule of the matrix stands behind it the
 * message cites its code.
 */
export function buildComprobante(input: ComprobanteInput): Result<Comprobante> {
  const { conceptos, decimalesMoneda } = input;
  if (input.tipo !== 'I') return refuseFields([invalidValue('tipo', 'I')]);
  if (conceptos.length === 0) return refuseFields([invalidLength('conceptos', { min: 1 })]);
  if (!DECIMALES.includes(decimalesMoneda))
    return refuseFields([invalidValue('decimalesMoneda', '0, 2, 3, 4')]);
  const details = checkEncabezado(input);
  const rfcs = [input.emisor.rfc, input.receptor.rfc];
  for (let i = 0; i < conceptos.length && details.length < MAX_DETAILS; i += 1) {
    const before = details.length;
    checkConcepto(conceptos[i] as ConceptoInput, rfcs, details);
    for (let k = before; k < details.length; k += 1)
      details[k] = under(`conceptos[${i}]`, details[k] as Detail);
  }
  const amounts = computeAmounts(input);
  if (!amounts.ok || details.length > 0)
    return refuseFields(
      [...details, ...(amounts.ok ? [] : (amounts.refusal.details ?? []))].slice(0, MAX_DETAILS),
    );
  const { value } = amounts;
  const text = (value: string | undefined): string | undefined =>
    value === undefined ? undefined : collapse(value);
  return ok({
    tipo: input.tipo,
    serie: text(input.serie),
    folio: text(input.folio),
    fecha: input.fecha,
    formaPago: input.formaPago,
    metodoPago: input.metodoPago,
    condicionesDePago: text(input.condicionesDePago),
    moneda: input.moneda,
    // CFDI40114: with MXN it is "1" or nothing; nothing is shorter.
    tipoCambio: input.moneda === 'MXN' ? undefined : input.tipoCambio,
    exportacion: input.exportacion,
    lugarExpedicion: input.lugarExpedicion,
    confirmacion: input.confirmacion,
    emisor: { ...input.emisor, nombre: collapse(input.emisor.nombre) },
    receptor: {
      ...input.receptor,
      nombre: collapse(input.receptor.nombre),
      ...(input.receptor.numRegIdTrib !== undefined && {
        numRegIdTrib: collapse(input.receptor.numRegIdTrib),
      }),
    },
    informacionGlobal: input.informacionGlobal,
    cfdiRelacionados: input.cfdiRelacionados ?? [],
    ...value,
    conceptos: value.conceptos.map((line, i) =>
      conceptoOf(conceptos[i] as ConceptoInput, line, decimalesMoneda),
    ),
    complementos: value.impuestosLocales ? [impLocal(value.impuestosLocales)] : [],
  });
}
