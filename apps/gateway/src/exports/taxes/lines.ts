import { flowOf, type Figures, type FlowKind } from '#billing';
import type { InvoiceDoc } from '#contracts';
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
  /** The UUID in whose favour it adds nothing, though it is valid. */
  readonly replacedBy?: string;
}

/** The lines of a document, whatever months they are of. One that another document replaces adds nothing, and says so. */
export const linesOf = (doc: InvoiceDoc, replacedBy?: string): readonly TaxLine[] =>
  flowOf(doc).map(({ kind, at, figures, paid }) => ({
    ...{ doc, kind, paid },
    ...(replacedBy === undefined ? { figures } : { figures: {}, replacedBy }),
    received: isReceived(doc),
    party: counterpartyOf(doc),
    on: localTimeOf(doc, at),
    warnings: [
      ...(replacedBy === undefined ? [] : [`No se suma: lo sustituye ${replacedBy}, y sigue vigente`]),
      ...warningsOf(doc),
    ],
  }));

/** What an accountant should look at before they count on a document. */
function warningsOf(doc: InvoiceDoc): readonly string[] {
  const status = satStatusOf(doc);
  return [
    ...(status === null || status === 'Vigente' ? [] : [`SAT: ${status}`]),
    ...[efosOf(doc) ?? []].flat(),
  ];
}
