import { invoiceDecider } from '#apps/invoicing/src/invoice/decide';
import type { Invoice } from '#apps/invoicing/src/invoice/invoice';
import { absent, evolve, isKnown } from '#apps/receipts/src/receipt/receipt';
import { decimal, fold } from '#kernel';
import type { InvoiceEvent, ReceiptEvent } from '#contracts';
import { NAMES, stampOf, tellings, type Name, type Shop } from './receipts-world.js';
import type { Ground, Process } from './world.js';

/** Does what is still to be done: claims go on, invoices are stamped, and receipts hear of it. */
export async function finish(ground: Ground, shop: Shop, process: Process): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    for (const id of [...shop.ids]) {
      await process(shop.command('receipts.issue', id, {}));
      const state = await invoiceOf(ground, id);
      if (state.status === 'pending')
        await process(shop.command('invoicing.record-stamp', id, { number: 1, stamp: stampOf(id) }));
      for (const told of await tellings(ground, shop, id)) await process(told);
    }
}

const invoiceOf = async ({ store }: Ground, id: string): Promise<Invoice> =>
  fold(invoiceDecider, (await store.read(`invoice-${id}`)) as unknown as InvoiceEvent[]);

interface RowSeen {
  readonly id: string;
  readonly revision: number;
  readonly status: string;
  readonly invoice_id: string | null;
  readonly holder: string | null;
}

/** What is wrong with receipts and their invoices, in sentences. Each sale is in one valid document, or open, or canceled. */
export async function complaintsOf(ground: Ground, shop: Shop): Promise<string[]> {
  const complaints: string[] = [];
  const valid = new Map<string, Extract<Invoice, { status: 'valid' }>>();
  for (const id of shop.ids) {
    const state = await invoiceOf(ground, id);
    if (state.status === 'valid' && id !== shop.substitute) valid.set(id, state);
  }
  const { rows } = await ground.pool.query<RowSeen>(
    'SELECT id, revision, status, invoice_id, holder FROM receipts.receipts WHERE organization_id = $1',
    [shop.tenant.organizationId],
  );
  const totals = new Map<string, bigint>();
  for (const [index, name] of NAMES.entries()) {
    const id = shop.receipts[name];
    const history = (await ground.store.read(`receipt-${id}`)) as unknown as ReceiptEvent[];
    const state = fold({ initial: absent, evolve }, history);
    if (!isKnown(state)) throw new Error(`receipt ${name} is gone`);
    const folio = String(index + 1);
    const having = [...valid].filter(([, { content }]) =>
      content.items.some(({ product }) => product.sku === folio),
    );
    const say = (what: string) => complaints.push(`receipt ${name} ${what}`);
    if (having.length > 1) say(`is in ${having.length} valid invoices`);
    const isInvoiced = state.status.startsWith('invoiced');
    const expected = having[0]?.[0] ?? (state.invoice === shop.substitute ? shop.substitute : null);
    if (isInvoiced !== (expected !== null)) say(`is ${state.status}, and ${expected ?? 'nothing'} has it`);
    if (state.invoice !== expected) say(`names ${state.invoice}, not ${expected}`);
    if (having[0]) totals.set(having[0][0], (totals.get(having[0][0]) ?? 0n) + decimal(state.totals.total));
    const row = rows.find((one) => one.id === id);
    const shown = [row?.revision, row?.status, row?.invoice_id, row?.holder].join();
    const holder = isInvoiced ? state.invoice : null;
    const exact = [history.length - 1, state.status, state.invoice, holder].join();
    if (shown !== exact) say(`has the row ${shown}, not ${exact}`);
    if (history.some(({ type }, n) => type === 'ReceiptInvoiced' && history[n + 1]?.type === type))
      say('was invoiced twice');
  }
  for (const [id, { issue }] of valid)
    if (decimal(issue.totals.total) !== (totals.get(id) ?? 0n))
      complaints.push(`invoice ${id} is of ${issue.totals.total}, its receipts are not`);
  return complaints;
}

/** The receipts that are still open. */
export async function openOnes(ground: Ground, shop: Shop): Promise<Name[]> {
  const { rows } = await ground.pool.query<{ id: string }>(
    `SELECT id FROM receipts.receipts WHERE organization_id = $1 AND status = 'open'`,
    [shop.tenant.organizationId],
  );
  return NAMES.filter((name) => rows.some(({ id }) => id === shop.receipts[name]));
}
