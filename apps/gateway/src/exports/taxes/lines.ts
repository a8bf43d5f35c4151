import { flowOf, type Figures, type FlowKind, type OffUnpaid } from '#billing';
import type { InvoiceDoc } from '#contracts';
import { decimal, formatDecimal } from '#kernel';
import { localTimeOf } from '../month.js';
import { counterpartyOf, efosOf, isReceived, satStatusOf, type Party } from '../parties.js';

/** What one document adds to a month's taxes at one moment. */
export interface TaxLine {
  readonly doc: InvoiceDoc;
  readonly received: boolean;
  readonly party: Party;
  readonly kind: FlowKind;
  /** Local time: Fecha, or FechaPago. */
  readonly on: string;
  readonly figures: Figures;
  readonly paid: readonly string[];
  readonly warnings: readonly string[];
  /** It adds nothing, though it is valid: what it says is counted elsewhere, or changes no tax. */
  readonly uncounted: boolean;
}

/** What other documents say of one. */
export interface LineContext {
  /** The UUID in whose favour it adds nothing. */
  readonly replacedBy?: string | undefined;
  /** Whether what a payment pays is an invoice that was paid at once (PUE), and counts by itself. */
  readonly isCounted?: (uuid: string) => boolean;
  /** What a credit note takes off invoices that nobody had paid. */
  readonly offUnpaid?: OffUnpaid | undefined;
}

/** The lines of a document, whatever months they are of. One that another document replaces adds nothing, and says so. */
export const linesOf = (doc: InvoiceDoc, context: LineContext = {}): readonly TaxLine[] => {
  const { replacedBy, isCounted, offUnpaid } = context;
  const flow = flowOf(doc, {
    ...(isCounted && { isCounted }),
    ...(offUnpaid && { offUnpaid: offUnpaid.amount }),
  });
  return flow.map(({ kind, at, figures, paid, counted }) => ({
    ...{ doc, kind, paid },
    figures: replacedBy === undefined ? figures : {},
    uncounted:
      replacedBy !== undefined ||
      (paid.length > 0 && counted.length === paid.length) ||
      (offUnpaid !== undefined && offUnpaid.amount === decimal(doc.total)),
    received: isReceived(doc),
    party: counterpartyOf(doc),
    on: localTimeOf(doc, at),
    warnings: [
      ...(replacedBy === undefined ? [] : [`No se suma: lo sustituye ${replacedBy}, y sigue vigente`]),
      ...(counted.length === 0
        ? []
        : [`No se suma el pago de ${counted.join(' ')}: es PUE, y cuenta en su fecha`]),
      ...(offUnpaid ? [offUnpaidWarning(doc, offUnpaid)] : []),
      ...warningsOf(doc),
    ],
  }));
};

const offUnpaidWarning = ({ currency }: InvoiceDoc, { amount, invoices }: OffUnpaid): string =>
  `No se suman ${formatDecimal(amount, { min: 2 })} ${currency} de la nota de crédito: ` +
  `reducen lo que no se había pagado de ${invoices.join(' ')} (PPD)`;

/** What an accountant should look at before they count on a document. */
function warningsOf(doc: InvoiceDoc): readonly string[] {
  const status = satStatusOf(doc);
  return [
    ...(status === null || status === 'Vigente' ? [] : [`SAT: ${status}`]),
    ...[efosOf(doc) ?? []].flat(),
  ];
}
