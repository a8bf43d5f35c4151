import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import type { Amounts, ConceptoAmounts } from '../comprobante.js';
import type { ComprobanteInput, ConceptoInput } from '../input.js';
import { under } from '../details.js';
import { TooBig, type Arith } from './arith.js';
import { bigints } from './bigints.js';
import { carry, type Header } from './centavo.js';
import { doubles } from './doubles.js';
import { createGroups, type TaxGroups } from './groups.js';
import { applyTaxes, type Adding } from './impuestos.js';
import { toLine, type Line } from './line.js';
import { profileOf, sameTaxes, taxesKey, type TaxProfile } from './profile.js';
import { summarize } from './summary.js';

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
  const groups = createGroups<T>();
  const profileFor = createProfiles(m, groups);
  const sum: Adding<T> = { m, unit, decimals: decimalesMoneda, trasladado: m.zero };
  const lines: Line<T>[] = [];
  const details: Detail[] = [];
  let importes = m.zero;
  let deduccionesButIsr = m.zero;
  let paidPart = m.zero;
  let rest = m.zero;
  for (let i = 0; i < conceptos.length && details.length < MAX_DETAILS; i += 1) {
    const concepto = conceptos[i] as ConceptoInput;
    const profile = profileFor(concepto);
    const line = toLine(concepto, profile, m, unit);
    if ('code' in line || profile.errors.length > 0) {
      const wrong = 'code' in line ? [...profile.errors, line] : profile.errors;
      details.push(...wrong.map((error) => under(`conceptos[${i}]`, error)));
      continue;
    }
    applyTaxes(line, profile, sum);
    lines.push(line);
    const { importe, descuento, included } = line;
    importes = m.add(importes, importe);
    deduccionesButIsr = m.add(deduccionesButIsr, descuento);
    paidPart = m.add(paidPart, included ? line.pagado : m.add(m.sub(importe, descuento), sum.trasladado));
    rest = m.add(rest, line.resto);
  }
  if (details.length > 0) return refuseFields(details.slice(0, MAX_DETAILS));

  const summary = summarize(groups, m, cent, decimalesMoneda);
  const header: Header<T> = {
    importes,
    descuentos: deduccionesButIsr,
    subTotal: m.round(importes, cent),
    descuento: m.round(deduccionesButIsr, cent),
  };
  const beforeRetentions = (): T => m.add(m.sub(header.subTotal, header.descuento), summary.trasladado);
  if (lines.some(({ included }) => included)) {
    const wholeRest = m.mulDiv(m.sub(rest, m.mulMod(rest, m.one, unit)), m.one, unit);
    const excess = m.sub(beforeRetentions(), m.round(m.add(paidPart, wholeRest), cent));
    if (excess !== m.zero) carry(lines, header, excess, { m, cent, unit });
  }
  const total = m.sub(beforeRetentions(), summary.retenido);
  if (m.less(total, m.zero))
    return refuseFields([field('conceptos', 'invalid_value', { message: NEGATIVE })]);
  if (!m.fits(header.subTotal) || !m.fits(summary.trasladado))
    return refuseFields([field('conceptos', 'too_large')]);
  const written = lines.map((line) => amountsOf(line, m, decimalesMoneda));
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
function createProfiles<T>(m: Arith<T>, groups: TaxGroups<T>): (concepto: ConceptoInput) => TaxProfile<T> {
  const known = new Map<string, TaxProfile<T>>();
  const recent: { readonly concepto: ConceptoInput; readonly profile: TaxProfile<T> }[] = [];
  return (concepto) => {
    for (const one of recent) if (sameTaxes(one.concepto, concepto)) return one.profile;
    const key = taxesKey(concepto);
    let profile = known.get(key);
    if (profile === undefined) known.set(key, (profile = profileOf(concepto, key, m, groups)));
    if (recent.unshift({ concepto, profile }) > RECENT) recent.pop();
    return profile;
  };
}

/** Writes a line. CFDI40168: Descuento never has more decimals than Importe. */
function amountsOf<T>(line: Line<T>, m: Arith<T>, decimals: number): ConceptoAmounts {
  const descuento = m.less(m.zero, line.descuento) ? m.shortText(line.descuento, decimals) : undefined;
  const importe = m.shortText(line.importe, decimals);
  const shorter = descuento !== undefined && decimalsOf(importe) < decimalsOf(descuento);
  return {
    cantidad: trimZeros(m.shortText(line.cantidad, 0)),
    valorUnitario: m.shortText(line.valorUnitario, decimals),
    importe: shorter ? m.text(line.importe, 6) : importe,
    descuento,
    traslados: line.traslados,
    retenciones: line.retenciones,
  };
}

/** Without the zeros that end its decimals. */
export function trimZeros(text: string): string {
  if (!text.includes('.')) return text;
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

const decimalsOf = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') : 0);

const NEGATIVE = {
  es: 'Los impuestos retenidos son mayores que el importe: el total sería negativo.',
  en: 'The withheld taxes are larger than the amount: the total would be negative.',
};
