import { invoiceRow } from '#answers';
import type { InvoiceDoc, InvoiceRow } from '#contracts';
import type { InvoiceCommand } from '#apps/invoicing/src/invoice/decide';
import { history } from '#apps/invoicing/src/invoice/testing';

export const ID = '66f0c0c0c0c0c0c0c0c0c0ff';
export const ORGANIZATION = '66f0c0c0c0c0c0c0c0c0c0aa';

/** The row that a history leaves. */
export function rowOf(...commands: InvoiceCommand[]): InvoiceRow | undefined {
  let row: InvoiceRow | undefined;
  history(...commands).forEach((event, revision) => {
    row = invoiceRow(row, {
      ...event,
      streamId: `invoice-${ID}`,
      revision,
      metadata: { organizationId: ORGANIZATION, livemode: false },
    });
  });
  return row;
}
/** The answer that a history leaves; empty where it leaves none. */
export const docOf = (...commands: InvoiceCommand[]): Partial<InvoiceDoc> => rowOf(...commands)?.doc ?? {};
