import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import { isPublicoEnGeneral, PUBLICO_EN_GENERAL } from '#sat';
import { computeAmounts, MAX_DETAILS } from '../amounts/compute.js';
import type { Amounts, Comprobante, Concepto } from '../comprobante.js';
import type { BuiltComplemento } from '../complementos/complemento.js';
import { buildComplementos, buildConceptoComplementos } from '../complementos/build.js';
import { findMissingHidrocarburos } from '../complementos/conceptos/required.js';
import { sumTotales } from '../complementos/nomina/totales.js';
import { checkAddenda, type Addenda } from '../complementos/xml/addenda.js';
import { findRepeatedComplementos } from '../complementos/xml/build.js';
import { checkNamespaces } from '../complementos/xml/namespaces.js';
import { toComplemento } from '../schemas/write.js';
import { pathOf } from '../schemas/paths.js';
import { nomina12 } from '../schemas/standards/complementos/nomina-12.js';
import { pagos20 } from '../schemas/standards/complementos/pagos-20.js';
import type { ComprobanteInput, ConceptoInput } from '../input.js';
import { violationToDetail, checkComplementos, type KnownContext, type Violation } from '../rules/index.js';
import { invalidLength, invalidValue, rule, under } from '../details.js';
import { collapse } from '../text.js';
import { checkConcepto, checkTercero, conceptoOf } from './concepto.js';
import { checkHeader } from './header.js';
import { buildImpuestosLocales } from './implocal.js';
import { comprobanteToNode } from './node.js';
import { findForbiddenPedimentos } from './pedimentos.js';
import {
  setFixedValues,
  amountsOfNomina,
  amountsOfPago,
  amountsOfTraslado,
  findSuperfluous,
} from './types.js';

/** Decimals that c_Moneda knows. */
const DECIMALS = [0, 2, 3, 4];

/** What the document's type makes of its lines. */
interface Body {
  readonly amounts: Amounts;
  readonly conceptos: readonly Concepto[];
}

/**
 * Builds a comprobante of any type by the rules of Anexo 20 that hold without a clock: forms and lengths of the XSD,
 * the rules between fields, taxes and amounts, complements with their error matrices. What a type fixes (currency,
 * use, the only line of payments and payrolls) is filled in. Refuses (invalid_request) with a detail per wrong field, at
 * paths of the input (`conceptos[0].impuestos[1].tasa`); where a rule stands behind it the message cites its code.
 * @param known what the complements' matrices may know beside the document: large catalogues, a register of RFCs
 */
export function buildComprobante(given: ComprobanteInput, known: KnownContext = {}): Result<Comprobante> {
  if (!['I', 'E', 'P', 'N', 'T'].includes(given.tipo))
    return refuseFields([invalidValue('tipo', 'I, E, P, N, T')]);
  const input = setFixedValues(given);
  if (!DECIMALS.includes(input.decimalesMoneda))
    return refuseFields([invalidValue('decimalesMoneda', '0, 2, 3, 4')]);
  const details = [...findSuperfluous(given), ...checkHeader(input)];
  checkConceptos(input, details);
  const built = buildComplementos(input, details);
  const ofConceptos = buildConceptoComplementos(input, details);
  details.push(
    ...findMissingHidrocarburos(input, ofConceptos),
    ...findRepeatedComplementos(built),
    ...findForbiddenPedimentos(input, built),
  );
  const addenda = readAddenda(input, details);
  const body = buildBody(input, built, details);
  if (!body || details.length > 0) return refuseFields(details.slice(0, MAX_DETAILS));
  const comprobante = writeComprobante(input, body, built, ofConceptos, addenda);
  if (built.length === 0 && ofConceptos.size === 0) return ok(comprobante);
  const root = comprobanteToNode(comprobante, { ofComprobante: built, ofConceptos });
  const violations = checkComplementos(root, known, MAX_DETAILS);
  if (violations.length === 0) return ok(comprobante);
  return refuseFields(violations.map((violation) => detailOf(violation, built)));
}

/** A broken rule at the caller's field; one that is about a whole complement at the complement itself. */
function detailOf(violation: Violation, built: readonly BuiltComplemento[]): Detail {
  const detail = violationToDetail(violation);
  const at = violation.name === undefined ? built.findIndex(({ node }) => node === violation.node) : -1;
  // Every complement was built: each stands where the input has it.
  return at < 0 ? detail : { ...detail, path: `complementos[${at}]` };
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
function buildBody(
  input: ComprobanteInput,
  built: readonly BuiltComplemento[],
  details: Detail[],
): Body | undefined {
  const { conceptos, decimalesMoneda, tipo } = input;
  const arbitraryLines = (amounts: Amounts): Body => ({
    amounts,
    conceptos: amounts.conceptos.map((line, i) =>
      conceptoOf(conceptos[i] as ConceptoInput, line, decimalesMoneda),
    ),
  });
  if (tipo === 'I' || tipo === 'E') {
    if (conceptos.length === 0) return undefined;
    const amounts = computeAmounts(input);
    if (amounts.ok) return arbitraryLines(amounts.value);
    details.push(...(amounts.refusal.details ?? []));
    return undefined;
  }
  if (tipo === 'T') return arbitraryLines(amountsOfTraslado(conceptos, details));
  const standard = tipo === 'P' ? pagos20 : nomina12;
  const own = built.filter((built) => built.standard === standard);
  if (own.length === 0) {
    // A complement that was given wrongly has said so already.
    if ((input.complementos ?? []).length === 0) details.push(field('complementos', 'required'));
    else if (details.length === 0) details.push(field('complementos', 'invalid_value'));
    return undefined;
  }
  const amounts =
    tipo === 'P'
      ? amountsOfPago(input.aCuentaTerceros)
      : amountsOfNomina(sumTotales(own.map(({ node }) => node)));
  if (amounts.total.startsWith('-')) details.push(deductsTooMuch(own));
  return { amounts, conceptos: amounts.conceptos };
}

/** More is deducted than is paid: the Descuento would be larger than the SubTotal. */
const deductsTooMuch = ([nomina]: readonly BuiltComplemento[]): Detail =>
  rule(
    `${nomina ? pathOf(nomina.node) : 'complementos'}.deducciones`,
    'too_large',
    'CFDI40110',
    'Las deducciones no pueden ser mayores que las percepciones y otros pagos.',
    'The deductions cannot be larger than the earnings and other payments.',
  );

function readAddenda({ addenda, espacios = [] }: ComprobanteInput, details: Detail[]): Addenda | undefined {
  if (addenda === undefined) {
    details.push(...checkNamespaces(espacios, 'espacios'));
    return undefined;
  }
  const checked = checkAddenda(addenda, espacios, 'addenda');
  if (checked.ok) return checked.value;
  details.push(...(checked.refusal.details ?? []));
  return undefined;
}

const text = (value: string | undefined): string | undefined =>
  value === undefined ? undefined : collapse(value);

function writeComprobante(
  input: ComprobanteInput,
  { amounts, conceptos }: Body,
  built: readonly BuiltComplemento[],
  ofConceptos: ReadonlyMap<number, BuiltComplemento>,
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
      // The matrix knows the general public without its accent (CFDI40130).
      nombre: isPublicoEnGeneral(receptor.nombre) ? PUBLICO_EN_GENERAL : collapse(receptor.nombre),
      ...(receptor.numRegIdTrib !== undefined && { numRegIdTrib: collapse(receptor.numRegIdTrib) }),
    },
    informacionGlobal: input.informacionGlobal,
    cfdiRelacionados: input.cfdiRelacionados ?? [],
    ...amounts,
    conceptos: ofConceptos.size === 0 ? conceptos : addComplementos(conceptos, ofConceptos),
    complementos: [
      ...(impuestosLocales ? [buildImpuestosLocales(impuestosLocales)] : []),
      ...built.map(({ standard, node }) => toComplemento(standard, node)),
    ],
    ...(addenda && { addenda: addenda.xml, espacios: addenda.espacios }),
  };
}

const addComplementos = (
  conceptos: readonly Concepto[],
  ofConceptos: ReadonlyMap<number, BuiltComplemento>,
): readonly Concepto[] =>
  conceptos.map((concepto, i) => {
    const built = ofConceptos.get(i);
    return built ? { ...concepto, complemento: toComplemento(built.standard, built.node) } : concepto;
  });
