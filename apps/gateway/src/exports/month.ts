import { localDateTime, postalCode } from '#sat';
import type { InvoiceDoc } from '#contracts';

/** A month as exports are asked for: YYYY-MM. */
export const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;

/** Half a day: no clock in Mexico is more than eight hours behind UTC, and none before it. */
const SLACK_MS = 12 * 60 * 60 * 1000;

/** Instants between which each Fecha of a month lies, in whatever zone of Mexico; some of other months do, too. */
export function instantsAround(month: string): { readonly from: Date; readonly until: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return {
    from: new Date(Date.UTC(year, number - 1, 1)),
    until: new Date(Date.UTC(year, number, 1) + SLACK_MS),
  };
}

/** Where nothing is known of the place of issue. */
const CENTER = 'America/Mexico_City';

/** The zone of a document's place of issue (LugarExpedicion), whose local time its Fecha is. */
const zoneOf = ({ address, issuer_info }: Pick<InvoiceDoc, 'address' | 'issuer_info'>): string =>
  postalCode(address?.zip ?? issuer_info?.address.zip ?? '')?.timeZone ?? CENTER;

/** An instant as a document says it: local time, YYYY-MM-DDThh:mm:ss. */
export const localTimeOf = (document: Pick<InvoiceDoc, 'address' | 'issuer_info'>, instant: string): string =>
  localDateTime(new Date(instant), zoneOf(document));
