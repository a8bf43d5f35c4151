import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import { computeAmounts, MAX_DETAILS } from '../amounts/compute.js';
import type { Amounts, Comprobante, Concepto } from '../comprobante.js';
import type { Construido } from '../complementos/complemento.js';
import { construirComplementos, construirDeConceptos } from '../complementos/construir.js';
import { totalesNomina } from '../complementos/nomina/totales.js';
import { revisarAddenda, type Addenda } from '../complementos/xml/addenda.js';
import { complementosRepetidos } from '../complementos/xml/construir.js';
import { revisarEspacios } from '../complementos/xml/espacios.js';
import { complementoDe } from '../formas/escribir.js';
import { rutaDe } from '../formas/rutas.js';
import { nomina12 } from '../formas/estandares/complementos/nomina-12.js';
import { pagos20 } from '../formas/estandares/complementos/pagos-20.js';
import type { ComprobanteInput, ConceptoInput } from '../input.js';
import { detalleDeFalla, revisarComplementos, type Conocido } from '../reglas/index.js';
import { invalidLength, invalidValue, rule, under } from '../rules.js';
import { collapse } from '../text.js';
import { checkConcepto, checkTercero, conceptoOf } from './concepto.js';
import { checkEncabezado } from './encabezado.js';
import { impLocal } from './implocal.js';
import { nodoDelComprobante } from './nodo.js';
import { conValoresFijos, importesNomina, importesPago, importesTraslado, sobrantes } from './tipos.js';

/** Decimals that c_Moneda knows. */
const DECIMALES = [0, 2, 3, 4];

/** What the document's type makes of its lines. */
interface Cuerpo {
  readonly amounts: Amounts;
  readonly conceptos: readonly Concepto[];
}

/**
 * Builds a comprobante of any type by the rules of Anexo 20 that hold without a clock: forms and lengths of the XSD,
 * the rules between fields, taxes and amounts, complements with their error matrices. What a type fixes (currency,
 * use, the only line of payments and payrolls) is filled in. Refuses (invalid_request) with a detail per wrong field, at
 * paths of the input (`conceptos[0].impuestos[1].tasa`); where a rule stands behind it the message cites its code.
 * @param conocido what the complements' matrices may know beside the document: large catalogues, a register of RFCs
 */
export function buildComprobante(given: ComprobanteInput, conocido: Conocido = {}): Result<Comprobante> {
  if (!['I', 'E', 'P', 'N', 'T'].includes(given.tipo))
    return refuseFields([invalidValue('tipo', 'I, E, P, N, T')]);
  const input = conValoresFijos(given);
  if (!DECIMALES.includes(input.decimalesMoneda))
    return refuseFields([invalidValue('decimalesMoneda', '0, 2, 3, 4')]);
  const details = [...sobrantes(given), ...checkEncabezado(input)];
  checkConceptos(input, details);
  const construidos = construirComplementos(input, details);
  const deConceptos = construirDeConceptos(input, details);
  details.push(...complementosRepetidos(construidos));
  const addenda = addendaDe(input, details);
  const cuerpo = cuerpoDe(input, construidos, details);
  if (!cuerpo || details.length > 0) return refuseFields(details.slice(0, MAX_DETAILS));
  const comprobante = escrito(input, cuerpo, construidos, deConceptos, addenda);
  if (construidos.length === 0 && deConceptos.size === 0) return ok(comprobante);
  const raiz = nodoDelComprobante(comprobante, { deComprobante: construidos, deConceptos });
  const fallas = revisarComplementos(raiz, conocido, MAX_DETAILS);
  return fallas.length > 0 ? refuseFields(fallas.map(detalleDeFalla)) : ok(comprobante);
}

function checkConceptos(
  { aCuentaTerceros, conceptos, emisor, receptor, tipo }: ComprobanteInput,
  details: Detail[],
): void {
  if (conceptos.length === 0 && tipo !== 'P' && tipo !== 'N')
    details.push(invalidLength('conceptos', { min: 1 }));
  const rfcs = [emisor.rfc, receptor.rfc];
  if (aCuentaTerceros) checkTercero(aCuentaTerceros, rfcs, details);
  for (let i = 0; i < conceptos.length && details.length < MAX_DETAILS; i += 1) {
    const before = details.length;
    checkConcepto(conceptos[i] as ConceptoInput, rfcs, details);
    for (let k = before; k < details.length; k += 1)
      details[k] = under(`conceptos[${i}]`, details[k] as Detail);
  }
}

/** Amounts and lines: worked out for I and E, valued for T, from the complement for P and N. */
function cuerpoDe(
  input: ComprobanteInput,
  construidos: readonly Construido[],
  details: Detail[],
): Cuerpo | undefined {
  const { conceptos, decimalesMoneda, tipo } = input;
  const lineas = (amounts: Amounts): Cuerpo => ({
    amounts,
    conceptos: amounts.conceptos.map((line, i) =>
      conceptoOf(conceptos[i] as ConceptoInput, line, decimalesMoneda),
    ),
  });
  if (tipo === 'I' || tipo === 'E') {
    if (conceptos.length === 0) return undefined;
    const amounts = computeAmounts(input);
    if (amounts.ok) return lineas(amounts.value);
    details.push(...(amounts.refusal.details ?? []));
    return undefined;
  }
  if (tipo === 'T') return lineas(importesTraslado(conceptos, details));
  const estandar = tipo === 'P' ? pagos20 : nomina12;
  const own = construidos.filter((construido) => construido.estandar === estandar);
  if (own.length === 0) {
    // A complement that was given wrongly has said so already.
    if ((input.complementos ?? []).length === 0) details.push(field('complementos', 'required'));
    else if (details.length === 0) details.push(field('complementos', 'invalid_value'));
    return undefined;
  }
  const amounts =
    tipo === 'P'
      ? importesPago(input.aCuentaTerceros)
      : importesNomina(totalesNomina(own.map(({ nodo }) => nodo)));
  if (amounts.total.startsWith('-')) details.push(deduceDeMas(own));
  return { amounts, conceptos: amounts.conceptos };
}

/** More is deducted than is paid: the Descuento would be larger than the SubTotal. */
const deduceDeMas = ([nomina]: readonly Construido[]): Detail =>
  rule(
    `${nomina ? rutaDe(nomina.nodo) : 'complementos'}.deducciones`,
    'too_large',
    'CFDI40110',
    'Las deducciones no pueden ser mayores que las percepciones y otros pagos.',
    'The deductions cannot be larger than the earnings and other payments.',
  );

function addendaDe({ addenda, espacios = [] }: ComprobanteInput, details: Detail[]): Addenda | undefined {
  if (addenda === undefined) {
    details.push(...revisarEspacios(espacios, 'espacios'));
    return undefined;
  }
  const checked = revisarAddenda(addenda, espacios, 'addenda');
  if (checked.ok) return checked.value;
  details.push(...(checked.refusal.details ?? []));
  return undefined;
}

const text = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : collapse(value);

function escrito(
  input: ComprobanteInput,
  { amounts, conceptos }: Cuerpo,
  construidos: readonly Construido[],
  deConceptos: ReadonlyMap<number, Construido>,
  addenda: Addenda | undefined,
): Comprobante {
  const { emisor, receptor } = input;
  const { impuestosLocales } = amounts;
  return {
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
    emisor: { ...emisor, nombre: collapse(emisor.nombre) },
    receptor: {
      ...receptor,
      nombre: collapse(receptor.nombre),
      ...(receptor.numRegIdTrib !== undefined && { numRegIdTrib: collapse(receptor.numRegIdTrib) }),
    },
    informacionGlobal: input.informacionGlobal,
    cfdiRelacionados: input.cfdiRelacionados ?? [],
    ...amounts,
    conceptos: deConceptos.size === 0 ? conceptos : conComplementos(conceptos, deConceptos),
    complementos: [
      ...(impuestosLocales ? [impLocal(impuestosLocales)] : []),
      ...construidos.map(({ estandar, nodo }) => complementoDe(estandar, nodo)),
    ],
    ...(addenda && { addenda: addenda.xml, espacios: addenda.espacios }),
  };
}

const conComplementos = (
  conceptos: readonly Concepto[],
  deConceptos: ReadonlyMap<number, Construido>,
): readonly Concepto[] =>
  conceptos.map((concepto, i) => {
    const construido = deConceptos.get(i);
    return construido
      ? { ...concepto, complemento: complementoDe(construido.estandar, construido.nodo) }
      : concepto;
  });
