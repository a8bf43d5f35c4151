import { decimal, mulDiv, pow10, MICROS_SCALE } from '#kernel';
import { RFC_EXTRANJERO, RFC_NACIONAL, type ParsedComprobante } from '#cfdi';
import { centralTime } from './place-of-issue.js';

/**
 * Whether a receiver has a say in a document's cancellation (CFF 29-A; Resolución Miscelánea Fiscal, rules 2.7.1.34
 * and 2.7.1.35). Of the rule's cases, those that a document itself tells; the sectors that it names besides (primary
 * sector, financial system, derechos of the Federation) show in no field that only they have.
 */

const MAX_MXN = decimal('1000');
/** Régimen de Incorporación Fiscal. */
const RIF = '621';

/** Whether the kind of document spares the acceptance, at any time. */
export function sparesAcceptance({ attributes, receptor }: ParsedComprobante): boolean {
  const { TipoDeComprobante = 'I' } = attributes;
  return (
    // Credit notes, payrolls and transfers; payments have the total 0.
    TipoDeComprobante !== 'I' ||
    totalMxn(attributes) <= MAX_MXN ||
    receptor.Rfc === RFC_NACIONAL ||
    receptor.Rfc === RFC_EXTRANJERO ||
    receptor.RegimenFiscalReceptor === RIF
  );
}

function totalMxn({ Total = '0', TipoCambio = '1' }: ParsedComprobante['attributes']): bigint {
  return mulDiv(decimal(Total), decimal(TipoCambio), pow10(MICROS_SCALE));
}

const DAY = 86_400_000;

/**
 * Whether a document may still be cancelled without acceptance for its age: until the end of the business day that
 * follows its issue, by the clock of central Mexico. Official holidays are not known here.
 */
export function isFresh(issuedAt: Date, now: Date): boolean {
  let day = Date.parse(centralTime(issuedAt).slice(0, 10)) + DAY;
  for (; isWeekend(day); day += DAY);
  return Date.parse(centralTime(now).slice(0, 10)) <= day;
}

const isWeekend = (day: number): boolean => [0, 6].includes(new Date(day).getUTCDay());
