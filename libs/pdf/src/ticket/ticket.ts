import type { ReceiptPdfModel } from '../receipt-model.js';
import { escPosOf } from './escpos.js';
import { layOut, type TicketColumns } from './layout.js';
import { ticketParts } from './parts.js';

/** A receipt in lines of text, for a printer or a screen that shows no pictures. No line is longer than its paper. */
export function ticketText(model: ReceiptPdfModel, columns: TicketColumns): string {
  const parts = ticketParts(model, 'text');
  const lines = layOut(parts, columns, false).flatMap((line) => ('text' in line ? [line.text] : []));
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

/** The same as the commands of a ticket printer (ESC/POS), with the code of the page that invoices it. */
export const ticketEscPos = (model: ReceiptPdfModel, columns: TicketColumns): Buffer =>
  escPosOf(layOut(ticketParts(model, 'printer'), columns, true), columns);
