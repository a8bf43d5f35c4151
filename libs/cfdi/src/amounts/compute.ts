import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import type { Amounts, ConceptoAmounts } from '../comprobante.js';
import type { ComprobanteInput, ConceptoInput } from '../input.js';
import { under } from '../rules.js';
import { TooBig, type Arith } from './arith.js';
import { bigints } from './bigints.js';
import { carry, type Header } from './centavo.js';
import { doubles } from './doubles.js';
import { newGrupos, type Grupos } from './grupos.js';
import { gravar, type Suma } from './impuestos.js';
import { lineaOf, type Linea } from './linea.js';
import { perfilOf, sameTaxes, taxesKey, type Perfil } from './perfil.js';
import { resumen } from './resumen.js';

export type AmountsInput = Pick<ComprobanteInput, 'conceptos' | 'decimalesMoneda'>;

/** Invoices mix few kinds of taxes: the lines last seen are compared before a key is made. */
const RECENT = 4;

/** At most this many details in one refusal. */
export const MAX_DETAILS = 50;

/**
 * All amounts of a comprobante of type I or E (Anexo 20): the lines at six decimals, the header in the currency's.
 * With prices that include their taxes, SubTotal - Descuento + transferred taxes is the price paid to the cent
 * wherever the matrix allows it. Refuses (invalid_request) with one detail per wrong field.
 */
export function computeAmounts(input: AmountsInput): Result<Amounts> {
  try {
    return compute(input, doubles);
  } catch (error) {
    if (!(error instanceof TooBig)) throw error;
    return compute(input, bigints);
  }
}

/** {@link computeAmounts} in a given arithmetic. */
export function compute<T>({ conceptos, decimalesMoneda }: AmountsInput, m: Arith<T>): Result<Amounts> {
  const { unit } = m;
  const cent = m.cents[decimalesMoneda] as T;
  const grupos = newGrupos<T>();
  const perfilFor = perfiles(m, grupos);
  const suma: Suma<T> = { m, unit, decimals: decimalesMoneda, trasladado: m.zero };
  const lineas: Linea<T>[] = [];
  const details: Detail[] = [];
  let importes = m.zero;
  let descuentos = m.zero;
  let pagado = m.zero;
  let resto = m.zero;
  for (let i = 0; i < conceptos.length && details.length < MAX_DETAILS; i += 1) {
    const concepto = conceptos[i] as ConceptoInput;
    const perfil = perfilFor(concepto);
    const linea = lineaOf(concepto, perfil, m, unit);
    if ('code' in linea || perfil.errors.length > 0) {
      const wrong = 'code' in linea ? [...perfil.errors, linea] : perfil.errors;
      details.push(...wrong.map((error) => under(`conceptos[${i}]`, error)));
      continue;
    }
    gravar(linea, perfil, suma);
    lineas.push(linea);
    const { importe, descuento, incluido } = linea;
    importes = m.add(importes, importe);
    descuentos = m.add(descuentos, descuento);
    pagado = m.add(pagado, incluido ? linea.pagado : m.add(m.sub(importe, descuento), suma.trasladado));
    resto = m.add(resto, linea.resto);
  }
  if (details.length > 0) return refuseFields(details.slice(0, MAX_DETAILS));

  const summary = resumen(grupos, m, cent, decimalesMoneda);
  const header: Header<T> = {
    importes,
    descuentos,
    subTotal: m.round(importes, cent),
    descuento: m.round(descuentos, cent),
  };
  const beforeRetentions = (): T => m.add(m.sub(header.subTotal, header.descuento), summary.trasladado);
  if (lineas.some(({ incluido }) => incluido)) {
    const wholeResto = m.mulDiv(m.sub(resto, m.mulMod(resto, m.one, unit)), m.one, unit);
    const excess = m.sub(beforeRetentions(), m.round(m.add(pagado, wholeResto), cent));
    if (excess !== m.zero) carry(lineas, header, excess, { m, cent, unit });
  }
  const total = m.sub(beforeRetentions(), summary.retenido);
  if (m.less(total, m.zero))
    return refuseFields([field('conceptos', 'invalid_value', { message: NEGATIVE })]);
  if (!m.fits(header.subTotal) || !m.fits(summary.trasladado))
    return refuseFields([field('conceptos', 'too_large')]);
  const written = lineas.map((linea) => amountsOf(linea, m, decimalesMoneda));
  const anyDiscount = written.some(({ descuento }) => descuento !== undefined);
  return ok({
    subTotal: m.text(header.subTotal, decimalesMoneda),
    descuento: anyDiscount ? m.text(header.descuento, decimalesMoneda) : undefined,
    total: m.text(total, decimalesMoneda),
    totalImpuestosTrasladados: summary.totalImpuestosTrasladados,
    totalImpuestosRetenidos: summary.totalImpuestosRetenidos,
    traslados: summary.traslados,
    retenciones: summary.retenciones,
    impuestosLocales: summary.impuestosLocales,
    conceptos: written,
  });
}

/** Profiles by their taxes: lines mostly repeat those of a line shortly before. */
function perfiles<T>(m: Arith<T>, grupos: Grupos<T>): (concepto: ConceptoInput) => Perfil<T> {
  const known = new Map<string, Perfil<T>>();
  const recent: { readonly concepto: ConceptoInput; readonly perfil: Perfil<T> }[] = [];
  return (concepto) => {
    for (const one of recent) if (sameTaxes(one.concepto, concepto)) return one.perfil;
    const key = taxesKey(concepto);
    let perfil = known.get(key);
    if (perfil === undefined) known.set(key, (perfil = perfilOf(concepto, key, m, grupos)));
    if (recent.unshift({ concepto, perfil }) > RECENT) recent.pop();
    return perfil;
  };
}

/** Writes a line. CFDI40168: Descuento never has more decimals than Importe. */
function amountsOf<T>(linea: Linea<T>, m: Arith<T>, decimals: number): ConceptoAmounts {
  const descuento = m.less(m.zero, linea.descuento) ? m.shortText(linea.descuento, decimals) : undefined;
  const importe = m.shortText(linea.importe, decimals);
  const shorter = descuento !== undefined && decimalsOf(importe) < decimalsOf(descuento);
  return {
    cantidad: trimmed(m.shortText(linea.cantidad, 0)),
    valorUnitario: m.shortText(linea.valorUnitario, decimals),
    importe: shorter ? m.text(linea.importe, 6) : importe,
    descuento,
    traslados: linea.traslados,
    retenciones: linea.retenciones,
  };
}

/** Without the zeros that end its decimals. */
export const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

const decimalsOf = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') : 0);

const NEGATIVE = {
  es: 'Los impuestos retenidos son mayores que el importe: el total sería negativo.',
  en: 'The withheld taxes are larger than the amount: the total would be negative.',
};
