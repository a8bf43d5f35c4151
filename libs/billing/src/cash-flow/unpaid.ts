/**
 * Credit notes (type E) of invoices that are paid later (PPD). IVA of such an invoice is due when it is paid, and of its payments
 * alone: a note that takes something off what nobody has paid changes no tax. Only what exceeds the unpaid rest gives something back.
 * So it is with an advance that is applied to it (c_TipoRelacion 07): the advance was taxed when it was paid.
 */

/** A valid credit note, and the documents that it names. */
export interface CreditNote {
  readonly uuid: string;
  /** Local day, YYYY-MM-DD. */
  readonly day: string;
  readonly currency: string;
  /** In millionths. */
  readonly total: bigint;
  readonly names: readonly string[];
}

/** A valid PPD invoice, and what valid payments say that they paid of it. */
export interface OwedInvoice {
  readonly currency: string;
  /** In millionths. */
  readonly total: bigint;
  readonly payments: readonly { readonly day: string; readonly amount: bigint }[];
}

/** What of a credit note gives nothing back, in millionths of its currency, and the invoices that owe less by it. */
export interface OffUnpaid {
  readonly amount: bigint;
  readonly invoices: readonly string[];
}

/**
 * By a note's UUID, for those that take something off an unpaid rest. Payments of a note's own day come before it: most say noon,
 * whenever they were made. Later ones don't count, so a month that is over stays as it was. A note in another currency than its
 * invoice takes nothing off it.
 *
 * @param notes in the order in which they were issued, as far as they are of one day
 * @param owed by UUID
 */
export function offUnpaid(
  notes: readonly CreditNote[],
  owed: ReadonlyMap<string, OwedInvoice>,
): ReadonlyMap<string, OffUnpaid> {
  const taken = new Map<string, bigint>();
  const found = new Map<string, OffUnpaid>();
  for (const note of [...notes].sort((a, b) => a.day.localeCompare(b.day))) {
    let left = note.total;
    const invoices: string[] = [];
    for (const uuid of new Set(note.names)) {
      const invoice = owed.get(uuid);
      if (invoice?.currency !== note.currency) continue;
      const rest = unpaidOn(note.day, invoice) - (taken.get(uuid) ?? 0n);
      const off = rest < left ? rest : left;
      if (off <= 0n) continue;
      taken.set(uuid, (taken.get(uuid) ?? 0n) + off);
      left -= off;
      invoices.push(uuid);
    }
    if (invoices.length > 0) found.set(note.uuid, { amount: note.total - left, invoices });
  }
  return found;
}

const unpaidOn = (day: string, { total, payments }: OwedInvoice): bigint =>
  payments.reduce((rest, payment) => (payment.day <= day ? rest - payment.amount : rest), total);
