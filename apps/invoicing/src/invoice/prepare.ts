import { decimal, field, formatDecimal, ok, refuseFields, type Detail, type Result } from '#kernel';
import { buildComprobante, computeAmounts, type Amounts, type Comprobante, type ImpuestoLocal } from '#cfdi';
import type { InvoiceContent, InvoiceTotals, IssuerSnapshot, TaxSummary } from '#contracts';
import { builtInCatalogues, localDateTime, postalCode, type LargeCatalogues } from '#sat';
import { comprobanteInput, inApiWords, placeOfIssue, refuseProblems, sizeProblem } from '#billing';
import { OLDEST_DATE_MS, catalogueProblems } from './rules/rules.js';
import { tariffCodes } from './tariff-codes.js';

/** A content that can be stamped, with what follows from it. */
export interface Prepared {
  /** The document as it will be sealed, except for its folio. */
  readonly comprobante: Comprobante;
  readonly totals: InvoiceTotals;
  /** Instant of issue in whole seconds, ISO 8601 in UTC, and the Comprobante's Fecha. */
  readonly date: string;
  readonly fecha: string;
}

const DEFAULT_ZONE = 'America/Mexico_City';

/**
 * Checks everything that can be known before signing and computes the amounts. Refuses (invalid_request) with
 * one detail per wrong field, all that catalogues and engine find, each at the path of the API's field.
 */
export function prepare(
  content: InvoiceContent,
  issuer: IssuerSnapshot,
  now: Date,
  large: LargeCatalogues = builtInCatalogues,
): Result<Prepared> {
  const known = latest.get(content);
  if (known?.issuer === issuer && known.large === large && known.at === now.getTime()) return known.result;
  const result = check(content, issuer, now, large);
  latest.set(content, { issuer, large, at: now.getTime(), result });
  return result;
}

/** The document of a content that is issued now. It is not cached: large ones take megabytes. */
export function takeComprobante(content: InvoiceContent): Comprobante | undefined {
  const known = latest.get(content);
  latest.delete(content);
  return known?.result.ok ? known.result.value.comprobante : undefined;
}

/** A handler looks before it reserves a folio, the decider looks again: the same question has the same answer. */
const latest = new WeakMap<
  InvoiceContent,
  {
    readonly issuer: IssuerSnapshot;
    readonly large: LargeCatalogues;
    readonly at: number;
    readonly result: Result<Prepared>;
  }
>();

function check(
  content: InvoiceContent,
  issuer: IssuerSnapshot,
  now: Date,
  large: LargeCatalogues,
): Result<Prepared> {
  const tooMuch = sizeProblem(content);
  if (tooMuch) return refuseFields([tooMuch]);
  const misplaced = misplacedPayments(content);
  const problems = [...misplaced, ...catalogueProblems(content, issuer, now, large)];
  const instant = new Date(Math.floor(Date.parse(content.date ?? now.toISOString()) / 1000) * 1000);
  const zone = postalCode(placeOfIssue(content, issuer))?.timeZone ?? DEFAULT_ZONE;
  const fecha = localDateTime(instant, zone);
  const { series, folio_number } = content;
  const judged = misplaced.length > 0 ? withoutComplements(content) : content;
  const input = comprobanteInput(judged, issuer, { series, folio_number, fecha });
  const computed = buildComprobante(input, { large });
  const found = computed.ok
    ? []
    : (computed.refusal.details ?? []).map(inApiWords).map(tariffCodes(content, large, fecha));
  // What is told of a field already is not told again, nor that a currency which does not exist lacks a rate.
  const told = new Set(problems.flatMap(({ path }) => (path === 'currency' ? [path, 'exchange'] : [path])));
  const all = [...problems, ...found.filter(({ path }) => !told.has(path))];
  if (!computed.ok || all.length > 0) return refuseProblems(all);
  const comprobante = computed.value;
  return ok({ comprobante, totals: totalsOf(comprobante), date: instant.toISOString(), fecha });
}

/**
 * Payments in a document of another type. Said once: every rule of a payment document (CRP20101 to CRP20123) is broken
 * then.
 */
const misplacedPayments = ({ type, complements = [] }: InvoiceContent): Detail[] =>
  type === 'P'
    ? []
    : complements.flatMap((complement, index) =>
        complement.type === 'pago'
          ? [field(`complements[${index}]`, 'not_allowed', { message: ONLY_IN_P })]
          : [],
      );

const ONLY_IN_P = {
  es: 'El complemento "pago" solo existe en facturas de tipo "P": para registrar un pago cree otra factura con "type": "P", el cliente y este complemento. (CRP20101)',
  en: 'The complement "pago" exists only in invoices of type "P": to record a payment, create another invoice with "type": "P", the customer and this complement. (CRP20101)',
};

/** What can be judged of a document whose complements are not of its type. */
const withoutComplements = (content: InvoiceContent): InvoiceContent => ({ ...content, complements: [] });

/** A date that has grown too old for the tax authority while a draft lay about gives way to the present. */
export function withFreshDate(content: InvoiceContent, now: Date): InvoiceContent {
  const { date } = content;
  const stale = date !== null && now.getTime() - Date.parse(date) > OLDEST_DATE_MS;
  return stale ? { ...content, date: null } : content;
}

/** What a draft shows: its amounts where they can be computed, and what is missing for stamping. */
export function preview(
  content: InvoiceContent,
  issuer: IssuerSnapshot,
  now: Date,
  large: LargeCatalogues = builtInCatalogues,
): { totals: InvoiceTotals | null; problems: readonly Detail[] } {
  // Drafts stay in memory for a while; their documents need not.
  const prepared = check(withFreshDate(content, now), issuer, now, large);
  if (prepared.ok) return { totals: prepared.value.totals, problems: [] };
  const fecha = localDateTime(now, DEFAULT_ZONE);
  const input = comprobanteInput(content, issuer, { series: null, folio_number: null, fecha });
  const sells = content.type === 'I' || content.type === 'E';
  const computed = sells && content.items.length > 0 ? computeAmounts(input) : undefined;
  return { totals: computed?.ok ? totalsOf(computed.value) : null, problems: prepared.refusal.details ?? [] };
}

/** The amounts of a Comprobante in the API's words. */
export function totalsOf(amounts: Amounts): InvoiceTotals {
  const { impuestosLocales } = amounts;
  const taxes: TaxSummary[] = [
    ...amounts.traslados.map((traslado) => ({
      type: taxName(traslado.impuesto),
      factor: traslado.tipoFactor,
      rate: traslado.tasaOCuota ?? null,
      base: traslado.base,
      amount: traslado.importe ?? null,
      withholding: false,
      local: false,
    })),
    ...amounts.retenciones.map((retencion) => ({
      ...NO_BASE,
      type: taxName(retencion.impuesto),
      rate: null,
      amount: retencion.importe,
      withholding: true,
      local: false,
    })),
    ...(impuestosLocales?.traslados ?? []).map((tax) => localTax(tax, false)),
    ...(impuestosLocales?.retenciones ?? []).map((tax) => localTax(tax, true)),
  ];
  return {
    subtotal: amounts.subTotal,
    discount: amounts.descuento ?? '0',
    total: amounts.total,
    taxes,
  };
}

/** Summaries of withheld and local taxes have no base of their own (Anexo 20: Impuestos, implocal). */
const NO_BASE = { factor: 'Tasa', base: null } as const;

const localTax = (tax: ImpuestoLocal, withholding: boolean): TaxSummary => ({
  ...NO_BASE,
  type: tax.nombre,
  // implocal writes percentages; the API speaks of fractions everywhere.
  rate: formatDecimal(decimal(tax.tasa) / 100n),
  amount: tax.importe,
  withholding,
  local: true,
});

const NAMES: Readonly<Record<string, string>> = { '001': 'ISR', '002': 'IVA', '003': 'IEPS' };
export const taxName = (key: string): string => NAMES[key] ?? key;
