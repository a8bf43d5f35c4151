import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import { buildComprobante, type Comprobante } from '#cfdi';
import type { InvoiceContent, InvoiceTotals, IssuerSnapshot } from '#contracts';
import { builtInCatalogues, localDateTime, postalCode, type LargeCatalogues } from '#sat';
import { refuseProblems } from '../refuse-problems.js';
import { comprobanteInput, placeOfIssue } from './comprobante-input.js';
import { inApiWords } from './paths.js';
import { catalogueProblems } from './rules/rules.js';
import { sizeProblem } from './size.js';
import { tariffCodes } from './tariff-codes.js';
import { totalsOf } from './totals.js';

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
export function judgeInvoice(
  content: InvoiceContent,
  issuer: IssuerSnapshot,
  now: Date,
  large: LargeCatalogues = builtInCatalogues,
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
